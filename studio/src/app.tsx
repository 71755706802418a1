import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks';
import { AnswerPanel } from './panels/answer';
import { Form } from './panels/form';
import { Gallery } from './panels/gallery';
import { Pictures } from './panels/pictures';
import { TakeAway } from './panels/take';
import { filesOf, withPlainNames } from './problem/code';
import { isProblem, withoutComments, type Json } from './problem/json';
import type { Problem } from './engine/types';
import type { Studio } from './state/studio';

type Theme = 'auto' | 'light' | 'dark';
const themes: Theme[] = ['auto', 'light', 'dark'];

function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState<Theme>(() => (localStorage.getItem('didact-theme') as Theme | null) ?? 'auto');
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem('didact-theme', theme);
  }, [theme]);
  return [theme, () => setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]!)];
}

/** Problems first, then the data that they name. */
export function openFiles(studio: Studio, files: File[]): Promise<void> {
  const isProblemFile = (file: File) => /\.json$/i.test(file.name);
  return studio.bring(async (isCurrent) => {
    for (const file of [...files.filter(isProblemFile), ...files.filter((one) => !isProblemFile(one))]) await openFile(studio, file, isCurrent);
  });
}

/** A problem, or data for one. */
async function openFile(studio: Studio, file: File, isCurrent: () => boolean): Promise<void> {
  const text = await file.text();
  if (!isCurrent()) return;
  if (/\.json$/i.test(file.name)) {
    let problem: Json;
    try {
      problem = withPlainNames(JSON.parse(withoutComments(text)) as Json);
    } catch (error) {
      throw new Error(`${file.name} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (!isProblem(problem)) throw new Error(`${file.name} is no problem of didact`);
    studio.open(problem as Problem);
    return;
  }
  const name = file.name.replace(/[^\w .()-]/g, '_').replace(/^\.+/, '');
  const awaited = filesOf(studio.problem).includes(name);
  await studio.upload(name, text);
  if (!isCurrent()) return;
  if (awaited) return studio.solve();
  // A pool of these rows, in the columns that are numbers.
  const table = studio.tables.get(name)!;
  const numeric = table.columns.filter((_, i) => table.rows.length > 0 && table.rows.every((row) => row[i] !== '' && Number.isFinite(Number(row[i]))));
  if (numeric.length === 0) throw new Error(`${file.name} has no column of numbers`);
  const columns = numeric.slice(0, 2);
  const D = columns.length;
  // As if the learner had seen the first row.
  const mean = columns.map((column) => Number(table.rows[0]![table.columns.indexOf(column)]));
  const header = table.columns[0] !== 'column 1';
  studio.open({
    learner: {
      model: 'multivariate-gaussian',
      prior: { mean, kappa: 1, nu: D + 1, scale: mean.map((_, i) => mean.map((__, j) => (i === j ? 1 : 0))) },
    },
    target: { data: header ? { file: name, columns } : name },
    items: header ? { pool: name, columns } : { pool: name },
    effort: { per_item: 0.5 },
  });
}

function Toolbar({ studio, onGallery, onTake }: { studio: Studio; onGallery: () => void; onTake: () => void }) {
  const [theme, nextTheme] = useTheme();
  const input = useRef<HTMLInputElement>(null);
  return (
    <header class="toolbar">
      <h1>
        didact <span>Studio</span>
      </h1>
      <div class="buttons" role="toolbar" aria-label="Studio">
        <button type="button" onClick={onGallery}>
          Examples
        </button>
        <button type="button" onClick={() => input.current?.click()}>
          Open…
        </button>
        <input
          ref={input}
          class="away"
          type="file"
          tabIndex={-1}
          multiple
          accept=".json,.csv,.txt"
          aria-label="Open a problem or a CSV"
          onChange={(event) => {
            void openFiles(studio, [...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
        <button type="button" disabled={!studio.history.canUndo} onClick={() => studio.undo()}>
          Undo
        </button>
        <button type="button" disabled={!studio.history.canRedo} onClick={() => studio.redo()}>
          Redo
        </button>
        <button type="button" onClick={onTake}>
          Take away
        </button>
        <button type="button" onClick={nextTheme} aria-label={`Colours: ${theme}`}>
          {theme === 'auto' ? 'Auto' : theme === 'light' ? 'Light' : 'Dark'}
        </button>
      </div>
    </header>
  );
}

export function App({ studio, first }: { studio: Studio; first: boolean }) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [gallery, setGallery] = useState(first);
  const [take, setTake] = useState(false);
  useLayoutEffect(() => studio.listen(() => redraw(undefined)), [studio]); // from the first drawing on: an answer may come before the first effects run
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
      const key = event.key.toLowerCase();
      if (key === 'z' && !event.shiftKey) studio.undo();
      else if (key === 'y' || (key === 'z' && event.shiftKey)) studio.redo();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [studio]);
  return (
    <>
      <Toolbar studio={studio} onGallery={() => setGallery(true)} onTake={() => setTake(true)} />
      {[studio.engineTrouble, studio.trouble].map(
        (trouble) =>
          trouble && (
            <p class="trouble" role="alert">
              {trouble}
            </p>
          ),
      )}
      <main>
        <Form studio={studio} />
        <Pictures studio={studio} />
        <AnswerPanel studio={studio} />
      </main>
      {gallery && (
        <Gallery
          studio={studio}
          onClose={() => {
            localStorage.setItem('didact-visited', 'yes');
            setGallery(false);
          }}
        />
      )}
      {take && <TakeAway studio={studio} onClose={() => setTake(false)} />}
    </>
  );
}
