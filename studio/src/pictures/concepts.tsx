// Concepts by items: the teaching set framed, concepts that it rules out struck through.

import { at, isObject, numbersAt, type Json } from '../problem/json';
import type { Studio } from '../state/studio';
import type { Grid as GridPicture } from './sheet';
import { Grid } from './tables';

const mostRows = 100;

interface Class {
  items: string[];
  concepts: { name: string; labels: number[] }[];
}

/** From the problem itself, or the file that it names. */
export function conceptClass(studio: Pick<Studio, 'problem' | 'tables'>): Class | undefined {
  const inline = at(studio.problem, 'learner.concepts');
  if (isObject(inline)) {
    const concepts = Object.keys(inline).map((name) => ({ name, labels: numbersAt(inline as Json, name) ?? [] }));
    return { items: concepts[0]?.labels.map((_, i) => String(i + 1)) ?? [], concepts };
  }
  const file = at(studio.problem, 'learner.file');
  const table = typeof file === 'string' ? studio.tables.get(file) : undefined;
  if (!table) return undefined;
  return { items: table.columns.slice(1), concepts: table.rows.map(([name, ...labels]) => ({ name: name!, labels: labels.map(Number) })) };
}

export function Concepts({ studio }: { studio: Studio }) {
  const all = conceptClass(studio);
  if (!all) return null;
  const shown = (studio.lesson.value?.['items'] ?? []) as { x: string | number; y: number }[];
  const column = (x: string | number) => (all.items.indexOf(String(x)) >= 0 ? all.items.indexOf(String(x)) : Number(x) - 1);
  const taught = Array.isArray(shown) ? shown.map(({ x, y }) => ({ column: column(x), y })) : [];
  const rows = all.concepts.slice(0, mostRows);
  const picture: GridPicture = {
    kind: 'grid',
    title: 'Concepts by items, the teaching set framed',
    notes: [],
    rows: rows.map(({ name }) => name),
    columns: all.items,
    cells: rows.map(({ labels }) => labels),
    numbers: true,
    chosen: taught.map((item) => item.column),
    faded: rows.flatMap(({ labels }, r) => (taught.some((item) => labels[item.column] !== item.y) ? [r] : [])),
    ink: 'after',
  };
  return (
    <figure>
      <figcaption>Concepts by items: the teaching set is framed, choose a concept to teach it</figcaption>
      <Grid picture={picture} target={String(at(studio.problem, 'target.concept') ?? '')} onChoose={(name) => studio.edit('target.concept', name)} />
      {all.concepts.length > mostRows && <p class="note">{`The first ${mostRows} of ${all.concepts.length} concepts.`}</p>}
    </figure>
  );
}
