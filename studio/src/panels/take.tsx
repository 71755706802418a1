// Taking a lesson away: links, files, pictures, code.

import { useEffect, useRef, useState } from 'preact/hooks';
import { commandLine, cppCode, filesOf, pythonCode } from '../problem/code';
import { itemsCsv } from '../problem/items';
import { pack } from '../problem/share';
import { pngOf, svgOf } from '../draw/export';
import type { Studio } from '../state/studio';

export function save(name: string, content: string | Blob, type = 'text/plain'): void {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export async function shareLink(studio: Studio): Promise<string> {
  const { origin, pathname } = window.location;
  return `${origin}${pathname}#problem=${await pack(JSON.stringify(studio.problem))}`;
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    void navigator.clipboard?.writeText(text).then(() => setCopied(true));
  };
  return (
    <button type="button" class="quiet" onClick={copy}>
      {copied ? 'Copied' : 'Copy'}
    </button>
  );
}

function Code({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>
        {title}
        <CopyButton text={text} />
      </h3>
      <pre tabIndex={0} aria-label={title}>
        <code>{text}</code>
      </pre>
    </section>
  );
}

export function TakeAway({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [link, setLink] = useState('');
  useEffect(() => {
    dialog.current?.showModal();
    void shareLink(studio).then(setLink);
  }, []);
  const answer = studio.lesson.value;
  const cpp = cppCode(studio.problem, studio.model);
  const files = [...new Set(filesOf(studio.problem))];
  const picture = () => document.querySelector<SVGSVGElement>('.pictures svg.picture');
  return (
    <dialog class="take" ref={dialog} aria-labelledby="take-title" onClose={onClose}>
      <header>
        <h2 id="take-title">Take it away</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <section>
        <h3>Link</h3>
        <label for="share-link">The problem is in the address. It opens in a browser that has this studio open; others open their own, and put the part from # on behind its address.</label>
        <p class="with-button">
          <input id="share-link" type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          <CopyButton text={link} />
        </p>
        {files.length > 0 && <p class="note">{`Data are not in the link: send ${files.join(', ')} along.`}</p>}
      </section>
      <section>
        <h3>Files</h3>
        <p class="buttons">
          <button type="button" onClick={() => save('problem.json', JSON.stringify(studio.problem, null, 2) + '\n', 'application/json')}>
            Problem (JSON)
          </button>
          <button type="button" disabled={!Array.isArray(answer?.['items'])} onClick={() => save('items.csv', itemsCsv(answer, studio.spelling), 'text/csv')}>
            Items (CSV)
          </button>
          <button
            type="button"
            disabled={!answer}
            onClick={() => {
              const { picture: _, ...rest } = answer!;
              save('answer.json', JSON.stringify(rest, null, 2) + '\n', 'application/json');
            }}
          >
            Answer (JSON)
          </button>
          <button type="button" onClick={() => picture() && save('lesson.svg', svgOf(picture()!), 'image/svg+xml')}>
            Picture (SVG)
          </button>
          <button type="button" onClick={() => picture() && void pngOf(picture()!).then((png) => save('lesson.png', png))}>
            Picture (PNG)
          </button>
        </p>
      </section>
      <Code title="Command line" text={commandLine(studio.problem)} />
      <Code title="Python" text={pythonCode(studio.problem)} />
      {cpp && <Code title="C++" text={cpp} />}
    </dialog>
  );
}
