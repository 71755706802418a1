// Problems as the format has them, and places in them: "learner.prior.beta[2]".

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A problem has a learner; what is wrong beyond that the engine says. */
export function isProblem(value: Json | undefined): value is JsonObject & { learner: JsonObject } {
  return isObject(value) && isObject(value['learner']);
}

export type Step = string | number;

export function steps(path: string): Step[] {
  const found: Step[] = [];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    found.push(index === undefined ? name! : Number(index));
  }
  return found;
}

export function at(value: Json | undefined, path: string): Json | undefined {
  let now = value;
  for (const step of steps(path)) {
    if (typeof step === 'number' && Array.isArray(now)) now = now[step];
    else if (typeof step === 'string' && isObject(now)) now = now[step];
    else return undefined;
  }
  return now;
}

/** A copy with another value there; undefined takes the place away. Objects on the way are made. */
export function withValue(value: Json | undefined, path: string, to: Json | undefined): Json {
  const go = (now: Json | undefined, way: Step[]): Json | undefined => {
    const [step, ...rest] = way;
    if (step === undefined) return to;
    if (typeof step === 'number') {
      const list = Array.isArray(now) ? [...now] : [];
      const next = go(list[step], rest);
      if (next === undefined) list.splice(step, 1);
      else list[step] = next;
      return list;
    }
    const object: JsonObject = isObject(now) ? { ...now } : {};
    const next = go(object[step], rest);
    if (next === undefined) delete object[step];
    else object[step] = next;
    return object;
  };
  return go(value, steps(path)) ?? null;
}

export const numberAt = (value: Json | undefined, path: string): number | undefined => {
  const found = at(value, path);
  return typeof found === 'number' ? found : undefined;
};

export function numbersAt(value: Json | undefined, path: string): number[] | undefined {
  const found = at(value, path);
  return Array.isArray(found) && found.every((x) => typeof x === 'number') ? (found as number[]) : undefined;
}

export function matrixAt(value: Json | undefined, path: string): number[][] | undefined {
  const found = at(value, path);
  if (!Array.isArray(found)) return undefined;
  const rows = found.map((row) => (Array.isArray(row) && row.every((x) => typeof x === 'number') ? (row as number[]) : undefined));
  return rows.every((row) => row !== undefined) ? (rows as number[][]) : undefined;
}

/** Of the whole problem: sliders and hands make numbers that nobody wants to read to the last digit. */
export function tidy(value: number, step = 1e-4): number {
  if (value === 0 || !Number.isFinite(value)) return value;
  const digits = Math.max(0, Math.ceil(-Math.log10(step)));
  return Number(value.toFixed(Math.min(12, digits)));
}

/** Without `//` and block comments, which problem files may have. */
export function withoutComments(text: string): string {
  return text.replace(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_, quoted?: string) => quoted ?? '');
}
