import { useEffect, useRef } from 'preact/hooks';
import { gallery, problemOf, type Example } from '../problem/gallery';
import type { Studio } from '../state/studio';

export function openExample(studio: Studio, example: Example): Promise<void> {
  return studio.bring(async (isCurrent) => {
    for (const [name, text] of Object.entries(example.files ?? {})) await studio.upload(name, text);
    if (isCurrent()) studio.open(problemOf(example.text));
  });
}

export function Gallery({ studio, onClose }: { studio: Studio; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const open = (example: Example) => {
    onClose();
    void openExample(studio, example);
  };
  return (
    <dialog class="gallery" ref={dialog} aria-labelledby="gallery-title" onClose={onClose}>
      <header>
        <h2 id="gallery-title">Begin with an example</h2>
        <button type="button" onClick={onClose}>
          Close
        </button>
      </header>
      <ul>
        {gallery.map((example) => (
          <li>
            <button type="button" class="card" data-example={example.id} onClick={() => open(example)}>
              <strong>{example.title}</strong>
              <span>{example.notice}</span>
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
