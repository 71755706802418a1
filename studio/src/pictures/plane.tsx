import { outline, type Symmetric } from '../draw/ellipse';
import { Frame, Key, line, type KeyEntry } from '../draw/frame';
import { shown } from '../draw/scale';
import { DragHandles, Item } from './parts';
import { spanOf, type DragHandle, type Plane as PlanePicture } from './sheet';

interface Props {
  picture: PlanePicture;
  handles: DragHandle[];
  /** Rows that were not chosen, behind everything. */
  others?: [number, number][];
  onEnd: () => void;
}

/** Two points far outside on the line normal · x + offset = 0. */
function far([a, b]: [number, number], offset: number, reach: number): [[number, number], [number, number]] {
  const length = Math.hypot(a, b) || 1;
  const [px, py] = [(-a * offset) / (length * length), (-b * offset) / (length * length)];
  const [dx, dy] = [(-b / length) * reach, (a / length) * reach];
  return [
    [px - dx, py - dy],
    [px + dx, py + dy],
  ];
}

export function Plane({ picture, handles, others = [], onEnd }: Props) {
  const { items, gaussians, lines } = picture;
  const points: [number, number][] = [...others, ...items.flatMap((one) => one.at)];
  for (const { mean, covariance } of gaussians) {
    points.push(mean);
    if (covariance) points.push(...outline(mean, covariance as Symmetric, 1.4, 24));
  }
  for (const handle of handles) points.push([handle.x, handle.y]);
  if (lines.length > 0) {
    // Where a line goes is seen around the origin.
    const reachOf = 1.2 * Math.max(1, ...points.map(([a, b]) => Math.max(Math.abs(a), Math.abs(b))));
    points.push([-reachOf, -reachOf], [reachOf, reachOf]);
  }
  const xs = spanOf(points.map((point) => point[0]));
  const ys = spanOf(points.map((point) => point[1]));
  const reach = 4 * (Math.hypot(xs[1] - xs[0], ys[1] - ys[0]) + Math.hypot(xs[0], ys[0]));
  const alike = Math.max((xs[1] - xs[0]) / (ys[1] - ys[0]), (ys[1] - ys[0]) / (xs[1] - xs[0])) < 8;
  const key: KeyEntry[] = [
    ...items.map(({ name, ink }) => ({ text: name, ink, mark: 'dot' as const })),
    ...gaussians.map(({ name, ink }) => ({ text: name, ink })),
    ...lines.map(({ name, ink }) => ({ text: name, ink })),
    ...(others.length > 0 ? [{ text: 'rows not chosen', ink: 'others', mark: 'dot' as const }] : []),
  ];
  return (
    <>
      <Frame name={picture.title} x={xs} y={ys} square={alike} xLabel={picture.x_label} yLabel={picture.y_label} height={400}>
        {(room) => {
          const { x, y } = room;
          const put = ([a, b]: [number, number]): [number, number] => [x(a), y(b)];
          return (
            <>
              {others.map((point) => (
                <circle class="mark others" cx={x(point[0])} cy={y(point[1])} r={3} />
              ))}
              {gaussians.map(({ ink, mean, covariance, name }) => (
                <g>
                  {covariance &&
                    [1, 2].map((deviations) => (
                      <path
                        class={`curve ${ink} ${deviations === 2 ? 'thin' : ''}`}
                        d={line(outline(mean, covariance as Symmetric, deviations).map(put), true)}
                      />
                    ))}
                  <circle class={`mark ${ink}`} cx={x(mean[0])} cy={y(mean[1])} r={4}>
                    <title>{`${name}: ${shown(mean[0])}, ${shown(mean[1])}`}</title>
                  </circle>
                </g>
              ))}
              {lines.map(({ ink, normal, offset }) => (
                <path class={`curve ${ink}`} d={line(far(normal, offset, reach).map(put))} />
              ))}
              {items.map(({ at, copies, ink }) =>
                at.map((point, i) =>
                  ink === 'items' ? (
                    <Item x={x(point[0])} y={y(point[1])} copies={copies[i] ?? 1} title={point.map((c) => shown(c)).join(', ')} />
                  ) : (
                    <circle class={`mark ${ink}`} cx={x(point[0])} cy={y(point[1])} r={5} />
                  ),
                ),
              )}
              <DragHandles handles={handles} room={room} onEnd={onEnd} />
            </>
          );
        }}
      </Frame>
      <Key entries={key} />
    </>
  );
}
