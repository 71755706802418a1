import { expect, test } from 'vitest';
import { cells, numericColumns, table, toCsv } from '../../src/problem/csv';

test('quotes, commas and lines within cells', () => {
  expect(cells('a,"b, ""c""",d\r\n"x\ny",2,3\n')).toEqual([['a', 'b, "c"', 'd'], ['x\ny', '2', '3']]);
});

test('a header is there if some cell of the first row is no number', () => {
  expect(table('1,2\n3,4').columns).toEqual(['column 1', 'column 2']);
  expect(table('1,2\n3,4').rows.length).toBe(2);
  const named = table('\uFEFFname,x,y\nu,1,2\nv,3,oops\n');
  expect(named.columns).toEqual(['name', 'x', 'y']);
  expect(numericColumns(named)).toEqual(['x']);
});

test('what is written can be read', () => {
  const rows = [['a', 'b"c'], [1.5, 'x,y']];
  expect(cells(toCsv(rows))).toEqual(rows.map((row) => row.map(String)));
});
