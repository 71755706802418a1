// Pictures that are tables: cells with a shade, and words.

import { shown } from '../draw/scale';
import type { Grid as GridPicture, Words as WordsPicture } from './sheet';

interface GridProps {
  picture: GridPicture;
  /** The row that is the target, and what choosing another does. */
  target?: string;
  onChoose?: (row: string) => void;
}

const mostColumns = 40;

export function Grid({ picture, target, onChoose }: GridProps) {
  const { rows, columns, cells, chosen, faded } = picture;
  const columnsShown = columns.slice(0, mostColumns);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={picture.title}>
      <table class="grid-table">
        <thead>
          <tr>
            <td />
            {columnsShown.map((column, i) => (
              <th scope="col" class={chosen.includes(i) ? 'chosen' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, r) => (
            <tr class={faded.includes(r) ? 'faded' : ''}>
              <th scope="row">
                {onChoose ? (
                  <button type="button" class="row-button" aria-pressed={row === target} onClick={() => onChoose(row)}>
                    {row}
                  </button>
                ) : (
                  row
                )}
              </th>
              {columnsShown.map((_, c) => {
                const value = cells[r]?.[c] ?? null;
                return (
                  <td class={`shade-${value === null ? 0 : Math.round(Math.min(1, Math.max(0, value)) * 10)} ${chosen.includes(c) ? 'chosen' : ''}`}>
                    {value === null ? '' : shown(value, 2)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {columns.length > mostColumns && <p class="note">{`The first ${mostColumns} of ${columns.length} columns.`}</p>}
    </div>
  );
}

export function Words({ picture }: { picture: WordsPicture }) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={picture.title}>
      <table>
        {picture.heads.length > 0 && (
          <thead>
            <tr>
              {picture.heads.map((head) => (
                <th scope="col">{head}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {picture.rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
