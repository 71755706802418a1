// The parameters of a problem as fields, made from what the model says of itself.

import type { EngineError, Parameter } from '../engine/types';
import { at, isProblem, matrixAt, withValue, type Json } from '../problem/json';
import type { Studio } from '../state/studio';

interface FieldProps {
  studio: Studio;
  path: string;
  label: string;
  hint?: string;
  domain?: string;
  errors: EngineError[];
}

/** Those about a place, or something in it. */
export function errorsAt(errors: EngineError[], path: string): EngineError[] {
  return errors.filter((error) => error.path === path || error.path.startsWith(`${path}.`) || error.path.startsWith(`${path}[`));
}

export function FieldErrors({ errors, id }: { errors: EngineError[]; id: string }) {
  if (errors.length === 0) return null;
  return (
    <p class="error" id={id} role="alert">
      {errors.map((error) => error.message).join('; ')}
    </p>
  );
}

const idOf = (path: string): string => `field-${path.replace(/[^a-zA-Z0-9]+/g, '-')}`;

function FieldLabel({ id, label, hint, domain }: { id: string; label: string; hint?: string; domain: string }) {
  return (
    <label for={id} title={hint}>
      {label}
      {domain && <span class="domain">{domain}</span>}
    </label>
  );
}

/** What a slider covers: from a domain such as "> 0" or "in [0, 1]", else around the value. */
export function sliderRange(domain: string, value: number): { low: number; high: number; logarithmic: boolean } {
  const between = /in [[(](-?[\d.]+), (-?[\d.]+)[\])]/.exec(domain);
  if (between) return { low: Number(between[1]), high: Number(between[2]), logarithmic: false };
  if (/>=? 0/.test(domain)) return { low: Math.min(0.001, value || 0.001), high: Math.max(100, value), logarithmic: true };
  const wide = Math.max(5, 2 * Math.abs(value));
  return { low: -wide, high: wide, logarithmic: false };
}

/** A number as people write it, or nothing; a comma may be a decimal point. */
export function numberIn(text: string): number | undefined {
  const plain = text.trim().replace(/^([-+]?\d*),(\d+)$/, '$1.$2').replace('−', '-');
  const number = Number(plain);
  return plain === '' || !Number.isFinite(number) ? undefined : number;
}
const noNumber = 'this is no number; the lesson is still that of the number before';

const positions = 1000;

export function NumberField({ studio, path, label, hint, domain = '', errors }: FieldProps) {
  const value = at(studio.problem, path);
  const number = typeof value === 'number' ? value : 0;
  const draft = studio.drafts.get(path);
  const own = draft?.error ? [{ path, message: draft.error }] : errorsAt(errors, path);
  const id = idOf(path);
  const range = sliderRange(domain, number);
  const place = range.logarithmic
    ? (positions * Math.log(Math.max(number, range.low) / range.low)) / Math.log(range.high / range.low)
    : (positions * (number - range.low)) / (range.high - range.low);
  const fromSlider = (position: number) => {
    const share = position / positions;
    const raw = range.logarithmic ? range.low * (range.high / range.low) ** share : range.low + share * (range.high - range.low);
    studio.edit(path, Number(raw.toPrecision(3)), path);
  };
  return (
    <div class="field">
      <FieldLabel id={id} label={label} hint={hint} domain={domain} />
      <div class="pair-of-inputs">
        <input
          id={id}
          type="text"
          inputMode="decimal"
          value={draft?.text ?? String(value ?? '')}
          aria-invalid={own.length > 0}
          aria-describedby={own.length > 0 ? `${id}-error` : undefined}
          onInput={(event) => {
            const text = event.currentTarget.value;
            const parsed = numberIn(text);
            if (parsed !== undefined) studio.edit(path, parsed, path);
            studio.typed(path, text, parsed === undefined ? noNumber : undefined);
          }}
          onBlur={() => studio.settle()}
        />
        <input
          type="range"
          min={0}
          max={positions}
          value={place}
          aria-label={`${label}, slider`}
          aria-valuetext={String(number)}
          onInput={(event) => fromSlider(Number(event.currentTarget.value))}
          onChange={() => studio.settle()}
        />
      </div>
      <FieldErrors errors={own} id={`${id}-error`} />
    </div>
  );
}

/** Anything, as JSON: taken when the field is left. */
export function JsonField({ studio, path, label, hint, domain = '', errors }: FieldProps) {
  const value = at(studio.problem, path);
  const draft = studio.drafts.get(path);
  const text = draft?.text ?? (value === undefined ? '' : JSON.stringify(value));
  const own = draft?.error ? [{ path, message: draft.error }] : errorsAt(errors, path);
  const id = idOf(path);
  const take = (next: string) => {
    let read: Json | undefined;
    try {
      read = next.trim() === '' && path !== '' && path !== 'learner' ? undefined : (JSON.parse(next) as Json);
    } catch {
      return studio.typed(path, next, 'this is no JSON yet');
    }
    if (!isProblem(withValue(studio.problem, path, read))) return studio.typed(path, next, 'a problem needs a "learner", which is an object');
    studio.edit(path, read, path);
    studio.typed(path, next);
  };
  return (
    <div class="field">
      <FieldLabel id={id} label={label} hint={hint} domain={domain} />
      <textarea
        id={id}
        rows={Math.min(6, 1 + Math.floor(text.length / 40))}
        value={text}
        spellcheck={false}
        aria-invalid={own.length > 0}
        aria-describedby={own.length > 0 ? `${id}-error` : undefined}
        onInput={(event) => studio.typed(path, event.currentTarget.value)}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <FieldErrors errors={own} id={`${id}-error`} />
    </div>
  );
}

/** A name: taken when the field is left. */
function TextField({ studio, path, label, hint, errors }: FieldProps) {
  const own = errorsAt(errors, path);
  const id = idOf(path);
  return (
    <div class="field">
      <label for={id} title={hint}>
        {label}
      </label>
      <input
        id={id}
        type="text"
        value={studio.drafts.get(path)?.text ?? String(at(studio.problem, path) ?? '')}
        aria-invalid={own.length > 0}
        aria-describedby={own.length > 0 ? `${id}-error` : undefined}
        onInput={(event) => studio.typed(path, event.currentTarget.value)}
        onChange={(event) => studio.edit(path, event.currentTarget.value)}
      />
      <FieldErrors errors={own} id={`${id}-error`} />
    </div>
  );
}

/** One number of several. */
function Cell({ studio, path, value, label, wrong, onNumber }: { studio: Studio; path: string; value: number; label: string; wrong: boolean; onNumber: (value: number) => void }) {
  const draft = studio.drafts.get(path);
  return (
    <input
      type="text"
      inputMode="decimal"
      value={draft?.text ?? String(value)}
      aria-label={label}
      aria-invalid={wrong || draft?.error !== undefined}
      title={draft?.error}
      onInput={(event) => {
        const text = event.currentTarget.value;
        const number = numberIn(text);
        if (number !== undefined) onNumber(number);
        studio.typed(path, text, number === undefined ? noNumber : undefined);
      }}
      onBlur={() => studio.settle()}
    />
  );
}

/** Lists and matrices of few numbers. */
function CellsField({ studio, path, label, hint, domain = '', errors, rows, isList }: FieldProps & { rows: number[][]; isList: boolean }) {
  const own = errorsAt(errors, path);
  const symmetric = domain.includes('symmetric');
  const set = (i: number, j: number, number: number) => {
    const next = rows.map((row) => [...row]);
    next[i]![j] = number;
    if (symmetric && i !== j) next[j]![i] = number;
    studio.edit(path, isList ? next[0]! : next, path);
  };
  return (
    <fieldset class="field">
      <legend title={hint}>
        {label}
        {domain && <span class="domain">{domain}</span>}
      </legend>
      {rows.map((row, i) => (
        <div class="cells">
          {row.map((value, j) => (
            <Cell
              studio={studio}
              path={isList ? `${path}[${j}]` : `${path}[${i}][${j}]`}
              value={value}
              label={isList ? `${label}, number ${j + 1}` : `${label}, row ${i + 1}, column ${j + 1}`}
              wrong={own.length > 0}
              onNumber={(number) => set(i, j, number)}
            />
          ))}
        </div>
      ))}
      <FieldErrors errors={own} id={`${idOf(path)}-error`} />
    </fieldset>
  );
}

const mostInAList = 12;
const mostInAMatrix = 8;

export function ParameterField({ studio, parameter, path, errors }: { studio: Studio; parameter: Parameter; path: string; errors: EngineError[] }) {
  const value = at(studio.problem, path);
  const field = { studio, path, label: parameter.name, hint: parameter.meaning, domain: parameter.domain, errors };
  if (typeof value === 'boolean') {
    return (
      <div class="field">
        <label class="check" title={parameter.meaning}>
          <input type="checkbox" checked={value} onChange={(event) => studio.edit(path, event.currentTarget.checked)} />
          {parameter.name}
        </label>
      </div>
    );
  }
  if (typeof value === 'string') return <TextField {...field} />;
  if (typeof value === 'number' || (value === undefined && parameter.shape === '' && !parameter.free)) return <NumberField {...field} />;
  if (Array.isArray(value) && value.length > 0 && value.length <= mostInAList && value.every((one) => typeof one === 'number')) return <CellsField {...field} rows={[value as number[]]} isList />;
  const matrix = matrixAt(studio.problem, path);
  if (matrix && matrix.length > 0 && matrix.length <= mostInAMatrix && matrix.every((row) => row.length > 0 && row.length <= mostInAMatrix)) return <CellsField {...field} rows={matrix} isList={false} />;
  return <JsonField {...field} />;
}
