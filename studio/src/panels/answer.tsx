// What the lesson is, how good it is, and why one may believe that.

import { Frame, Key, line } from '../draw/frame';
import { shown } from '../draw/scale';
import { Histogram } from '../pictures/histogram';
import { at, isObject, numberAt, numbersAt } from '../problem/json';
import { itemTable, type ItemTable } from '../problem/items';
import { verdict } from '../problem/words';
import type { Studio } from '../state/studio';

function Busy({ studio }: { studio: Studio }) {
  const { busy, progress } = studio.lesson;
  if (!busy) return null;
  const words =
    progress?.incumbent !== undefined && progress.incumbent !== null
      ? `Searching: ${shown(progress.incumbent, 5)} found, ${shown(progress.bound ?? null, 5)} proven`
      : 'Solving…';
  return (
    <div class="busy" role="status">
      <span>{words}</span>
      {progress?.incumbent !== undefined && (
        <button type="button" onClick={() => studio.stop()}>
          Take the best so far
        </button>
      )}
      <button type="button" onClick={() => studio.cancel()}>
        Cancel
      </button>
    </div>
  );
}

function Split({ studio }: { studio: Studio }) {
  const answer = studio.lesson.value;
  const [loss, effort, impedance] = ['loss', 'effort', 'impedance'].map((name) => numberAt(answer, name));
  const before = numberAt(answer, 'before.loss');
  if (impedance === undefined) return null;
  return (
    <table class="split">
      <caption>Impedance: what the learner still gets wrong, and what the lesson costs</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">loss</th>
          <th scope="col">effort</th>
          <th scope="col">together</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">untaught</th>
          <td>{shown(before, 5)}</td>
          <td>0</td>
          <td>{shown(before, 5)}</td>
        </tr>
        <tr>
          <th scope="row">taught</th>
          <td data-test="loss">{shown(loss, 5)}</td>
          <td data-test="effort">{shown(effort, 5)}</td>
          <td data-test="impedance">
            <strong>{shown(impedance, 5)}</strong>
          </td>
        </tr>
      </tbody>
    </table>
  );
}

const mostRows = 200;

function ItemRows({ table: { titles, rows }, name }: { table: ItemTable; name: string }) {
  if (rows.length === 0) return null;
  const copies = rows.some((row) => row.copies > 1);
  return (
    <>
      <div class="scroll short" tabIndex={0} role="region" aria-label={name}>
        <table class="items">
          <thead>
            <tr>
              {copies && <th scope="col">times</th>}
              {titles.map((title) => (
                <th scope="col">{title}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map((row) => (
              <tr>
                {copies && <td>{row.copies}×</td>}
                {row.cells.map((cell) => (
                  <td>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > mostRows && <p class="note">{`The first ${mostRows} of ${rows.length}; the download has all.`}</p>}
    </>
  );
}

/** Of a product each part has its own. */
function Items({ studio }: { studio: Studio }) {
  const answer = studio.lesson.value;
  const parts = answer?.['parts'];
  const own = itemTable(answer, studio.spelling);
  if (!Array.isArray(parts) && own.rows.length === 0) return null;
  return (
    <section>
      <h3>The items</h3>
      {Array.isArray(parts) ? (
        parts.filter(isObject).map((part, i) => (
          <>
            <p class="note">{`Part ${i + 1}`}</p>
            <ItemRows table={itemTable(part)} name={`The items of part ${i + 1}`} />
          </>
        ))
      ) : (
        <ItemRows table={own} name="The items of the lesson" />
      )}
    </section>
  );
}

function Comparison({ studio }: { studio: Studio }) {
  const { value, busy, progress, errors } = studio.comparison;
  const edges = numbersAt(value, 'histogram.edges');
  const counts = numbersAt(value, 'histogram.counts');
  const optimum = numberAt(value, 'optimum');
  if (studio.lesson.errors.length > 0) return null;
  return (
    <section aria-busy={busy}>
      <h3>Beside random sets</h3>
      {busy && <p class="note">{progress?.of ? `${Math.round((100 * (progress.done ?? 0)) / progress.of)} % drawn…` : 'Drawing random sets…'}</p>}
      {!busy && errors.length > 0 && <p class="note">{errors[0]!.path === 'size' ? 'Without a best lesson there is no size to draw sets of.' : errors[0]!.message}</p>}
      {value && edges && counts && (
        <>
          <Histogram
            least={numberAt(value, 'min')}
            picture={{
              kind: 'histogram',
              title: 'Impedances of random sets of the same size, and of the lesson',
              notes: [],
              x: { label: 'impedance', logarithmic: false, whole: false, range: null },
              edges,
              counts,
              name: 'random sets',
              marks: [
                { at: optimum ?? null, name: 'this lesson', ink: 'after' },
                { at: numberAt(value, 'mean') ?? null, name: 'their mean', ink: 'target' },
              ],
            }}
          />
          <p class="note">
            {`${value.sets.toLocaleString('en')} sets of ${String(at(value, 'size'))} ${at(value, 'size') === 1 ? 'item' : 'items'} drawn from the target: on average ${shown(numberAt(value, 'mean'))}, the best ${shown(numberAt(value, 'min'))}.`}
          </p>
        </>
      )}
    </section>
  );
}

function FrontierPanel({ studio }: { studio: Studio }) {
  const { value, busy } = studio.frontier;
  if (studio.lesson.errors.length > 0) return null;
  if (!value) return busy ? <p class="note">Trying other costs…</p> : null;
  const points = value.points
    .map((point) => ({ cost: numbersAt(point, 'at')?.[0], n: numberAt(point, 'n'), loss: numberAt(point, 'loss') }))
    .filter((point): point is { cost: number; n: number; loss: number | undefined } => point.cost !== undefined && point.n !== undefined);
  if (points.length < 2) return null;
  const now = numberAt(studio.problem, value.path);
  const most = Math.max(1, ...points.map((point) => point.n));
  const costs: [number, number] = [points[0]!.cost, points[points.length - 1]!.cost];
  return (
    <section aria-busy={busy}>
      <h3>If teaching cost more, or less</h3>
      <Frame name={`Items of the best lesson against ${value.path}`} x={costs} xLog y={[0, most * 1.08]} xLabel={value.path} yLabel="items" height={220}>
        {({ x, y }) => (
          <>
            <path class="curve after" d={line(points.map((point) => [x(point.cost), y(point.n)]))} />
            {points.map((point) => (
              <circle class="mark after" cx={x(point.cost)} cy={y(point.n)} r={3.5}>
                <title>{`${value.path} ${shown(point.cost)}: ${point.n} items, loss ${shown(point.loss)}`}</title>
              </circle>
            ))}
            {now !== undefined && now >= costs[0] && now <= costs[1] && <line class="curve target" x1={x(now)} x2={x(now)} y1={y(0)} y2={y(most * 1.08)} />}
          </>
        )}
      </Frame>
      <Key
        entries={[
          { ink: 'after', text: 'items of the best lesson' },
          { ink: 'target', text: 'the cost now' },
        ]}
      />
    </section>
  );
}

function Baselines({ studio }: { studio: Studio }) {
  const points = studio.baselines.value;
  if (!points || points.length === 0) return null;
  const series = [
    { name: 'passive', ink: 'before', of: (p: (typeof points)[number]) => p.passive },
    { name: 'active', ink: 'fifth', of: (p: (typeof points)[number]) => p.active },
    { name: 'taught', ink: 'after', of: (p: (typeof points)[number]) => p.teaching },
  ];
  return (
    <section>
      <h3>Passive, active, taught</h3>
      <Frame name="Error of passive, active and taught learners against the number of items" x={[1, points.length]} y={[0, Math.max(...points.map((p) => p.passive)) * 1.08]} xLabel="items" yLabel="error" height={220}>
        {({ x, y }) =>
          series.map(({ ink, of }) => (
            <>
              <path class={`curve ${ink}`} d={line(points.map((p) => [x(p.n), y(of(p))]))} />
              {points.map((p) => (
                <circle class={`mark ${ink}`} cx={x(p.n)} cy={y(of(p))} r={3} />
              ))}
            </>
          ))
        }
      </Frame>
      <Key entries={series.map(({ name, ink }) => ({ text: name, ink }))} />
    </section>
  );
}

export function AnswerPanel({ studio }: { studio: Studio }) {
  const answer = studio.lesson.value;
  const errors = studio.errors;
  const general = errors.filter((error) => error.path === '');
  const words = answer && verdict(answer, studio.lesson.problem);
  return (
    <section
      class="answer"
      aria-label="The lesson"
      aria-busy={studio.busy}
      data-complete={studio.complete}
      data-round-trip={studio.lastRoundTrip}
      data-answers={studio.answers}
    >
      <Busy studio={studio} />
      {general.map((error) => (
        <p class="error" role="alert">
          {error.message}
        </p>
      ))}
      {studio.lesson.cancelled && (
        <button type="button" onClick={() => studio.solve()}>
          Solve again
        </button>
      )}
      {errors.length > general.length && <p class="note">The problem has a mistake, marked at its field.{answer ? ' Below is the last lesson that could be found.' : ''}</p>}
      {words && (
        <div class={studio.lesson.busy ? 'verdict stale' : 'verdict'} aria-live="polite">
          <p class="headline" data-test="headline">
            {words.headline}
          </p>
          <p class={words.proven ? 'proof proven' : 'proof'} data-test="proof">
            {words.proof}
          </p>
          {answer['reason'] === 'interrupted' && !studio.lesson.busy && (
            <button type="button" onClick={() => studio.solve(true)}>
              Search on
            </button>
          )}
        </div>
      )}
      <Split studio={studio} />
      <Items studio={studio} />
      <Baselines studio={studio} />
      <FrontierPanel studio={studio} />
      <Comparison studio={studio} />
      {isObject(answer) && <p class="note">{`Solved in ${shown(1000 * (numberAt(answer, 'seconds') ?? 0), 2)} ms; shown after ${Math.round(studio.lastRoundTrip)} ms.`}</p>}
    </section>
  );
}
