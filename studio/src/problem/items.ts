// The items of an answer as rows of a table: equal ones once, with how often they are shown.

import type { Answer } from '../engine/types';
import { isObject, type Json } from './json';
import { shown } from '../draw/scale';
import { toCsv } from './csv';

export interface ItemRow {
  cells: string[];
  exact: (string | number)[];
  copies: number;
}

export interface ItemTable {
  titles: string[];
  rows: ItemRow[];
}

/** How the items of a model are written where their JSON does not tell: states that follow each other are one thing. */
export interface Spelling {
  columns?: string[];
  words?: string[]; // that documents count
  sequences?: boolean;
}

function flat(item: Json, sequences: boolean): { titles: string[]; values: (string | number)[] } {
  if (Array.isArray(item)) {
    if (!sequences && item.every((one) => typeof one === 'number')) return { titles: item.map((_, i) => `x${i + 1}`), values: item as number[] };
    return { titles: ['sequence'], values: [item.map(String).join(' ')] };
  }
  if (isObject(item)) {
    const titles: string[] = [];
    const values: (string | number)[] = [];
    for (const [key, value] of Object.entries(item)) {
      if (Array.isArray(value)) {
        value.forEach((one, i) => {
          titles.push(value.length > 1 ? `${key}${i + 1}` : key);
          values.push(typeof one === 'number' ? one : String(one));
        });
      } else {
        titles.push(key);
        values.push(typeof value === 'number' ? value : String(value));
      }
    }
    return { titles, values };
  }
  return { titles: ['item'], values: [typeof item === 'number' ? item : String(item)] };
}

export function itemTable(answer: Pick<Answer, string> | undefined, { columns, words, sequences = false }: Spelling = {}): ItemTable {
  const items = answer?.['items'];
  if (!Array.isArray(items) || items.length === 0) return { titles: [], rows: [] };
  const names = Array.isArray(answer!['rows']) ? (answer!['rows'] as Json[]) : undefined;
  const found = new Map<string, ItemRow>();
  let titles: string[] = [];
  items.forEach((item, i) => {
    const { titles: own, values } = flat(item, sequences);
    const exact = names ? [String(names[i]), ...values] : values;
    const counted = own.map((title, k) => (words && /^counts\d+$/.test(title) ? (words[k - (own.length - words.length)] ?? title) : title));
    const called = columns?.length === own.length ? columns : counted;
    titles = names ? ['row', ...called] : called;
    const key = JSON.stringify(exact);
    const before = found.get(key);
    if (before) ++before.copies;
    else found.set(key, { exact, cells: exact.map((value) => (typeof value === 'number' ? shown(value, 5) : value)), copies: 1 });
  });
  return { titles, rows: [...found.values()] };
}

/** One row an item, as the command line writes it. */
export function itemsCsv(answer: Answer | undefined, spelling?: Spelling): string {
  const { titles, rows } = itemTable(answer, spelling);
  const body = rows.flatMap((row) => Array.from({ length: row.copies }, () => row.exact));
  return toCsv([titles, ...body]);
}
