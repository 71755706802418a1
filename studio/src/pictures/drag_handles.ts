// What can be taken by hand in the pictures of each model: where it is, and what moving it changes in the problem.

import { axes, ends, fromAxes, type Symmetric } from '../draw/ellipse';
import type { Model, Parameter, Problem } from '../engine/types';
import { at, matrixAt, numberAt, numbersAt, tidy, type Json } from '../problem/json';
import { finite, type Bars, type Curves, type DragHandle, type Intervals, type Picture } from './sheet';

export type Edit = (path: string, value: Json | undefined, gesture?: string) => void;

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** One share is set, and the others keep their proportions; together they are exactly 1. */
export function withShare(shares: readonly number[], index: number, to: number): number[] {
  const share = Math.min(1, Math.max(0, tidy(to, 1e-3)));
  const rest = total(shares) - shares[index]!;
  const next = shares.map((p, i) => {
    if (i === index) return share;
    return tidy(rest > 1e-9 ? (p / rest) * (1 - share) : (1 - share) / (shares.length - 1), 1e-6);
  });
  const largest = next.reduce((best, p, i) => (i !== index && (best < 0 || p > next[best]!) ? i : best), -1);
  if (largest >= 0) next[largest] = Math.max(0, tidy(1 - (total(next) - next[largest]!), 1e-9));
  return next;
}

/** Pseudo-counts whose shares are changed while their sum, the belief's weight, stays. */
export function withCountShare(counts: readonly number[], index: number, to: number): number[] {
  const weight = total(counts);
  const shares = withShare(counts.map((count) => count / weight), index, Math.min(0.99, Math.max(0.01, to)));
  return shares.map((share) => Math.max(1e-3, tidy(share * weight, 1e-3)));
}

const mostBars = 24; // that a hand can tell apart

/** Bars of shares: pseudo-counts before, and a target that is 1 together. */
function shareBars(problem: Problem, picture: Bars, countsPath: string, sharesPath: string, edit: Edit): DragHandle[] {
  const counts = numbersAt(problem, countsPath);
  const shares = numbersAt(problem, sharesPath);
  const size = picture.categories.length;
  if (!counts || !shares || counts.length !== size || shares.length !== size || size > mostBars || !counts.every((count) => count > 0)) return [];
  const weight = total(counts);
  return picture.series.flatMap(({ ink }, bar): DragHandle[] => {
    if (ink !== 'before' && ink !== 'target') return [];
    const heights = ink === 'before' ? counts.map((count) => count / weight) : shares;
    return heights.map((height, k) => ({
      id: `${ink} ${k}`,
      name: `${ink === 'before' ? 'Belief before' : 'Target'}, ${picture.categories[k]}`,
      ink,
      x: k,
      bar,
      y: height,
      value: tidy(height),
      low: 0,
      high: 1,
      step: [0, 0.01],
      move: (_, y) => {
        if (ink === 'before') edit(countsPath, withCountShare(counts, k, y), `${countsPath} ${k}`);
        else edit(sharesPath, withShare(shares, k, y), `${sharesPath} ${k}`);
      },
    }));
  });
}

function bernoulli(problem: Problem, picture: Bars, edit: Edit): DragHandle[] {
  const p = numberAt(problem, 'target.p');
  const series = picture.series.findIndex((one) => one.ink === 'target');
  const category = picture.categories.length - 1; // the last is 1
  if (p === undefined || series < 0) return [];
  return [
    {
      id: 'p',
      name: 'Target, the probability of a 1',
      ink: 'target',
      x: category,
      bar: series,
      y: p,
      value: tidy(p),
      low: 0,
      high: 1,
      step: [0, 0.01],
      move: (_, y) => edit('target.p', Math.min(1, Math.max(0, tidy(y, 1e-3))), 'p'),
    },
  ];
}

/** The highest point of the curve of an ink. */
function peak(picture: Curves, ink: string): { x: number; y: number } | undefined {
  const curve = picture.series.find((one) => one.ink === ink);
  if (!curve) return undefined;
  const ys = curve.y.map((y) => y ?? -Infinity);
  const best = ys.indexOf(Math.max(...finite(curve.y)));
  const x = curve.x[best];
  return x === null || x === undefined ? undefined : { x, y: ys[best]! };
}

/** Where the curve of an ink is at x. */
function heightAt(picture: Curves, ink: string, x: number): number | undefined {
  const curve = picture.series.find((one) => one.ink === ink);
  const i = curve?.x.findIndex((place) => place !== null && place >= x) ?? -1;
  return i >= 0 ? (curve!.y[i] ?? undefined) : undefined;
}

function stepOf(picture: Curves): number {
  const range = picture.x.range ?? [0, 1];
  return Math.max(1e-4, 10 ** Math.floor(Math.log10((range[1] - range[0]) / 40)));
}

function gaussianLine(problem: Problem, picture: Curves, edit: Edit): DragHandle[] {
  const handles: DragHandle[] = [];
  const step = stepOf(picture);
  const mean = numberAt(problem, 'target.mean');
  const prior = numberAt(problem, 'learner.prior.mean');
  const top = peak(picture, 'target');
  if (mean !== undefined && top) {
    const move = (x: number) => edit('target.mean', tidy(x, step / 10), 'target mean');
    handles.push({ id: 'target mean', name: 'Target mean', ink: 'target', x: mean, y: top.y, value: tidy(mean), step: [step, 0], move });
  }
  const variance = numberAt(problem, 'target.variance');
  if (mean !== undefined && variance !== undefined && top) {
    const deviation = Math.sqrt(variance);
    const y = heightAt(picture, 'target', mean + deviation) ?? top.y * 0.6;
    const move = (x: number) => {
      const wide = Math.max(step / 10, Math.abs(x - mean));
      edit('target.variance', Math.max(1e-6, tidy(wide * wide, 1e-4)), 'target variance');
    };
    handles.push({
      id: 'target variance',
      name: 'Target standard deviation',
      ink: 'target',
      x: mean + deviation,
      y,
      value: tidy(deviation),
      low: 0,
      step: [step, 0],
      move,
    });
  }
  const before = peak(picture, 'before');
  if (prior !== undefined && before) {
    const move = (x: number) => edit('learner.prior.mean', tidy(x, step / 10), 'prior mean');
    handles.push({ id: 'prior mean', name: 'Mean that the learner believes in before', ink: 'before', x: prior, y: before.y, value: tidy(prior), step: [step, 0], move });
  }
  return handles;
}

/** The numbers that a domain such as "in (0, 1]" or "> 0" allows, as far as a hand can tell them from its ends. */
export function limitsOf(domain: string): [number, number] {
  if (domain.includes('(0, 1')) return [1e-3, domain.includes('1]') ? 1 : 1 - 1e-3];
  if (domain.includes('[0, 1')) return [0, 1];
  if (domain.startsWith('>')) return [domain.startsWith('>=') ? 0 : 1e-6, 1e6];
  return [-1e6, 1e6];
}

/** The target of a learner of one number with one parameter, in the picture of the belief about it. */
function parameterLine(problem: Problem, picture: Curves, { name, domain }: Parameter, edit: Edit): DragHandle[] {
  const path = `target.${name}`;
  const [low, high] = limitsOf(domain);
  const value = numberAt(problem, path);
  if (value === undefined || picture.vertical.length === 0) return [];
  const range = picture.y.range ?? [0, 1];
  const step = stepOf(picture);
  const move = (x: number) => edit(path, Math.min(high, Math.max(low, tidy(x, step / 10))), path);
  return [{ id: path, name: `Target ${name}`, ink: 'target', x: value, y: range[1] * 0.9, value: tidy(value), low, high, step: [step, 0], move }];
}

function gaussianPlane(problem: Problem, edit: Edit): DragHandle[] {
  const handles: DragHandle[] = [];
  const mean = numbersAt(problem, 'target.mean');
  const prior = numbersAt(problem, 'learner.prior.mean');
  if (!mean || mean.length !== 2) return handles;
  const point = (id: string, name: string, ink: 'target' | 'before', path: string, [x, y]: [number, number]): DragHandle => ({
    id,
    name,
    ink,
    x,
    y,
    value: tidy(x),
    words: `${tidy(x)}, ${tidy(y)}`,
    step: [0.05, 0.05],
    move: (toX, toY) => edit(path, [tidy(toX, 1e-3), tidy(toY, 1e-3)], path),
  });
  handles.push(point('target mean', 'Target mean', 'target', 'target.mean', mean as [number, number]));
  if (prior?.length === 2) handles.push(point('prior mean', 'Mean that the learner believes in before', 'before', 'learner.prior.mean', prior as [number, number]));
  const covariance = matrixAt(problem, 'target.covariance') as Symmetric | undefined;
  if (covariance?.length === 2) {
    const shape = axes(covariance);
    const [long, short] = ends(mean as [number, number], shape);
    const set = (next: ReturnType<typeof axes>) => {
      const [[a, b], [, d]] = fromAxes(next);
      const off = tidy(b, 1e-4);
      edit('target.covariance', [[Math.max(1e-4, tidy(a, 1e-4)), off], [off, Math.max(1e-4, tidy(d, 1e-4))]], 'target covariance');
    };
    const axis = (id: string, name: string, [x, y]: [number, number], which: 0 | 1): DragHandle => ({
      id,
      name,
      ink: 'target',
      x,
      y,
      value: tidy(shape.lengths[which]),
      words: `${tidy(shape.lengths[which])} long`,
      low: 0,
      step: [0.05, 0.05],
      move: (toX, toY) => {
        const [dx, dy] = [toX - mean[0]!, toY - mean[1]!];
        const lengths: [number, number] = [...shape.lengths];
        lengths[which] = Math.max(0.02, Math.hypot(dx, dy));
        set({ lengths, angle: Math.atan2(dy, dx) - (which === 1 ? Math.PI / 2 : 0) });
      },
    });
    handles.push(axis('long axis', 'Longer axis of the target', long, 0), axis('short axis', 'Shorter axis of the target', short, 1));
  }
  return handles;
}

function threshold(problem: Problem, picture: Intervals, edit: Edit): DragHandle[] {
  const theta = numberAt(problem, 'target.theta');
  if (theta === undefined) return [];
  const move = (x: number) => edit('target.theta', Math.min(1, Math.max(0, tidy(x, 1e-3))), 'theta');
  const y = -(picture.rows.length - 1) / 2;
  return [{ id: 'theta', name: 'Target, where the line is cut', ink: 'target', x: theta, y, value: tidy(theta), low: 0, high: 1, step: [0.01, 0], move }];
}

function hypotheses(problem: Problem, picture: Curves, edit: Edit): DragHandle[] {
  const all = at(problem, 'learner.hypotheses');
  if (typeof all !== 'object' || all === null || Array.isArray(all)) return [];
  return picture.series.flatMap((curve): DragHandle[] => {
    const name = Object.keys(all).find((one) => curve.name === one || curve.name.startsWith(`${one} `) || curve.name.startsWith(`${one},`));
    const path = `learner.hypotheses.${name}.gaussian.mean`;
    const mean = name === undefined ? undefined : numberAt(problem, path);
    if (mean === undefined) return [];
    const y = Math.max(...finite(curve.y));
    return [{ id: path, name: `Mean of ${name}`, ink: curve.ink, x: mean, y, value: tidy(mean), step: [0.01, 0], move: (x) => edit(path, tidy(x, 1e-3), path) }];
  });
}

/** The handles of one picture of a problem of this model; `index` counts the pictures of its kind. */
export function dragHandlesOf(problem: Problem, description: Model | undefined, picture: Picture, index: number, edit: Edit): DragHandle[] {
  const several = at(problem, 'learner.one_of') !== undefined;
  if (several || !description) return [];
  const { model, drawing, target } = description;
  if (picture.kind === 'bars' && model === 'categorical' && index === 0) return shareBars(problem, picture, 'learner.prior.beta', 'target.pi', edit);
  if (picture.kind === 'bars' && drawing === 'naive-bayes') {
    const place = index === 0 ? 'classes' : `words[${index - 1}]`; // the classes, then the words of each
    return shareBars(problem, picture, `learner.prior.${place}`, `target.${place}`, edit);
  }
  if (picture.kind === 'bars' && model === 'bernoulli' && index === 0) return bernoulli(problem, picture, edit);
  if (picture.kind === 'plane' && index === 0 && drawing === 'vectors') return gaussianPlane(problem, edit);
  if (picture.kind === 'intervals' && drawing === 'threshold' && index === 0) return threshold(problem, picture, edit);
  if (picture.kind === 'curves' && index === 0 && drawing === 'line' && target.some(({ name }) => name === 'mean')) return gaussianLine(problem, picture, edit);
  if (picture.kind === 'curves' && index === 0 && drawing === 'hypotheses') return hypotheses(problem, picture, edit);
  if (picture.kind === 'curves' && index === 1 && drawing === 'line' && target.length === 1 && target[0]!.name !== 'mean') {
    return parameterLine(problem, picture, target[0]!, edit);
  }
  return [];
}
