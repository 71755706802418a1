// CSV as the format has it: commas, quotes, and a header if some cell of the first row is no number.

export interface Table {
  columns: string[];
  rows: string[][];
}

const isNumber = (cell: string): boolean => cell.trim() !== '' && Number.isFinite(Number(cell));

export function cells(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endRow = () => {
    row.push(cell);
    if (row.length > 1 || cell.trim() !== '') rows.push(row);
    row = [];
    cell = '';
  };
  for (let i = 0; i < text.length; ++i) {
    const letter = text[i]!;
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[i + 1] === '"') cell += text[++i]!;
      else quoted = false;
    } else if (letter === '"') quoted = true;
    else if (letter === ',') {
      row.push(cell);
      cell = '';
    } else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  endRow();
  return rows;
}

export function table(text: string): Table {
  const rows = cells(text.replace(/^\uFEFF/, '')).map((row) => row.map((cell) => cell.trim()));
  const first = rows[0] ?? [];
  if (first.every(isNumber)) return { columns: first.map((_, i) => `column ${i + 1}`), rows };
  return { columns: first, rows: rows.slice(1) };
}

/** The columns whose cells are all numbers. */
export function numericColumns({ columns, rows }: Table): string[] {
  return columns.filter((_, i) => rows.length > 0 && rows.every((row) => isNumber(row[i] ?? '')));
}

export function toCsv(rows: (string | number)[][]): string {
  const quoted = (cell: string | number) => {
    const text = String(cell);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(quoted).join(',') + '\n').join('');
}
