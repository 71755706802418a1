// What the engine found, in plain words.

import type { Answer } from '../engine/types';
import { at, numberAt, type Json } from './json';
import { shown } from '../draw/scale';

const items = (n: number): string => (n === 1 ? '1 item' : `${n.toLocaleString('en')} items`);

const directions: Record<string, string> = {
  'more items': 'Every further item helps more than it costs, without end. A price for items would give a best lesson.',
  'closer items': 'The closer the items, the better, without end.',
  'larger items': 'The larger the items, the better, without end. A range, or a price for magnitude, may give a best lesson.',
  'spread items': 'The farther the items are apart, the better, without end. A range would give a best lesson.',
  none: 'The learner already believes the target and nothing else: there is nothing to teach.',
};

export interface Verdict {
  headline: string;
  proof: string;
  proven: boolean;
}

/** Sets that the proof is about, where not all are allowed. */
function among(problem: Json | undefined): string {
  const size = at(problem, 'size');
  if (typeof size === 'number') return `set of ${items(size)}`;
  if (Array.isArray(size)) return `set of ${String(size[0])} to ${String(size[1])} items`;
  return at(problem, 'limits.max_items') === undefined ? 'teaching set' : `set of up to ${String(at(problem, 'limits.max_items'))} items`;
}

export function verdict(answer: Answer, problem?: Json): Verdict {
  const n = answer.n ?? 0;
  const bound = numberAt(answer, 'lower_bound');
  const gap = numberAt(answer, 'gap');
  const lesson = n === 0 ? 'Teach nothing' : `Show ${items(n)}`;
  switch (answer.status) {
    case 'optimal':
      return { headline: lesson, proof: `No ${among(problem)} does better; proven.`, proven: true };
    case 'feasible': {
      const close = gap === undefined ? '' : ` The best possible is at most ${shown(gap, 2)} better.`;
      return { headline: lesson, proof: `The best found; not proven to be the best.${close}`, proven: false };
    }
    case 'unbounded': {
      const end = bound === undefined ? '' : ` The impedance goes towards ${shown(bound)}.`;
      return { headline: 'There is no best lesson', proof: (directions[String(answer['direction'])] ?? '') + end, proven: false };
    }
    case 'unteachable':
      return { headline: 'This cannot be taught', proof: `${String(answer['reason'] ?? 'the learner rules the target out')}.`, proven: false };
    default:
      return { headline: answer.status, proof: '', proven: false };
  }
}
