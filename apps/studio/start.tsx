import { useEffect, useMemo, useState } from "preact/hooks";
import { templateToSvg } from "../../src/index.ts";
import { openKept } from "./core/autosave.ts";
import { asUppaal, current } from "./core/document.ts";
import type { Example } from "./core/examples.ts";
import { chooseFile, openBytes, openNew } from "./core/files.ts";
import { gallery, loadGallery } from "./core/gallery.ts";
import { type Kept, shelf } from "./core/shelf.ts";
import { openTour } from "./help/help.tsx";
import "./start.css";

/** Where to begin: a new model, a file, what was worked on last, or an example, in the order in which they teach. */
export function Start({ close }: { readonly close: () => void }) {
  const [recent, setRecent] = useState<readonly Kept[]>([]);
  useEffect(
    () => void shelf().then((all) => setRecent(all.filter(({ id }) => id !== current.peek().id).slice(0, 5))),
    [],
  );
  useEffect(() => void loadGallery(), []);
  const then = (run: () => unknown) => (): void => {
    close();
    run();
  };
  return (
    <>
      <h2>Start</h2>
      <div class="begin">
        <button type="button" class="primary" onClick={then(openNew)}>
          New model
        </button>
        <button type="button" onClick={then(() => void chooseFile())}>
          Open a file…
        </button>
        <button type="button" onClick={then(openTour)}>
          Tour of five minutes
        </button>
      </div>
      {recent.length > 0 && (
        <>
          <h3>Recent</h3>
          <ul class="lately">
            {recent.map((work) => (
              <li key={work.id}>
                <button type="button" title={work.name} onClick={then(() => void openKept(work))}>
                  {work.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Examples</h3>
      <ul class="gallery">
        {gallery.value.map((example) => (
          <li key={example.name}>
            <button type="button" onClick={then(() => openBytes(example.name, example.text))}>
              <Thumbnail example={example} />
              <b>{example.name.replace(/\.xml$/, "")}</b> {example.about}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The template with the most locations, small. */
function Thumbnail({ example }: { readonly example: Example }) {
  const svg = useMemo(() => {
    const { templates } = asUppaal(example.text).tree;
    const [largest] = [...templates].sort((a, b) => b.locations.length - a.locations.length);
    return largest === undefined ? "" : templateToSvg(largest, { source: example.text });
  }, [example]);
  return <img class="thumbnail" alt="" src={`data:image/svg+xml,${encodeURIComponent(svg)}`} />;
}
