// Three categories as a triangle: every point is a distribution, shaded by how much the learner believes in it.

import { Frame, Key, line } from '../draw/frame';
import { Handle } from '../draw/handle';
import { at, numbersAt, tidy } from '../problem/json';
import type { Studio } from '../state/studio';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const shares = (counts: readonly number[]): number[] => counts.map((count) => count / sum(counts));

const cells = 36; // on each side
const corners: [number, number][] = [
  [0, 0],
  [1, 0],
  [0.5, Math.sqrt(3) / 2],
];

const place = (p: readonly number[]): [number, number] => [
  sum(corners.map((corner, k) => corner[0] * p[k]!)),
  sum(corners.map((corner, k) => corner[1] * p[k]!)),
];

function shareAt([x, y]: [number, number]): number[] {
  const third = Math.min(1, Math.max(0, y / corners[2]![1]));
  const second = Math.min(1 - third, Math.max(0, x - third / 2));
  return [tidy(1 - second - third, 1e-3), tidy(second, 1e-3), tidy(third, 1e-3)];
}

/** A Dirichlet's density in each small triangle, over the greatest. */
function shades(beta: readonly number[]): { points: [number, number][]; shade: number }[] {
  const found: { points: [number, number][]; log: number }[] = [];
  const corner = (i: number, j: number) => place([(cells - i - j) / cells, i / cells, j / cells]);
  const add = (points: [number, number][], middle: [number, number]) => {
    const p = [(cells - middle[0] - middle[1]) / cells, middle[0] / cells, middle[1] / cells];
    found.push({ points, log: sum(beta.map((b, k) => (b - 1) * Math.log(p[k]!))) });
  };
  for (let i = 0; i < cells; ++i) {
    for (let j = 0; i + j < cells; ++j) {
      add([corner(i, j), corner(i + 1, j), corner(i, j + 1)], [i + 1 / 3, j + 1 / 3]);
      if (i + j < cells - 1) add([corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)], [i + 2 / 3, j + 2 / 3]);
    }
  }
  const highest = Math.max(...found.map(({ log }) => log));
  return found.map(({ points, log }) => ({ points, shade: Math.exp(log - highest) }));
}

export function Simplex({ studio }: { studio: Studio }) {
  const beta = numbersAt(studio.problem, 'learner.prior.beta')!;
  const pi = numbersAt(studio.problem, 'target.pi')!;
  const after = numbersAt(studio.lesson.value, 'posterior.beta');
  const given = at(studio.problem, 'names');
  const names = [0, 1, 2].map((k) => (Array.isArray(given) && given[k] !== undefined ? String(given[k]) : String(k + 1)));
  const sides = [
    { title: 'before', ink: 'before', counts: beta },
    ...(after?.length === 3 ? [{ title: 'after the lesson', ink: 'after', counts: after }] : []),
  ];
  return (
    <>
      <div class="pair">
        {sides.map(({ title, ink, counts }) => (
          <Frame name={`How much the learner believes in each distribution, ${title}`} x={[-0.08, 1.08]} y={[-0.12, 0.98]} height={260} square bare>
            {({ x, y }) => {
              const put = ([a, b]: [number, number]): [number, number] => [x(a), y(b)];
              const [targetX, targetY] = put(place(pi));
              return (
                <>
                  {shades(counts).map(
                    ({ points, shade }) =>
                      shade > 0.01 && <path class={`shade ${ink}`} d={line(points.map(put), true)} fill-opacity={(0.9 * shade).toFixed(3)} />,
                  )}
                  <path class="outline" d={line(corners.map(put), true)} />
                  {corners.map((corner, k) => (
                    <text class="label" x={x(corner[0])} y={k === 2 ? y(corner[1]) - 5 : y(corner[1]) + 15} text-anchor="middle">
                      {names[k]}
                    </text>
                  ))}
                  {ink === 'before' ? (
                    <Handle
                      className="target"
                      x={targetX}
                      y={targetY}
                      name="Target in the triangle"
                      value={tidy(pi[1]!)}
                      words={names.map((name, k) => `${name} ${tidy(pi[k]!)}`).join(', ')}
                      low={0}
                      high={1}
                      onDrag={(px, py) => studio.edit('target.pi', shareAt([x.invert(px), y.invert(py)]), 'target')}
                      onStep={(right, up) => {
                        const [a, b] = place(pi);
                        studio.edit('target.pi', shareAt([a + 0.01 * right, b + 0.01 * up]), 'target');
                      }}
                      onEnd={() => studio.settle()}
                    />
                  ) : (
                    <circle class="mark target" cx={targetX} cy={targetY} r={6} />
                  )}
                  <circle class={`ring ${ink}`} cx={put(place(shares(counts)))[0]} cy={put(place(shares(counts)))[1]} r={5} />
                </>
              );
            }}
          </Frame>
        ))}
      </div>
      <Key
        entries={[
          { ink: 'before', text: 'belief before', mark: 'dot' },
          { ink: 'after', text: 'belief after', mark: 'dot' },
          { ink: 'target', text: 'target', mark: 'dot' },
        ]}
      />
    </>
  );
}
