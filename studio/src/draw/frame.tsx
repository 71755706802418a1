// The paper of a picture: as wide as there is room, with axes and grid.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { linear, logarithmic, logTicks, shown, ticks, type Scale } from './scale';

export interface Room {
  width: number;
  height: number;
  x: Scale;
  y: Scale;
}

interface FrameProps {
  name: string; // what the picture shows, in words
  x: [number, number];
  y: [number, number];
  xLabel?: string;
  yLabel?: string;
  height?: number;
  square?: boolean; // one unit is as long in both directions
  xLog?: boolean;
  xTicks?: { at: number; text: string }[];
  bare?: boolean; // no axes
  noY?: boolean; // no numbers at the y axis
  children: (room: Room) => ComponentChildren;
}

/** The width of an element, followed. */
export function useWidth<T extends Element>(): [{ current: T | null }, number] {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(480);
  useLayoutEffect(() => {
    const now = element.current;
    if (!now) return;
    const measure = () => setWidth(Math.max(200, Math.round(now.getBoundingClientRect().width)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(now);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}

/** Widens the tighter direction until units are alike. */
function alike(x: [number, number], y: [number, number], wide: number, high: number): { x: [number, number]; y: [number, number] } {
  const unit = Math.max((x[1] - x[0]) / wide, (y[1] - y[0]) / high);
  const grow = ([low, top]: [number, number], length: number): [number, number] => {
    const more = (unit * length - (top - low)) / 2;
    return [low - more, top + more];
  };
  return { x: grow(x, wide), y: grow(y, high) };
}

export function Frame(props: FrameProps) {
  const { name, xLabel, yLabel, square, bare, noY, xLog } = props;
  const [holder, width] = useWidth<HTMLDivElement>();
  const height = Math.min(props.height ?? 360, Math.max(220, width * 0.85));
  const left = bare ? 8 : noY ? 16 : 52;
  const [right, top, bottom] = [14, 12, bare ? 8 : xLabel ? 44 : 28];
  const inner = { wide: width - left - right, high: height - top - bottom };
  const domain = square ? alike(props.x, props.y, inner.wide, inner.high) : { x: props.x, y: props.y };
  const x = (xLog ? logarithmic : linear)(domain.x, [left, width - right]);
  const y = linear(domain.y, [height - bottom, top]);
  const xTicks =
    props.xTicks ??
    (xLog ? logTicks(domain.x) : ticks(domain.x, Math.max(2, Math.floor(inner.wide / 70)))).map((at) => ({ at, text: shown(at) }));
  const yTicks = ticks(domain.y, Math.max(3, Math.floor(inner.high / 45)));
  return (
    <div class="frame" ref={holder}>
      <svg class="picture" role="group" aria-label={name} viewBox={`0 0 ${width} ${height}`} width={width} height={height}>
        {!bare && (
          <g class="axes" aria-hidden="true">
            {!noY && yTicks.map((at) => <line class="grid" x1={left} x2={width - right} y1={y(at)} y2={y(at)} />)}
            {xTicks.map(({ at, text }) => (
              <>
                <line class="tickmark" x1={x(at)} x2={x(at)} y1={height - bottom} y2={height - bottom + 4} />
                <text class="tick" x={x(at)} y={height - bottom + 17} text-anchor="middle">
                  {text}
                </text>
              </>
            ))}
            {!noY &&
              yTicks.map((at) => (
                <text class="tick" x={left - 6} y={y(at) + 4} text-anchor="end">
                  {shown(at)}
                </text>
              ))}
            <line class="axis" x1={left} x2={width - right} y1={height - bottom} y2={height - bottom} />
            {xLabel && (
              <text class="label" x={(left + width - right) / 2} y={height - 6} text-anchor="middle">
                {xLabel}
              </text>
            )}
            {yLabel && (
              <text class="label" x={-(top + height - bottom) / 2} y={13} text-anchor="middle" transform="rotate(-90)">
                {yLabel}
              </text>
            )}
          </g>
        )}
        {props.children({ width, height, x, y })}
      </svg>
    </div>
  );
}

export interface KeyEntry {
  ink: string; // the class of its colour
  text: string;
  mark?: 'line' | 'dot' | 'bar';
}

export function Key({ entries }: { entries: KeyEntry[] }) {
  const named = entries.filter(({ text }) => text !== '');
  if (named.length === 0) return null;
  return (
    <ul class="key">
      {named.map(({ ink, text, mark }) => (
        <li>
          <svg class="swatch" width="22" height="12" aria-hidden="true">
            {mark === 'dot' ? (
              <circle class={`mark ${ink}`} cx="11" cy="6" r="5" />
            ) : mark === 'bar' ? (
              <rect class={`bar ${ink}`} x="3" y="0" width="16" height="12" />
            ) : (
              <line class={`curve ${ink}`} x1="0" x2="22" y1="6" y2="6" />
            )}
          </svg>
          {text}
        </li>
      ))}
    </ul>
  );
}

/** Points as the path of a line. */
export function line(points: Iterable<readonly [number, number]>, close = false): string {
  let path = '';
  for (const [px, py] of points) {
    if (Number.isFinite(px) && Number.isFinite(py)) path += `${path ? 'L' : 'M'}${px.toFixed(2)} ${py.toFixed(2)}`;
  }
  return close && path ? path + 'Z' : path;
}
