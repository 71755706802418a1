import { Frame, Key } from '../draw/frame';
import { shown } from '../draw/scale';
import { DragHandles } from './parts';
import { finite, type Bars as BarsPicture, type DragHandle } from './sheet';

interface Props {
  picture: BarsPicture;
  handles: DragHandle[];
  onEnd: () => void;
}

export function Bars({ picture, handles, onEnd }: Props) {
  const { categories, series, under } = picture;
  const values = series.flatMap((one) => finite(one.values));
  const range: [number, number] = picture.range ?? [Math.min(0, ...values), Math.max(1e-12, ...values) * 1.08];
  return (
    <>
      <Frame
        name={picture.title}
        x={[-0.5, categories.length - 0.5]}
        y={range}
        xLabel={picture.x_label}
        yLabel={picture.y_label}
        height={300}
        xTicks={categories.map((text, at) => {
          const skipped = categories.length > 24 && at % Math.ceil(categories.length / 12) !== 0;
          return { at, text: skipped ? '' : `${text}${under[at] ? ` ${under[at]}` : ''}` };
        })}
      >
        {(room) => {
          const { x, y } = room;
          const slot = x(1) - x(0);
          const wide = Math.min(36, (0.8 * slot) / series.length);
          const middle = (k: number, i: number) => x(k) + (i + 0.5 - series.length / 2) * wide;
          return (
            <>
              {categories.map((category, k) => (
                <g>
                  {series.map(({ name, ink, values: own }, i) => {
                    const value = own[k] ?? null;
                    if (value === null) return null;
                    return (
                      <rect class={`bar ${ink}`} x={middle(k, i) - wide / 2 + 1} width={Math.max(1, wide - 2)} y={y(Math.max(0, value))} height={Math.abs(y(0) - y(value))}>
                        <title>{`${category}, ${name}: ${shown(value)}`}</title>
                      </rect>
                    );
                  })}
                </g>
              ))}
              <DragHandles handles={handles.map((handle) => ({ ...handle, x: x.invert(middle(handle.x, handle.bar ?? 0)) }))} room={room} onEnd={onEnd} />
            </>
          );
        }}
      </Frame>
      <Key entries={series.map(({ name, ink }) => ({ text: name, ink, mark: 'bar' }))} />
    </>
  );
}
