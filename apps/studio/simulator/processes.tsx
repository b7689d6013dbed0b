import { computed, effect, signal } from "@preact/signals";
import type { Network, TraceTransition } from "../../../src/index.ts";
import { checked, network } from "../core/document.ts";
import { counted } from "../core/words.ts";
import { boxOf, drawn } from "../diagram/geometry.ts";
import { textsOf } from "../diagram/texts.ts";
import { shownProcesses } from "./choice.tsx";
import { ProcessPicture, smallest } from "./picture.tsx";
import { explain, hovered, options, shown, take } from "./run.ts";

/** The processes of the state that is shown: where each is, which edges can be taken, and why others cannot. */
const tree = computed(() => checked.value.tree);
const text = computed(() => checked.value.text);
const asked = signal<
  { readonly process: string; readonly label: string; readonly lines: readonly string[] } | undefined
>(undefined);
// An answer is about one state.
effect(() => {
  shown.value;
  asked.value = undefined;
});
/** Edges of the file by where they begin: transitions name their edges so. */
const edgeIndex = computed(() => {
  const found = new Map<number, number>();
  for (const t of tree.value.templates) for (const [i, e] of t.edges.entries()) found.set(e.start, i);
  return found;
});

export function Processes() {
  const made = network.value;
  const state = shown.value;
  if (made === undefined) return null;
  // Until the first state has come, everybody is where everybody begins.
  const places = state?.locations ?? made.processes.map((p) => p.initial);
  const focus = hovered.value;
  const enabled = made.processes.map(() => new Set<number>());
  const near = made.processes.map(() => new Set<number>());
  const note = (sets: Set<number>[], t: TraceTransition): void => {
    for (const part of t.parts)
      for (const origin of originsOf(part)) {
        const i = edgeIndex.value.get(origin.start);
        if (i !== undefined) sets[part.process]!.add(i);
      }
  };
  for (const option of options.value) note(enabled, option.transition);
  if (focus !== undefined) note(near, focus);
  return (
    <div class="grid" style={{ "--least": `${leastWidth(made)}px` }}>
      {shownProcesses.value.slice(0, 60).map((p) => {
        const process = made.processes[p]!;
        const template = tree.value.templates.find((t) => t.name.name === process.template);
        if (template === undefined) return null;
        const here = template.locations[places[p]!]?.id;
        const classes = (key: string): string => {
          if (key === `l:${here}`) return "active";
          const i = Number(key.slice(2));
          return key.startsWith("e:") ? (near[p]!.has(i) ? "taken" : enabled[p]!.has(i) ? "enabled" : "") : "";
        };
        return (
          <ProcessPicture
            key={process.name}
            name={process.name}
            location={process.locations[places[p]!]?.name ?? ""}
            template={template}
            text={text.value}
            classes={classes}
            choose={(edge) => choose(p, edge)}
          />
        );
      })}
      {shownProcesses.value.length > 60 && (
        <p class="hint">
          {counted(shownProcesses.value.length - 60, "further process is", "further processes are")} not drawn; choose
          which are.
        </p>
      )}
    </div>
  );
}

/** A column has room for the widest of the diagrams at the least size of labels, as far as that is not too much. */
function leastWidth({ processes }: Network): number {
  const used = new Set(shownProcesses.value.map((p) => processes[p]!.template));
  const widths = tree.value.templates
    .filter((t) => used.has(t.name.name))
    .map((t) => boxOf(drawn(t), textsOf(t, text.value)).width * smallest + 24);
  return Math.round(Math.max(290, Math.min(640, Math.max(...widths))));
}

/** A click on an edge takes it, if that is one transition; otherwise it is told why it cannot be taken. */
function choose(process: number, index: number): void {
  const made = network.value?.processes[process];
  const template = tree.value.templates.find((t) => t.name.name === made?.template);
  const start = template?.edges[index]?.start;
  if (made === undefined || start === undefined) return;
  const fits = options.value.filter((o) =>
    o.transition.parts.some((p) => p.process === process && originsOf(p).some((origin) => origin.start === start)),
  );
  if (fits.length === 1) {
    asked.value = undefined;
    take(fits[0]!.index);
    return;
  }
  const edge = made.edges.find((e) => originsOf(e).some((origin) => origin.start === start));
  if (edge === undefined) return;
  if (fits.length > 1)
    asked.value = {
      process: made.name,
      label: labelOf(edge, made),
      lines: [`${fits.length} transitions use this edge: choose one on the left.`],
    };
  else whyNot(edge, made);
}

type Process = Network["processes"][number];
type Edge = Process["edges"][number];

/** An edge that goes through branch points is several arrows of the drawing. */
function originsOf({ origin, branches = [] }: Pick<Edge, "origin" | "branches">): readonly Edge["origin"][] {
  return [origin, ...branches.map((branch) => branch.origin)];
}

function labelOf({ source, target }: Edge, { locations }: Process): string {
  return `${locations[source]!.name} → ${locations[target]!.name}`;
}

function whyNot(edge: Edge, process: Process): void {
  void explain(edge.id).then(
    (lines) => (asked.value = { process: process.name, label: labelOf(edge, process), lines }),
  );
}

/** The edges that leave where the processes are and cannot be taken now: each can be asked why. */
export function Disabled() {
  const made = network.value;
  const state = shown.value;
  if (made === undefined || state === undefined) return null;
  const possible = new Set(options.value.flatMap((o) => o.transition.parts.map((p) => p.edge)));
  const rest = made.processes.flatMap((process, p) =>
    process.edges
      .filter((e) => e.source === state.locations[p] && !possible.has(e.id))
      .map((edge) => ({ edge, process })),
  );
  if (rest.length === 0) return null;
  return (
    <details class="disabled">
      <summary>{counted(rest.length, "edge is", "edges are")} not enabled: why?</summary>
      <ul>
        {rest.slice(0, 200).map(({ edge, process }) => (
          <li key={edge.id}>
            <button type="button" onClick={() => whyNot(edge, process)}>
              {process.name}: {labelOf(edge, process)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Why() {
  const now = asked.value;
  if (now === undefined) return <p class="hint why">Click an edge to take it, or to learn why it cannot be taken.</p>;
  return (
    <div class="why on" role="status">
      <b>
        {now.process}: {now.label}
      </b>
      <ul>
        {now.lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <button type="button" class="quiet" aria-label="Close" onClick={() => (asked.value = undefined)}>
        ✕
      </button>
    </div>
  );
}
