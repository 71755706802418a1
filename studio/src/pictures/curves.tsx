import { Frame, Key, line, type KeyEntry } from '../draw/frame';
import { shown } from '../draw/scale';
import { DragHandles, Item, VerticalMarks } from './parts';
import { finite, spanOf, type Curves as CurvesPicture, type DragHandle } from './sheet';

interface Props {
  picture: CurvesPicture;
  handles: DragHandle[];
  onEnd: () => void;
}

export function Curves({ picture, handles, onEnd }: Props) {
  const { series, rug, vertical } = picture;
  const xs = [...series.flatMap((one) => finite(one.x)), ...(rug?.x ?? []), ...finite(vertical.map((mark) => mark.at))];
  const ys = series.flatMap((one) => finite(one.y));
  const range = picture.y.range ?? spanOf(ys);
  const key: KeyEntry[] = series.map(({ name, ink, form }) => ({ text: name, ink, mark: form === 'points' ? 'dot' : 'line' }));
  for (const mark of vertical) if (mark.name) key.push({ text: mark.name, ink: mark.ink });
  if (rug) key.push({ text: rug.name, ink: rug.ink, mark: 'dot' });
  // The items stand in a strip of their own below the curves.
  const strip = rug ? 0.14 * (range[1] - range[0]) : 0;
  return (
    <>
      <Frame
        name={picture.title}
        x={picture.x.range ?? spanOf(xs, 0.03)}
        xLog={picture.x.logarithmic}
        y={[range[0] - strip, range[1]]}
        xLabel={picture.x.label}
        yLabel={picture.y.label}
        height={rug ? 320 : 240}
      >
        {(room) => {
          const { x, y } = room;
          return (
            <>
              <VerticalMarks marks={vertical} room={room} />
              {series.map(({ ink, form, x: own, y: values, name }) => {
                const points = own.map((at, i): [number, number] => [x(at ?? NaN), y(values[i] ?? NaN)]);
                return (
                  <>
                    {(form === 'line' || form === 'line and points') && <path class={`curve ${ink}`} d={line(points)} />}
                    {form === 'stems' && points.map(([px, py]) => <line class={`curve ${ink}`} x1={px} x2={px} y1={y(0)} y2={py} />)}
                    {form !== 'line' &&
                      points.map(
                        ([px, py], i) =>
                          Number.isFinite(py) && (
                            <circle class={`mark ${ink}`} cx={px} cy={py} r={3.5}>
                              <title>{`${name}: ${shown(own[i])}, ${shown(values[i])}`}</title>
                            </circle>
                          ),
                      )}
                  </>
                );
              })}
              {rug?.x.map((at, i) => (
                <Item x={x(at)} y={y(range[0] - strip / 2)} copies={rug.copies[i] ?? 1} title={shown(at, 6)} />
              ))}
              <DragHandles handles={handles} room={room} onEnd={onEnd} />
            </>
          );
        }}
      </Frame>
      <Key entries={key} />
    </>
  );
}
