// The same lesson for the command line, C++ and Python.

import type { Model, Problem } from '../engine/types';
import { at, isObject, type Json } from './json';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Files that the problem names, which must lie beside it. */
export function filesOf(value: Json): string[] {
  if (typeof value === 'string') return /\.(csv|txt)$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(filesOf);
  return isObject(value) ? Object.values(value).flatMap(filesOf) : [];
}

/** Files go by their plain names here. */
export function withPlainNames(value: Json): Json {
  if (typeof value === 'string') return /\.(csv|txt)$/.test(value) ? value.replace(/^.*\//, '') : value;
  if (Array.isArray(value)) return value.map(withPlainNames);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withPlainNames(one)])) : value;
}

export function commandLine(problem: Problem): string {
  const files = [...new Set(filesOf(problem))];
  const note = files.length > 0 ? `# ${files.join(', ')} must be in this folder\n` : '';
  return `${note}echo ${quoted(JSON.stringify(problem))} | didact teach -\n`;
}

function python(value: Json): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`;
  if (isObject(value)) return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${python(one)}`).join(', ')}}`;
  return JSON.stringify(value);
}

export function pythonCode(problem: Problem): string {
  const members = Object.entries(problem).map(([key, value]) => `    ${JSON.stringify(key)}: ${python(value)},\n`);
  return `import didact\n\nlesson = didact.teach({\n${members.join('')}})\nprint(lesson)\n`;
}

/** The struct of the library, where its members are the parameters and nothing else; its fields come in that order. */
function cppType(model: Model | undefined): string | undefined {
  const plain = model && model.known.length === 0 && model.prior.length > 0 && ['line', 'categories'].includes(model.drawing);
  return plain ? model.model.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()) : undefined;
}


const braces = (value: Json | undefined): string => (Array.isArray(value) ? `{${value.map(braces).join(', ')}}` : String(value));

/** Nothing where the library's types would take more than a few lines. */
export function cppCode(problem: Problem, model: Model | undefined): string | undefined {
  const type = cppType(model);
  const simple = Object.keys(problem).every((key) => ['learner', 'target', 'effort'].includes(key));
  const effort = isObject(problem['effort']) ? problem['effort'] : {};
  const numbers = Object.values(effort).every((value) => typeof value === 'number');
  if (!model || !type || !simple || !numbers || Object.keys(problem.learner).some((key) => key !== 'model' && key !== 'prior')) return undefined;
  const member = (path: string) => ({ name }: { name: string }) => `.${name} = ${braces(at(problem, `${path}.${name}`))}`;
  const cost = Object.entries(effort).map(([term, value]) => `${term}(${String(value)})`).join(' + ') || 'Effort{}';
  return `#include <didact/didact.hpp>
#include <iostream>

int main() {
  using namespace didact;
  const ${type} learner{${model.prior.map(member('learner.prior')).join(', ')}};
  std::cout << teach(learner, {${model.target.map(member('target')).join(', ')}}, ${cost}) << '\\n';
}
`;
}
