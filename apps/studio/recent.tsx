import { useEffect, useState } from "preact/hooks";
import { openKept } from "./core/autosave.ts";
import { current } from "./core/document.ts";
import { forget, type Kept, shelf, type Version, versionsOf } from "./core/shelf.ts";

/** What was worked on in this browser, the latest first, with older versions of each. */
export function Recent({ close }: { readonly close: () => void }) {
  const [all, setAll] = useState<readonly Kept[]>();
  const load = (): void => void shelf().then((found) => setAll(found.filter(({ id }) => id !== current.peek().id)));
  useEffect(load, []);
  return (
    <>
      <h2>Recent</h2>
      <p class="hint">Everything you change is kept in this browser, until it is forgotten here.</p>
      {all?.length === 0 && <p>Nothing else was opened here.</p>}
      <ul class="recent">
        {all?.map((work) => (
          <Document key={work.id} work={work} close={close} changed={load} />
        ))}
      </ul>
    </>
  );
}

interface Shown {
  readonly work: Kept;
  readonly close: () => void;
  readonly changed: () => void;
}

function Document({ work, close, changed }: Shown) {
  const [versions, setVersions] = useState<readonly Version[]>();
  const open = (text?: string): void => void openKept(work, text).then(close);
  return (
    <li>
      <button type="button" class="open" onClick={() => open()}>
        <b>{work.name}</b> {whenOf(work.at)}
        {work.text !== work.saved && <em> not saved</em>}
      </button>
      <button type="button" class="quiet" onClick={() => void versionsOf(work.id).then(setVersions)}>
        Versions
      </button>
      <button type="button" class="quiet" onClick={() => void forget(work.id).then(changed)}>
        Forget
      </button>
      {versions !== undefined && (
        <ul aria-label={`Versions of ${work.name}`}>
          {versions.map(({ at, text }) => (
            <li key={at}>
              <button type="button" class="quiet" onClick={() => open(text)}>
                {whenOf(at)}, {text.length.toLocaleString("en")} characters
              </button>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

function whenOf(at: number): string {
  return new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
}
