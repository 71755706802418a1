import { Frame, Key, type KeyEntry } from '../draw/frame';
import { shown } from '../draw/scale';
import { DragHandles, VerticalMarks } from './parts';
import { finite, spanOf, type DragHandle, type Intervals as IntervalsPicture } from './sheet';

interface Props {
  picture: IntervalsPicture;
  handles: DragHandle[];
  onEnd: () => void;
}

export function Intervals({ picture, handles, onEnd }: Props) {
  const { rows, marks } = picture;
  const values = [...rows.flatMap((row) => [...row.points, ...(row.span ?? [])]), ...finite(marks.map((mark) => mark.at))];
  const key: KeyEntry[] = marks.filter((mark) => mark.name).map(({ name, ink }) => ({ text: name, ink }));
  return (
    <>
      <Frame
        name={picture.title}
        x={picture.x.range ?? spanOf(values)}
        y={[-rows.length + 0.4, 0.6]}
        xLabel={picture.x.label}
        height={90 + 46 * rows.length}
        noY
      >
        {(room) => {
          const { x, y } = room;
          return (
            <>
              <VerticalMarks marks={marks} room={room} />
              {rows.map((row, i) => (
                <g>
                  <text class="label" x={x.range[0] + 2} y={y(-i) - 11}>
                    {row.name}
                    {row.remark ? ` · ${row.remark}` : ''}
                  </text>
                  {row.span && (
                    <line class={`interval ${row.ink}`} x1={x(row.span[0])} x2={x(row.span[1])} y1={y(-i)} y2={y(-i)}>
                      <title>{`${row.name}: ${shown(row.span[0])} to ${shown(row.span[1])}`}</title>
                    </line>
                  )}
                  {row.points.map((at) => (
                    <circle class={`mark ${row.ink}`} cx={x(at)} cy={y(-i)} r={5.5}>
                      <title>{`${row.name}: ${shown(at, 6)}`}</title>
                    </circle>
                  ))}
                </g>
              ))}
              <DragHandles handles={handles} room={room} onEnd={onEnd} />
            </>
          );
        }}
      </Frame>
      {key.length > 0 && <Key entries={key} />}
    </>
  );
}
