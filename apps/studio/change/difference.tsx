import { type Change, diffTrees, type Template, type UppaalSource } from "../../../src/index.ts";
import { Drawing } from "../diagram/drawing.tsx";
import { boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import { type Compared, compare, type Marks } from "./compare.ts";

/** Two models side by side: what differs is marked in the drawings, and listed as text. */
interface Both {
  readonly before: UppaalSource;
  readonly after: UppaalSource;
  /** What the two are called. */
  readonly labels: readonly [string, string];
}

export function Difference({ before, after, labels }: Both) {
  const differing = compare(before.tree, after.tree).filter(
    (c) => c.marksBefore.size + c.marksAfter.size > 0 || c.before === undefined || c.after === undefined,
  );
  const { changes } = diffTrees(before.tree, after.tree);
  if (differing.length + changes.length === 0)
    return <p class="banner same">They differ only in comments, white space or places in the drawing.</p>;
  return (
    <div class="models">
      <p class="legend">
        <span class="key changed">changed</span> <span class="key added">added</span>{" "}
        <span class="key removed">removed</span>
      </p>
      {differing.map((c) => (
        <Pair key={c.name} compared={c} before={before} after={after} labels={labels} />
      ))}
      <h3>Text</h3>
      <Changes changes={changes} />
    </div>
  );
}

function Pair({ compared, before, after, labels }: { readonly compared: Compared } & Both) {
  return (
    <section class="pair">
      <h3>{compared.name}</h3>
      <div>
        <Side label={labels[0]} template={compared.before} text={before.text} marks={compared.marksBefore} />
        <Side label={labels[1]} template={compared.after} text={after.text} marks={compared.marksAfter} />
      </div>
    </section>
  );
}

function Side({
  label,
  template,
  text: written,
  marks,
}: {
  readonly label: string;
  readonly template: Template | undefined;
  readonly text: string;
  readonly marks: Marks;
}) {
  if (template === undefined)
    return (
      <figure class="process">
        <figcaption>{label}: none</figcaption>
      </figure>
    );
  const box = boxOf(drawn(template), textsOf(template, written));
  return (
    <figure class="process">
      <figcaption>{label}</figcaption>
      <svg
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        style={{ aspectRatio: `${box.width} / ${box.height}` }}
        role="img"
        aria-label={`${template.name.name}, ${label.toLowerCase()}: ${marks.size} differences`}
      >
        <Drawing template={template} text={written} classes={(key) => marks.get(key) ?? ""} />
      </svg>
    </figure>
  );
}

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  return (
    <ul class="changes">
      {changes.slice(0, 200).map((c, i) => (
        <li key={i} class={c.kind}>
          <b>
            {c.template === undefined ? "" : `${c.template}, `}
            {c.what} {c.name}
          </b>
          <span>
            {c.before !== undefined && <del>{marked(c.before, c.after)}</del>}
            {c.after !== undefined && <ins>{marked(c.after, c.before)}</ins>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** A text with what another one has not; the whole text where there is no other. */
function marked(text: string, other: string | undefined) {
  if (text === "") return "nothing written there";
  if (other === undefined || other === "") return text;
  const most = Math.min(text.length, other.length);
  let from = 0;
  while (from < most && text[from] === other[from]) from++;
  let tail = 0;
  while (tail < most - from && text.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const to = text.length - tail;
  return (
    <>
      {text.slice(0, from)}
      {to > from && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  );
}
