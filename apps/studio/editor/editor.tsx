import { printParameters } from "../../../src/index.ts";
import { checked, diagnostics, tree } from "../core/document.ts";
import { placeIn } from "../core/place.ts";
import { go, section, selection, template, templateIndex } from "../core/view.ts";
import { Canvas } from "./canvas.tsx";
import { Field } from "./field.tsx";
import { InplaceField } from "./inplace.tsx";
import { Inspector } from "./inspector.tsx";
import { reveal } from "./knowledge.ts";
import { createTemplate } from "./sections.ts";
import { Splitter } from "./splitter.tsx";
import { draft, removeSelection, type Tool, tool } from "./tools.ts";

/** The editor: an outline of the model, the section that is chosen, and what is wrong. */
export function Editor() {
  const text = /declarations$|^system$/.test(section.value);
  return (
    <div class="editor">
      <Outline />
      <Splitter name="outline" label="Width of the outline" side="left" least={120} most={480} />
      <main class="stage">
        {text ? (
          <TextStage />
        ) : template.value === undefined ? (
          <p class="hint padded">The model has no template. Create one on the left.</p>
        ) : (
          <>
            <Toolbar />
            <Canvas />
            <InplaceField />
          </>
        )}
      </main>
      {!text && template.value !== undefined && (
        <>
          <Splitter name="inspector" label="Width of the properties" side="right" least={200} most={640} />
          <Inspector />
        </>
      )}
      <Splitter name="problems" label="Height of the problems" side="below" least={32} most={480} />
      <Diagnostics />
    </div>
  );
}

function TextStage() {
  const index = templateIndex.value;
  const at = section.value;
  if (at === "system") return <Field key="system" slot={{ kind: "system" }} label="System declarations" lines="many" />;
  if (index === undefined)
    return <Field key="global" slot={{ kind: "declarations" }} label="Declarations" lines="many" />;
  return (
    <Field
      key={`local${index}`}
      slot={{ kind: "declarations", template: index }}
      label={`Declarations of ${tree.value.templates[index]?.name.name ?? ""}`}
      lines="many"
    />
  );
}

function Outline() {
  const at = section.value;
  const entry = (to: string, label: string, extra = "", inner = false) => (
    <li>
      <button
        type="button"
        class={`entry ${inner ? "inner" : ""}`}
        aria-current={at === to ? "page" : undefined}
        onClick={() => go(to)}
      >
        {label}
        <small>{extra}</small>
        <Count to={to} />
      </button>
    </li>
  );
  return (
    <nav class="outline" aria-label="Model">
      <ul>
        {entry("declarations", "Declarations")}
        {tree.value.templates.map((t, i) => (
          <>
            {entry(`template:${i}`, t.name.name, t.parameters.length === 0 ? "" : `(${printParameters(t.parameters)})`)}
            {entry(`template:${i}:declarations`, "declarations", "", true)}
          </>
        ))}
        <li>
          <button type="button" class="entry add" onClick={createTemplate}>
            + Template
          </button>
        </li>
        {entry("system", "System")}
      </ul>
    </nav>
  );
}

function Count({ to }: { readonly to: string }) {
  const count = diagnostics.value
    .slice(0, 100)
    .filter((d) => d.severity === "error" && placeIn(checked.value, d.span).section === to).length;
  return count === 0 ? null : (
    <span class="badge" role="img" aria-label={`${count} errors`}>
      {count}
    </span>
  );
}

const tools: readonly (readonly [Tool, string, string, string])[] = [
  ["select", "Select", "S", "M5 3l14 9-6 1.5L10 20z"],
  ["location", "Location", "L", "M12 5a7 7 0 1 0 .01 0"],
  ["edge", "Edge", "E", "M4 18 18 6m0 0h-6m6 0v6"],
  ["branchpoint", "Branch", "B", "M4 12h7m0 0 7-6m-7 6 7 6"],
];

function Toolbar() {
  return (
    <div class="toolbar" role="toolbar" aria-label="Drawing">
      {tools.map(([name, label, key, path]) => (
        <button
          type="button"
          key={name}
          aria-pressed={tool.value === name}
          title={`${label} (${key})`}
          onClick={() => {
            tool.value = name;
            draft.value = undefined;
          }}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
          <span>{label}</span>
        </button>
      ))}
      <span class="gap" />
      <button type="button" title="Delete (Del)" disabled={selection.value.size === 0} onClick={removeSelection}>
        Delete
      </button>
      <button
        type="button"
        title="Zoom out (-)"
        aria-label="Zoom out"
        onClick={() => dispatchEvent(new CustomEvent("zonal-zoom", { detail: 0.8 }))}
      >
        −
      </button>
      <button
        type="button"
        title="Zoom in (+)"
        aria-label="Zoom in"
        onClick={() => dispatchEvent(new CustomEvent("zonal-zoom", { detail: 1.25 }))}
      >
        +
      </button>
      <button
        type="button"
        title="Fit (0)"
        onClick={() => dispatchEvent(new CustomEvent("zonal-zoom", { detail: "fit" }))}
      >
        Fit
      </button>
    </div>
  );
}

/** Everything that is wrong, in the order of the file; choosing one goes there. */
function Diagnostics() {
  const all = diagnostics.value;
  const errors = all.filter((d) => d.severity === "error").length;
  const words =
    all.length === 0
      ? "No problems"
      : `${errors} ${errors === 1 ? "error" : "errors"}, ${all.length - errors} ${all.length - errors === 1 ? "warning" : "warnings"}`;
  return (
    <section class="diagnostics" aria-label="Problems">
      <h2 aria-live="polite" class={errors > 0 ? "wrong" : ""}>
        {words}
      </h2>
      <ul>
        {all.slice(0, 100).map((d, i) => (
          <li key={i}>
            <button type="button" class={d.severity} onClick={() => reveal(d.span)}>
              <b>{placeIn(checked.value, d.span).label}</b> {d.message}
              {d.hint === undefined ? "" : `; ${d.hint}`} <code>{d.code}</code>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
