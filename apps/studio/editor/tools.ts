import { signal } from "@preact/signals";
import type { Point, TextKind } from "../../../src/index.ts";
import { copyParts, pasteParts } from "../core/clip.ts";
import { asUppaal, commit, source } from "../core/document.ts";
import * as edits from "../core/edits.ts";
import { setInitial } from "../core/properties.ts";
import type { Target } from "../core/target.ts";
import { focusField, select, selection, template, templateIndex } from "../core/view.ts";
import { drawn, nodesOf } from "../diagram/geometry.ts";
import { flushFields } from "./pending.ts";

/** What can be done with the template that is shown, by mouse, keyboard and buttons alike. */
export type Tool = "select" | "location" | "edge" | "branchpoint";
export const tool = signal<Tool>("select");

/** An edge that is being drawn: where it starts, its nails so far, and what the keyboard points at. */
interface Draft {
  readonly from: string;
  readonly nails: readonly Point[];
  readonly to?: string;
}
export const draft = signal<Draft | undefined>(undefined);

/** UPPAAL's grid. */
export const grid = 17;
const snap = (p: Point): Point => ({ x: Math.round(p.x / grid) * grid, y: Math.round(p.y / grid) * grid });

function target(): Target | undefined {
  flushFields();
  return templateIndex.value === undefined || template.value === undefined
    ? undefined
    : { source: source.value, index: templateIndex.value };
}

/** The target with coordinates for everything in it. */
function placed(): Target | undefined {
  const at = target();
  if (at === undefined) return undefined;
  const text = edits.withPlaces(at);
  return text === at.source.text ? at : { ...at, source: asUppaal(text) };
}

/** Whoever creates a location names it next. */
export function createLocation(place: Point): void {
  const at = placed();
  if (at === undefined) return;
  const first = at.source.tree.templates[at.index]!.initial === undefined;
  const { text, key } = edits.addLocation(at, snap(place));
  commit(first ? setInitial({ source: asUppaal(text), index: at.index }, key.slice(2)) : text, "create location");
  select([key]);
  dispatchEvent(new CustomEvent("zonal-show", { detail: place }));
  editSelected();
}

export function createBranchpoint(place: Point): void {
  const at = placed();
  if (at === undefined) return;
  const { text, key } = edits.addBranchpoint(at, snap(place));
  commit(text, "create branch point");
  select([key]);
}

/** Whoever creates an edge writes its guard next. */
export function createEdge(from: string, to: string, nails: readonly Point[]): void {
  const at = placed();
  if (at === undefined) return;
  const { text, key } = edits.addEdge(at, from, to, nails.map(snap));
  commit(text, "create edge");
  draft.value = undefined;
  select([key]);
  editSelected();
}

export function moveSelection(keys: ReadonlySet<string>, dx: number, dy: number): void {
  const at = placed();
  if (at !== undefined && (dx !== 0 || dy !== 0)) commit(edits.move(at, keys, dx, dy), "move");
}

export function removeSelection(): void {
  const at = target();
  if (at === undefined || selection.value.size === 0) return;
  const keys = selection.value;
  select([]);
  commit(edits.remove(at, keys), "delete");
}

export function addNailAt(edge: number, position: number, place: Point): void {
  const at = placed();
  if (at === undefined) return;
  commit(edits.addNail(at, edge, position, place), "add nail");
  select([`n:${edge}:${position}`]);
}

export function change(what: string, act: (at: Target) => string): void {
  const at = target();
  if (at !== undefined) commit(act(at), what);
}

/** What is selected as a text for the clipboard. */
export function copySelection(): string | undefined {
  const at = placed();
  return at === undefined ? undefined : copyParts(at, selection.value);
}

export function paste(clip: string): boolean {
  const at = placed();
  const pasted = at === undefined ? undefined : pasteParts(at, clip, 2 * grid);
  if (pasted === undefined) return false;
  commit(pasted.text, "paste");
  select(pasted.keys);
  return true;
}

export function duplicate(): void {
  const clip = copySelection();
  if (clip !== undefined) paste(clip);
}

/** Puts what is selected into one row or column, or at equal distances. */
export function arrangeSelection(what: "row" | "column" | "across" | "down"): void {
  const at = placed();
  const shown = at?.source.tree.templates[at.index];
  if (at === undefined || shown === undefined) return;
  const axis = what === "row" || what === "down" ? "y" : "x";
  const nodes = [...nodesOf(shown)].filter(([id]) => selection.value.has(`l:${id}`) || selection.value.has(`b:${id}`));
  if (nodes.length < 2) return;
  nodes.sort(([, a], [, b]) => a.place[axis] - b.place[axis]);
  const [low, high] = [nodes[0]![1].place[axis], nodes.at(-1)![1].place[axis]];
  const isEven = what === "across" || what === "down";
  let now = at;
  nodes.forEach(([id, { place }], i) => {
    const wanted = isEven ? low + ((high - low) * i) / (nodes.length - 1) : (low + high) / 2;
    const by = Math.round(wanted) - place[axis];
    const text = edits.move(now, new Set([`l:${id}`, `b:${id}`]), axis === "x" ? by : 0, axis === "y" ? by : 0);
    now = { ...now, source: asUppaal(text) };
  });
  commit(now.source.text, isEven ? "distribute" : "align");
}

/** Puts the cursor into the field that matters most for what is selected. */
export function editSelected(): void {
  const [key] = selection.value;
  const index = templateIndex.value;
  if (key === undefined || index === undefined) return;
  const text = /^t:(.*):(\w+)$/.exec(key);
  const owner = text?.[1] ?? key;
  if (owner.startsWith("l:") && (text === null || text[2] === "name")) editText(owner, "name");
  else editText(owner, text === null ? "guard" : (labelOf[text[2]!] ?? "guard"));
}

/** Selects a location or edge and puts the cursor into the field of one of its texts. */
export function editText(owner: string, kind: TextKind | "name"): void {
  const index = templateIndex.value;
  select([owner]);
  focusField.value =
    kind === "name" ? kind : JSON.stringify({ kind: "label", template: index, key: owner, label: kind });
}

/** Kinds of labels by the names that XML gives them. */
export const labelOf: Readonly<Record<string, TextKind>> = {
  invariant: "invariant",
  exponentialrate: "rate",
  select: "select",
  guard: "guard",
  synchronisation: "sync",
  assignment: "update",
  probability: "probability",
  comments: "comments",
};

/** All locations and branch points, from left to right and top to bottom: the order of the keyboard. */
export function nodeKeys(): string[] {
  const shown = template.value;
  if (shown === undefined) return [];
  const nodes = [...nodesOf(drawn(shown))];
  const branching = new Set(shown.branchpoints.map((b) => b.id));
  nodes.sort(([, a], [, b]) => a.place.x - b.place.x || a.place.y - b.place.y);
  return nodes.map(([id]) => `${branching.has(id) ? "b" : "l"}:${id}`);
}

/** Everything the keyboard can step through. */
export function allKeys(): string[] {
  return [...nodeKeys(), ...(template.value?.edges ?? []).map((_, i) => `e:${i}`)];
}

/** The next in a list after the present one, round and round. */
export function nextOf(list: readonly string[], now: string | undefined, by: 1 | -1): string | undefined {
  if (list.length === 0) return undefined;
  const at = now === undefined ? -1 : list.indexOf(now);
  if (at < 0) return by === 1 ? list[0] : list[list.length - 1];
  return list[(at + by + list.length) % list.length];
}
