// Pictures as the engine describes them.

export type Ink = 'target' | 'before' | 'after' | 'items' | 'fifth' | 'sixth' | 'seventh' | 'eighth';
type Number = number | null; // null: not finite

export interface Axis {
  label: string;
  logarithmic: boolean;
  whole: boolean;
  range: [number, number] | null;
}

export interface Mark {
  at: Number;
  name: string;
  ink: Ink;
}

interface Titled {
  title: string;
  notes: string[];
}

export interface Bars extends Titled {
  kind: 'bars';
  categories: string[];
  under: string[];
  series: { name: string; ink: Ink; values: Number[] }[];
  x_label: string;
  y_label: string;
  range: [number, number] | null;
}

export interface Curves extends Titled {
  kind: 'curves';
  x: Axis;
  y: Axis;
  series: { name: string; ink: Ink; x: Number[]; y: Number[]; form: 'line' | 'points' | 'line and points' | 'stems' }[];
  vertical: Mark[];
  horizontal: Mark[];
  rug?: { name: string; ink: Ink; x: number[]; copies: number[] };
}

export interface Histogram extends Titled {
  kind: 'histogram';
  x: Axis;
  edges: number[];
  counts: number[];
  name: string;
  marks: Mark[];
}

export interface Plane extends Titled {
  kind: 'plane';
  x_label: string;
  y_label: string;
  items: { name: string; ink: Ink; at: [number, number][]; copies: number[] }[];
  gaussians: { name: string; ink: Ink; mean: [number, number]; covariance: [[number, number], [number, number]] | null }[];
  lines: { name: string; ink: Ink; normal: [number, number]; offset: number }[];
}

export interface Space extends Titled {
  kind: 'space';
  labels: [string, string, string];
  name: string;
  items: [number, number, number][];
  copies: number[];
  edges: [number, number][];
  places: { name: string; ink: Ink; at: [number, number, number]; covariance: number[][] | null }[];
  range: [number, number] | null;
}

export interface Intervals extends Titled {
  kind: 'intervals';
  x: Axis;
  rows: { name: string; ink: Ink; span: [number, number] | null; points: number[]; remark: string }[];
  marks: Mark[];
}

export interface Grid extends Titled {
  kind: 'grid';
  rows: string[];
  columns: string[];
  cells: Number[][];
  numbers: boolean;
  chosen: number[];
  faded: number[];
  ink: Ink;
}

export interface Words extends Titled {
  kind: 'words';
  heads: string[];
  rows: string[][];
}

export interface KeyOnly extends Titled {
  kind: 'key';
  entries: { name: string; ink: Ink }[];
}

export type Picture = Bars | Curves | Histogram | Plane | Space | Intervals | Grid | Words | KeyOnly;

export interface Sheet {
  title: string;
  notes: string[];
  rows: Picture[][];
}

/** Something in a picture that can be moved, in the picture's own numbers. */
export interface DragHandle {
  id: string;
  name: string; // for those who do not see it
  ink: Ink;
  x: number;
  y: number;
  value: number; // the number that is changed, spoken
  words?: string;
  low?: number;
  high?: number;
  step: [number, number]; // of an arrow key
  bar?: number; // in a picture of bars: of which series
  move: (x: number, y: number) => void;
}

export const finite = (values: readonly Number[]): number[] => values.filter((value): value is number => value !== null);

export function spanOf(values: readonly number[], margin = 0.08): [number, number] {
  if (values.length === 0) return [0, 1];
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const more = margin * (high - low || Math.abs(high) || 1);
  return [low - more, high + more];
}
