// Who is taught, what, at what cost.

import { at, isObject } from '../problem/json';
import type { EngineError, Parameter } from '../engine/types';
import type { Studio } from '../state/studio';
import { errorsAt, FieldErrors, JsonField, NumberField, ParameterField } from './fields';

function ParameterGroup({ studio, title, parameters, at: place, errors }: { studio: Studio; title: string; parameters: Parameter[]; at: string; errors: EngineError[] }) {
  const given = (name: string) => at(studio.problem, `${place}.${name}`) !== undefined;
  const replaced = (name: string) => parameters.some((other) => other.instead_of === name && given(other.name));
  const otherTarget = place === 'target' && ['data', 'belief', 'points', 'test'].some(given);
  const shown = parameters.filter(({ name, optional, instead_of }) => given(name) || !(optional || instead_of || replaced(name) || otherTarget));
  if (shown.length === 0) return null;
  return (
    <section class="group">
      <h3>{title}</h3>
      {shown.map((parameter) => (
        <ParameterField key={parameter.name} studio={studio} parameter={parameter} path={`${place}.${parameter.name}`} errors={errors} />
      ))}
    </section>
  );
}

function Effort({ studio, errors }: { studio: Studio; errors: EngineError[] }) {
  const effort = at(studio.problem, 'effort');
  const terms = isObject(effort) ? Object.keys(effort) : [];
  const costs = studio.model?.costs ?? [];
  const offered = costs.filter(({ name }) => !terms.includes(name));
  return (
    <section class="group">
      <h3>What a lesson costs</h3>
      {terms.map((term) => {
        const path = `effort.${term}`;
        const charges = costs.find(({ name }) => name === term)?.charges;
        const label = charges ? `${term} (${charges})` : term;
        const isNumber = typeof at(studio.problem, path) === 'number';
        return (
          <div class="removable">
            {isNumber ? (
              <NumberField studio={studio} path={path} label={label} domain=">= 0" errors={errors} />
            ) : (
              <JsonField studio={studio} path={path} label={label} errors={errors} />
            )}
            <button type="button" class="quiet" aria-label={`Remove the cost ${term}`} onClick={() => studio.edit(path, undefined)}>
              ×
            </button>
          </div>
        );
      })}
      {offered.length > 0 && (
        <p class="adders">
          {offered.map(({ name, example }) => (
            <button type="button" class="quiet" onClick={() => studio.edit(`effort.${name}`, example)}>
              + {name}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

/** What every problem may have beside, where this one has it. */
const others = ['items', 'size', 'loss', 'names', 'limits', 'learner.has_seen', 'learner.one_of', 'learner.judge', 'target.belief', 'target.data', 'target.points'];

function Rest({ studio, errors }: { studio: Studio; errors: EngineError[] }) {
  const losses = studio.model?.losses ?? [];
  const given = others.filter((path) => path !== 'loss' && at(studio.problem, path) !== undefined);
  return (
    <section class="group">
      <h3>Rules</h3>
      {losses.length > 1 && (
        <div class="field">
          <label for="field-loss">how the learner is judged</label>
          <select
            id="field-loss"
            value={String(at(studio.problem, 'loss') ?? losses[0])}
            onChange={(event) => studio.edit('loss', event.currentTarget.value === losses[0] ? undefined : event.currentTarget.value)}
          >
            {losses.map((loss) => (
              <option>{loss}</option>
            ))}
          </select>
        </div>
      )}
      {given.map((path) => (
        <JsonField key={path} studio={studio} path={path} label={path} errors={errors} />
      ))}
      {at(studio.problem, 'size') === undefined && (
        <p class="adders">
          <button type="button" class="quiet" onClick={() => studio.edit('size', Number(studio.lesson.value?.n ?? 5))}>
            + a fixed size
          </button>
        </p>
      )}
    </section>
  );
}

export function Form({ studio }: { studio: Studio }) {
  const model = studio.model;
  const errors = studio.errors;
  const known = ['learner', 'target', 'effort', ...others];
  const elsewhere = errors.filter((error) => error.path !== '' && !known.some((path) => errorsAt([error], path).length > 0));
  return (
    <form class="form" onSubmit={(event) => event.preventDefault()} aria-label="The problem">
      <div class="field">
        <label for="field-model">Learner</label>
        <select
          id="field-model"
          value={String(studio.problem.learner?.['model'] ?? '')}
          onChange={(event) => {
            const chosen = studio.models.find((one) => one.model === event.currentTarget.value);
            if (chosen) studio.choose(chosen);
          }}
        >
          {studio.models.map((one) => (
            <option value={one.model}>{one.model}</option>
          ))}
        </select>
        {model && (
          <p class="note">
            {model.summary}. An item is {model.item}.
          </p>
        )}
        <FieldErrors errors={errorsAt(errors, 'learner.model')} id="field-model-error" />
      </div>
      {model && (
        <>
          <ParameterGroup studio={studio} title="What it knows" parameters={model.known} at="learner" errors={errors} />
          <ParameterGroup studio={studio} title="What it believes before" parameters={model.prior} at="learner.prior" errors={errors} />
          <ParameterGroup studio={studio} title="What it should believe" parameters={model.target} at="target" errors={errors} />
        </>
      )}
      <Effort studio={studio} errors={errors} />
      <Rest studio={studio} errors={errors} />
      <FieldErrors errors={elsewhere.map((error) => ({ path: error.path, message: `${error.path}: ${error.message}` }))} id="other-errors" />
      <details class="group">
        <summary>The problem as JSON</summary>
        <JsonField studio={studio} path="" label="problem" errors={[]} />
      </details>
    </form>
  );
}
