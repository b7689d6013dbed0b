import type { Edge, Location } from "../../../src/index.ts";
import { checked, diagnostics } from "../core/document.ts";
import { layoutAgain } from "../core/edits.ts";
import { placeIn } from "../core/place.ts";
import { setColor, setControllable, setInitial, setMark } from "../core/properties.ts";
import { removeTemplate, renameTemplate } from "../core/templates.ts";
import { go, selection, template, templateIndex } from "../core/view.ts";
import { counted } from "../core/words.ts";
import { Field } from "./field.tsx";
import { nameLocation } from "./inplace.tsx";
import { Check, Color, NameField } from "./inputs.tsx";
import { renameDeclared } from "./knowledge.ts";
import { arrangeSelection, change, duplicate, removeSelection } from "./tools.ts";

/** What is selected, as fields. Of a text the owner is shown; of nothing the template itself. */
export function Inspector() {
  const shown = template.value;
  const index = templateIndex.value;
  if (shown === undefined || index === undefined) return null;
  const owners = [
    ...new Set(
      [...selection.value].map(
        (key) => /^t:(.*):\w+$/.exec(key)?.[1] ?? (key.startsWith("n:") ? `e:${key.split(":")[1]}` : key),
      ),
    ),
  ];
  if (owners.length > 1)
    return (
      <aside class="inspector" aria-label="Properties">
        <h2>{selection.value.size} parts</h2>
        <div class="buttons">
          <button type="button" onClick={() => arrangeSelection("row")}>
            Align in a row
          </button>
          <button type="button" onClick={() => arrangeSelection("column")}>
            Align in a column
          </button>
          <button type="button" onClick={() => arrangeSelection("across")}>
            Distribute across
          </button>
          <button type="button" onClick={() => arrangeSelection("down")}>
            Distribute down
          </button>
          <button type="button" onClick={duplicate}>
            Duplicate
          </button>
        </div>
        <button type="button" class="danger" onClick={removeSelection}>
          Delete
        </button>
      </aside>
    );
  const [key] = owners;
  const location = key?.startsWith("l:") ? shown.locations.find((l) => l.id === key.slice(2)) : undefined;
  const edge = key?.startsWith("e:") ? shown.edges[Number(key.slice(2))] : undefined;
  return (
    <aside class="inspector" aria-label="Properties">
      {location !== undefined && key !== undefined ? (
        <LocationFields
          key={`${index}:${key}`}
          location={location}
          id={key}
          index={index}
          initial={shown.initial?.name === location.id}
        />
      ) : edge !== undefined && key !== undefined ? (
        <EdgeFields key={`${index}:${key}`} edge={edge} id={key} index={index} />
      ) : key?.startsWith("b:") ? (
        <>
          <h2>Branch point</h2>
          <p class="hint">Edges out of it carry probabilities; any of them may be taken.</p>
          <button type="button" class="danger" onClick={removeSelection}>
            Delete
          </button>
        </>
      ) : (
        <TemplateFields key={`t${index}`} index={index} />
      )}
    </aside>
  );
}

function LocationFields({
  location,
  id,
  index,
  initial,
}: {
  readonly location: Location;
  readonly id: string;
  readonly index: number;
  readonly initial: boolean;
}) {
  const label = (kind: "invariant" | "rate" | "comments") =>
    ({ kind: "label", template: index, key: id, label: kind }) as const;
  return (
    <>
      <h2>Location</h2>
      <NameField
        label="Name"
        value={location.name?.name ?? ""}
        field="name"
        onChange={(next) => nameLocation(location.id, next)}
      />
      <span class="caption invariant">Invariant</span>
      <Field slot={label("invariant")} label="Invariant" lines="one" hint="x <= 10" />
      <span class="caption rate">Rate</span>
      <Field slot={label("rate")} label="Rate" lines="one" hint="of the time until it is left, in runs" />
      <span class="caption">Comment</span>
      <Field slot={label("comments")} label="Comment" />
      <div class="checks">
        <Check
          label="initial"
          on={initial}
          onChange={() => change("initial location", (at) => setInitial(at, location.id))}
        />
        <Check
          label="urgent"
          on={location.urgent}
          onChange={(on) => change("urgent", (at) => setMark(at, location.id, "urgent", on))}
        />
        <Check
          label="committed"
          on={location.committed}
          onChange={(on) => change("committed", (at) => setMark(at, location.id, "committed", on))}
        />
      </div>
      <Color value={location.color} onChange={(color) => change("colour", (at) => setColor(at, id, color))} />
      <Faults id={id} index={index} />
      <button type="button" class="danger" onClick={removeSelection}>
        Delete location
      </button>
    </>
  );
}

function EdgeFields({ edge, id, index }: { readonly edge: Edge; readonly id: string; readonly index: number }) {
  const shown = template.value;
  const name = (end: string): string =>
    shown?.locations.find((l) => l.id === end)?.name?.name ??
    (shown?.branchpoints.some((b) => b.id === end) ? "branch point" : end);
  const label = (kind: "select" | "guard" | "sync" | "update" | "probability" | "comments") =>
    ({ kind: "label", template: index, key: id, label: kind }) as const;
  const branches = shown?.branchpoints.some((b) => b.id === edge.source.name) === true;
  return (
    <>
      <h2>Edge</h2>
      <p class="ends">
        {name(edge.source.name)} → {name(edge.target.name)}
      </p>
      <span class="caption select">Select</span>
      <Field slot={label("select")} label="Select" lines="one" hint="i : id_t" />
      <span class="caption guard">Guard</span>
      <Field slot={label("guard")} label="Guard" lines="one" hint="x >= 3" />
      <span class="caption sync">Sync</span>
      <Field slot={label("sync")} label="Sync" lines="one" hint="channel!" />
      <span class="caption update">Update</span>
      <Field slot={label("update")} label="Update" lines="one" hint="x = 0" />
      {(branches || edge.probability !== undefined) && (
        <>
          <span class="caption probability">Probability</span>
          <Field slot={label("probability")} label="Probability" lines="one" />
        </>
      )}
      <span class="caption">Comment</span>
      <Field slot={label("comments")} label="Comment" />
      <div class="checks">
        <Check
          label="controllable"
          on={edge.controllable}
          onChange={(on) => change("controllable", (at) => setControllable(at, Number(id.slice(2)), on))}
        />
      </div>
      <Color value={edge.color} onChange={(color) => change("colour", (at) => setColor(at, id, color))} />
      <Faults id={id} index={index} />
      <button type="button" class="danger" onClick={removeSelection}>
        Delete edge
      </button>
    </>
  );
}

function TemplateFields({ index }: { readonly index: number }) {
  const shown = template.value;
  if (shown === undefined) return null;
  const broken = diagnostics.value.some((d) => d.code === "syntax-error");
  return (
    <>
      <h2>Template</h2>
      <NameField
        label="Name"
        value={shown.name.name}
        field="template"
        onChange={(next) =>
          renameDeclared(shown.name, next.trim(), () => change("rename template", (at) => renameTemplate(at, next)))
        }
      />
      <span class="caption">Parameters</span>
      <Field slot={{ kind: "parameters", template: index }} label="Parameters" hint="const id_t id" />
      <p class="hint">
        {counted(shown.locations.length, "location")}, {counted(shown.edges.length, "edge")}. Select a part to edit it.
      </p>
      <div class="buttons">
        <button type="button" onClick={() => go(`template:${index}:declarations`)}>
          Declarations
        </button>
        <button
          type="button"
          disabled={broken}
          title={broken ? "only without syntax errors" : "place all parts anew"}
          onClick={() => {
            change("lay out", layoutAgain);
            requestAnimationFrame(() => dispatchEvent(new CustomEvent("zonal-zoom", { detail: "fit" })));
          }}
        >
          Lay out
        </button>
      </div>
      <button type="button" class="danger" onClick={() => change("delete template", removeTemplate)}>
        Delete template
      </button>
    </>
  );
}

/** The messages about one part, in words: not everybody sees an underline. */
function Faults({ id, index }: { readonly id: string; readonly index: number }) {
  const own = diagnostics.value.slice(0, 200).filter((d) => {
    const place = placeIn(checked.value, d.span);
    return place.section === `template:${index}` && place.keys.includes(id);
  });
  return (
    <ul class="faults">
      {own.map((d) => (
        <li key={`${d.span.start}${d.code}`} class={d.severity}>
          {d.message}
          {d.hint === undefined ? "" : `; ${d.hint}`}
        </li>
      ))}
    </ul>
  );
}
