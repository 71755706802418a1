// The engine's pictures of the lesson, with what can be touched in them.

import { Bars } from '../pictures/bars';
import { Concepts } from '../pictures/concepts';
import { Curves } from '../pictures/curves';
import { dragHandlesOf } from '../pictures/drag_handles';
import { Histogram } from '../pictures/histogram';
import { Intervals } from '../pictures/intervals';
import { Plane } from '../pictures/plane';
import type { Picture, Sheet } from '../pictures/sheet';
import { Simplex } from '../pictures/simplex';
import { Space } from '../pictures/space';
import { Grid, Words } from '../pictures/tables';
import { Key } from '../draw/frame';
import { at, isObject, numbersAt, type Json } from '../problem/json';
import type { Studio } from '../state/studio';

/** The rows of the pool in the plane, where it has two columns. */
function poolRows(studio: Studio): [number, number][] {
  const pool = at(studio.problem, 'items.pool');
  const columns = at(studio.problem, 'items.columns');
  const where = at(studio.problem, 'items.where');
  const data = typeof pool === 'string' ? studio.tables.get(pool) : undefined;
  if (!data || !Array.isArray(columns) || columns.length !== 2) return [];
  const [i, j] = columns.map((column) => data.columns.indexOf(String(column)));
  const kept = data.rows.filter((row) => !isObject(where) || Object.entries(where).every(([column, value]) => row[data.columns.indexOf(column)] === String(value)));
  return kept.slice(0, 5000).map((row): [number, number] => [Number(row[i!]), Number(row[j!])]);
}

function OnePicture({ studio, picture, index }: { studio: Studio; picture: Picture; index: number }) {
  const edit = (...change: Parameters<Studio['edit']>) => studio.edit(...change);
  const handles = dragHandlesOf(studio.problem, studio.model, picture, index, edit);
  const onEnd = () => studio.settle();
  switch (picture.kind) {
    case 'bars':
      return <Bars picture={picture} handles={handles} onEnd={onEnd} />;
    case 'curves':
      return <Curves picture={picture} handles={handles} onEnd={onEnd} />;
    case 'plane':
      return <Plane picture={picture} handles={handles} others={index === 0 ? poolRows(studio) : []} onEnd={onEnd} />;
    case 'space':
      return <Space picture={picture} />;
    case 'intervals':
      return <Intervals picture={picture} handles={handles} onEnd={onEnd} />;
    case 'histogram':
      return <Histogram picture={picture} />;
    case 'grid':
      return <Grid picture={picture} />;
    case 'words':
      return <Words picture={picture} />;
    case 'key':
      return <Key entries={picture.entries.map(({ name, ink }) => ({ text: name, ink }))} />;
  }
}

/** The items have a table of their own beside the pictures, and concepts one in which they can be chosen. */
function isShownElsewhere(picture: Picture, model: Json | undefined): boolean {
  return (picture.kind === 'words' && picture.title === 'Items') || (picture.kind === 'grid' && model === 'concepts');
}

/** Hypotheses are chosen by their names. */
function HypothesisChoice({ studio }: { studio: Studio }) {
  const all = at(studio.problem, 'learner.hypotheses') ?? at(studio.problem, 'learner.table');
  if (studio.problem.learner['model'] !== 'hypotheses' || !isObject(all)) return null;
  const target = at(studio.problem, 'target.hypothesis');
  return (
    <p class="choice" role="group" aria-label="The hypothesis to be taught">
      Teach{' '}
      {Object.keys(all).map((name) => (
        <button type="button" class="row-button" aria-pressed={name === target} onClick={() => studio.edit('target.hypothesis', name)}>
          {name}
        </button>
      ))}
    </p>
  );
}

export function Pictures({ studio }: { studio: Studio }) {
  const sheet = studio.lesson.value?.['picture'] as unknown as Sheet | undefined;
  if (!sheet) return <section class="pictures" aria-label="Pictures" />;
  const seen = new Map<string, number>();
  const three = studio.problem.learner['model'] === 'categorical' && numbersAt(studio.problem, 'target.pi')?.length === 3 && numbersAt(studio.problem, 'learner.prior.beta')?.filter((count) => count > 0).length === 3;
  return (
    <section class={studio.lesson.busy ? 'pictures stale' : 'pictures'} aria-label="Pictures">
      <HypothesisChoice studio={studio} />
      {studio.problem.learner['model'] === 'concepts' && <Concepts studio={studio} />}
      {sheet.rows.map((row) => (
        <div class={row.length > 1 ? 'pair' : undefined}>
          {row.filter((picture) => !isShownElsewhere(picture, studio.problem.learner['model'])).map((picture) => {
            const index = seen.get(picture.kind) ?? 0;
            seen.set(picture.kind, index + 1);
            return (
              <figure>
                <figcaption>{picture.title}</figcaption>
                <OnePicture studio={studio} picture={picture} index={index} />
                {picture.notes.map((note) => (
                  <p class="note">{note}</p>
                ))}
              </figure>
            );
          })}
        </div>
      ))}
      {three && (
        <figure>
          <figcaption>Every distribution of three categories is a point; drag the target</figcaption>
          <Simplex studio={studio} />
        </figure>
      )}
    </section>
  );
}
