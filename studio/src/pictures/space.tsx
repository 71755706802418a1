// Items in space: drag the picture, or use the arrow keys, to go around it.

import { useState } from 'preact/hooks';
import { outline, type Symmetric } from '../draw/ellipse';
import { Frame, Key, line, type KeyEntry } from '../draw/frame';
import { follow } from '../draw/pointer';
import { shown } from '../draw/scale';
import { seen, shadow, type Vector, type View } from '../draw/turn';
import type { Space as SpacePicture } from './sheet';

const start: View = { around: -0.6, above: 0.35 };
const highest = 1.5;

export function Space({ picture }: { picture: SpacePicture }) {
  const [view, setView] = useState(start);
  const turn = (around: number, above: number) =>
    setView((now) => ({ around: now.around + around, above: Math.min(highest, Math.max(-highest, now.above + above)) }));

  const all: Vector[] = [...picture.items, ...picture.places.map((place) => place.at)];
  const middle = ([0, 1, 2] as const).map((k) => {
    const values = all.map((point) => point[k]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  }) as Vector;
  const size = 1.25 * Math.max(1e-9, ...all.map((point) => Math.hypot(...point.map((c, k) => c - middle[k]!))));
  const floor = -size * 0.75;
  const from = (point: Vector): Vector => [point[0] - middle[0], point[1] - middle[1], point[2] - middle[2]];

  const grab = (event: PointerEvent) => {
    let [x, y] = [event.clientX, event.clientY];
    follow(
      event,
      (next) => {
        turn((next.clientX - x) * 0.01, (next.clientY - y) * 0.01);
        [x, y] = [next.clientX, next.clientY];
      },
      () => undefined,
    );
  };
  const press = (event: KeyboardEvent) => {
    const step = 0.1;
    const turns: Record<string, [number, number]> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, -step],
      ArrowDown: [0, step],
    };
    const now = turns[event.key];
    if (!now) return;
    event.preventDefault();
    turn(...now);
  };
  const key: KeyEntry[] = [
    { text: picture.name, ink: 'items', mark: 'dot' },
    ...picture.places.map(({ name, ink }) => ({ text: name, ink, mark: 'dot' as const })),
  ];
  return (
    <>
      <div
        class="turnable"
        tabIndex={0}
        role="slider"
        aria-label={`${picture.title}: direction of view, turn with the arrow keys`}
        aria-valuenow={Math.round((view.around * 180) / Math.PI)}
        aria-valuetext={`${Math.round((view.around * 180) / Math.PI)} degrees around, ${Math.round((view.above * 180) / Math.PI)} up`}
        aria-valuemin={-100000}
        aria-valuemax={100000}
        onPointerDown={grab}
        onKeyDown={press}
      >
        <Frame name={picture.title} x={[-size, size]} y={[-size, size]} height={420} square bare>
          {({ x, y }) => {
            const put = (point: Vector): [number, number] => {
              const { right, up } = seen(point, view);
              return [x(right), y(up)];
            };
            const corners: Vector[] = [
              [-size, -size, floor],
              [size, -size, floor],
              [size, size, floor],
              [-size, size, floor],
            ].map((corner) => corner.map((c, k) => (k < 2 ? c * 0.6 : c)) as Vector);
            const axes = picture.labels.map((label, k) => {
              const to: Vector = [-size * 0.6, -size * 0.6, floor];
              to[k] = k === 2 ? size * 0.6 : size * 0.6;
              return { label, from: [-size * 0.6, -size * 0.6, floor] as Vector, to };
            });
            const stem = (point: Vector): string => line([put(point), put([point[0], point[1], floor])]);
            const order = picture.items.map((item, i) => ({ item: from(item), i })).sort((a, b) => seen(a.item, view).near - seen(b.item, view).near);
            return (
              <>
                <path class="floor" d={line(corners.map(put), true)} />
                {axes.map(({ label, from: begin, to }) => (
                  <>
                    <path class="axis" d={line([put(begin), put(to)])} />
                    <text class="label" x={put(to)[0]} y={put(to)[1] - 4} text-anchor="middle">
                      {label}
                    </text>
                  </>
                ))}
                {picture.edges.map(([a, b]) => (
                  <path class="edge" d={line([put(from(picture.items[a]!)), put(from(picture.items[b]!))])} />
                ))}
                {picture.places.map(({ ink, at, covariance, name }) => {
                  const here = from(at);
                  const { right, up } = seen(here, view);
                  return (
                    <>
                      <path class={`curve thin ${ink}`} d={stem(here)} />
                      {covariance && (
                        <path
                          class={`curve ${ink}`}
                          d={line(
                            outline([right, up], shadow(covariance, view) as Symmetric).map(([a, b]) => [x(a), y(b)] as [number, number]),
                            true,
                          )}
                        />
                      )}
                      <circle class={`mark ${ink}`} cx={x(right)} cy={y(up)} r={5}>
                        <title>{`${name}: ${at.map((c) => shown(c, 3)).join(', ')}`}</title>
                      </circle>
                    </>
                  );
                })}
                {order.map(({ item, i }) => (
                  <>
                    <path class="curve thin items" d={stem(item)} />
                    <circle class="mark items" cx={put(item)[0]} cy={put(item)[1]} r={6}>
                      <title>{picture.items[i]!.map((c) => shown(c)).join(', ')}</title>
                    </circle>
                  </>
                ))}
              </>
            );
          }}
        </Frame>
      </div>
      <Key entries={key} />
    </>
  );
}
