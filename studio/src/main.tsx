import { render } from 'preact';
import { App } from './app';
import { Engine, noEngine, Refused, wrongToken } from './engine/api';
import type { Problem } from './engine/types';
import { gallery, problemOf } from './problem/gallery';
import { isProblem, type Json } from './problem/json';
import { fragment, unpack } from './problem/share';
import { Studio } from './state/studio';
import './style.css';

const tokenKey = 'didact-token';

/** The token comes with the address that the program printed, and is kept for links that are opened later. */
function takeToken(parts: Map<string, string>): string {
  const given = parts.get('token');
  if (given) localStorage.setItem(tokenKey, given);
  return given ?? localStorage.getItem(tokenKey) ?? '';
}

const lastKey = 'didact-last';

function remember(problem: Problem, texts: ReadonlyMap<string, string>): void {
  try {
    sessionStorage.setItem(lastKey, JSON.stringify({ problem, files: Object.fromEntries(texts) }));
  } catch {
    sessionStorage.removeItem(lastKey); // too much to keep
  }
}

interface Opened {
  problem?: Problem;
  files?: Record<string, string>;
}

/** What this page had before it was loaded again. */
function remembered(): Opened {
  return JSON.parse(sessionStorage.getItem(lastKey) ?? '{}') as Opened;
}

async function begin(): Promise<void> {
  const parts = fragment(window.location.hash);
  const engine = new Engine(takeToken(parts));
  const studio = new Studio(engine, problemOf(gallery[0]!.text), remember);
  const packed = parts.get('problem');
  if (parts.has('token')) history.replaceState(null, '', packed ? `#problem=${packed}` : window.location.pathname);
  let first = localStorage.getItem('didact-visited') === null && !packed;
  try {
    studio.models = await engine.learners();
    if (packed) {
      const problem = JSON.parse(await unpack(packed)) as Json;
      if (isProblem(problem)) studio.history.set(problem as Problem);
      else studio.trouble = 'There is no problem in this link.';
    } else {
      const before = parts.has('token') ? {} : remembered(); // a new beginning
      const opened = before.problem ? before : await engine.opened();
      for (const [name, text] of Object.entries(opened.files ?? {})) await studio.upload(name, text);
      if (opened.problem) {
        studio.history.set(opened.problem);
        first = false;
      }
    }
  } catch (error) {
    if (error instanceof Refused) studio.engineTrouble = error.status === 401 ? wrongToken : noEngine;
    else if (packed && studio.models.length > 0) studio.trouble = 'This link is damaged: the problem in it cannot be read.';
    else studio.engineTrouble = noEngine;
  }
  render(<App studio={studio} first={first} />, document.getElementById('studio')!);
  studio.solve();
}

// A link that is put behind the address of this page is opened too.
window.addEventListener('hashchange', () => {
  if (fragment(window.location.hash).has('problem')) window.location.reload();
});
void begin();
