import { Frame, Key, type KeyEntry } from '../draw/frame';
import { shown } from '../draw/scale';
import { VerticalMarks } from './parts';
import { finite, type Histogram as HistogramPicture } from './sheet';

/** The outer bins hold all that is beyond them; they are drawn as wide as the others. */
export function regular(edges: readonly number[]): number[] {
  if (edges.length < 4) return [...edges];
  const width = edges[2]! - edges[1]!;
  const last = edges.length - 1;
  return [Math.max(edges[0]!, edges[1]! - width), ...edges.slice(1, last), Math.min(edges[last]!, edges[last - 1]! + width)];
}

export function Histogram({ picture, height, least }: { picture: HistogramPicture; height?: number; least?: number }) {
  const { counts, marks, name } = picture;
  const edges = regular(picture.edges);
  const places = [...finite(marks.map((mark) => mark.at)), ...edges];
  const from = (i: number) => Math.max(edges[i]!, least ?? -Infinity);
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const key: KeyEntry[] = [
    { text: name, ink: 'others', mark: 'bar' },
    ...marks.filter((mark) => mark.at !== null).map(({ name: text, ink }) => ({ text, ink })),
  ];
  return (
    <>
      <Frame
        name={picture.title}
        x={[Math.min(...places), Math.max(...places)]}
        y={[0, Math.max(...counts, 1) * 1.05]}
        xLabel={picture.x.label}
        height={height ?? 220}
        noY
      >
        {(room) => (
          <>
            {counts.map((count, i) => (
              <rect
                class="bar others"
                x={room.x(from(i))}
                width={Math.max(0.5, room.x(edges[i + 1]!) - room.x(from(i)) - 0.5)}
                y={room.y(count)}
                height={Math.max(0, room.y(0) - room.y(count))}
              >
                <title>{`${shown(picture.edges[i])} to ${shown(picture.edges[i + 1])}: ${shown((100 * count) / total, 3)} %`}</title>
              </rect>
            ))}
            <VerticalMarks marks={marks} room={room} />
          </>
        )}
      </Frame>
      <Key entries={key} />
    </>
  );
}
