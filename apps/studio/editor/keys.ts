import type { Point } from "../../../src/index.ts";
import { setInitial, setMark } from "../core/properties.ts";
import { select, selection, template } from "../core/view.ts";
import { drawn, nodesOf, route } from "../diagram/geometry.ts";
import { isPicking, pickBy, pickNext, pickTowards, stopPicking, typed } from "./pick.ts";
import { createTemplate, openSection } from "./sections.ts";
import {
  addNailAt,
  allKeys,
  change,
  createBranchpoint,
  createEdge,
  createLocation,
  draft,
  duplicate,
  editSelected,
  grid,
  moveSelection,
  nextOf,
  removeSelection,
  tool,
} from "./tools.ts";

/** The keyboard in the diagram. Everything the mouse can do has a key; `?` shows them. */
export const keyHelp: readonly (readonly [string, string])[] = [
  ["L", "new location (beside the selected one, or in the middle)"],
  ["B", "new branch point"],
  ["N", "new nail in the selected edge"],
  [
    "E",
    "draw an edge from the selected location, or from where the selected edge ends: type the target's name, or choose it with arrows or ] and [, then Enter; or click it",
  ],
  ["G", "go to a location: type its name, then Enter"],
  ["] and [", "select the next or previous part"],
  ["T", "new template"],
  ["D", "to the declarations"],
  ["Alt Page up, down", "previous or next section of the model (everywhere)"],
  ["Arrows", "move what is selected, with Shift by single points; with nothing selected, the view"],
  ["Enter or F2", "edit the name or the guard of what is selected"],
  ["I, U, C", "make the selected location initial, urgent, committed"],
  ["Delete", "delete what is selected"],
  ["Ctrl A", "select everything"],
  ["Ctrl C, X, V, D", "copy, cut, paste, duplicate what is selected, also between templates, tabs and windows"],
  ["Shift F10", "the menu of what is selected; a right click has it too"],
  ["+ − 0", "zoom in, out, fit"],
  ["Escape", "stop drawing, select nothing"],
  ["Ctrl Z, Ctrl Y", "undo, redo (everywhere)"],
  ["Ctrl F", "find in the whole model"],
  ["Ctrl S, Ctrl O", "save, open"],
  ["Alt N", "new model"],
  ["Alt Enter", "do what the message at the bottom offers"],
  ["Alt 1, 2, 3", "editor, simulator, verifier"],
  ["F12, F2", "in text: go to the declaration, rename everywhere"],
  ["F8", "go to the next problem"],
  ["F9", "verify all queries"],
];

export function onCanvasKey(event: KeyboardEvent, middle: () => Point): void {
  if (event.target !== event.currentTarget) return;
  const control = event.ctrlKey || event.metaKey;
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    event.preventDefault();
    event.target?.dispatchEvent(new MouseEvent("contextmenu", { bubbles: true, cancelable: true }));
  } else if (handle(event, control, middle)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function handle(event: KeyboardEvent, control: boolean, middle: () => Point): boolean {
  const { key } = event;
  if (control) {
    if (key.toLowerCase() === "d") duplicate();
    else if (key.toLowerCase() === "a") select(allKeys());
    else return false;
    return true;
  }
  if (event.altKey) return false;
  const arrow = Object.hasOwn(arrows, key) ? arrows[key] : undefined;
  if (arrow !== undefined) onArrow(arrow, event.shiftKey);
  else return (isPicking() && pick(key)) || command(key) || letter(key.toLowerCase(), middle);
  return true;
}

function onArrow([x, y]: readonly [number, number], isFine: boolean): void {
  const step = isFine ? 1 : grid;
  if (isPicking()) pickTowards(x, y);
  else if (selection.value.size > 0) moveSelection(selection.value, x * step, y * step);
  else dispatchEvent(new CustomEvent("zonal-pan", { detail: { x: -60 * x, y: -60 * y } }));
}

/** While a location is chosen by its name, letters are those of the name. */
function pick(key: string): boolean {
  if (key === "]" || key === "[") pickNext(key === "]" ? 1 : -1);
  else if (key === "Backspace" || /^\w$/.test(key)) pickBy(key);
  else if (draft.value === undefined && (key === "Enter" || key === "Escape")) stopPicking();
  else return false;
  return true;
}

function command(key: string): boolean {
  switch (key) {
    case "Escape":
      if (draft.value === undefined && tool.value === "select") select([]);
      draft.value = undefined;
      stopPicking();
      tool.value = "select";
      return true;
    case "Delete":
    case "Backspace":
      removeSelection();
      return true;
    case "]":
    case "[":
      stepPart(key === "]" ? 1 : -1);
      return true;
    case "Enter":
      stopPicking();
      if (draft.value?.to !== undefined) createEdge(draft.value.from, draft.value.to, draft.value.nails);
      else editSelected();
      return true;
    case "F2":
      editSelected();
      return true;
    case "+":
    case "=":
      dispatchEvent(new CustomEvent("zonal-zoom", { detail: 1.25 }));
      return true;
    case "-":
      dispatchEvent(new CustomEvent("zonal-zoom", { detail: 0.8 }));
      return true;
    case "0":
      dispatchEvent(new CustomEvent("zonal-zoom", { detail: "fit" }));
      return true;
  }
  return false;
}

function stepPart(by: 1 | -1): void {
  const next = nextOf(allKeys(), [...selection.value].at(-1), by);
  if (next !== undefined) select([next]);
}

function letter(key: string, middle: () => Point): boolean {
  const [first] = selection.value;
  const id = first !== undefined && /^[lb]:/.test(first) ? first.slice(2) : undefined;
  switch (key) {
    case "l":
      createLocation(beside(id) ?? middle());
      return true;
    case "b":
      createBranchpoint(beside(id) ?? middle());
      return true;
    case "e":
      drawFrom(id ?? endOf(first));
      return true;
    case "g":
      typed.value = "";
      return true;
    case "t":
      createTemplate();
      return true;
    case "d":
      openSection("declarations");
      return true;
    case "n": {
      const edge = /^(?:[en]|t:e):(\d+)/.exec(first ?? "")?.[1];
      if (edge !== undefined) nailInto(Number(edge));
      return true;
    }
    case "s":
      tool.value = "select";
      return true;
    case "i":
      if (id !== undefined) change("initial location", (at) => setInitial(at, id));
      return true;
    case "u":
    case "c": {
      const mark = key === "u" ? "urgent" : "committed";
      const location = template.value?.locations.find((l) => l.id === id);
      if (id !== undefined && location !== undefined) change(mark, (at) => setMark(at, id, mark, !location[mark]));
      return true;
    }
  }
  return false;
}

/** Where the selected edge ends: an edge drawn next goes on from there. */
function endOf(key: string | undefined): string | undefined {
  const edge = /^(?:[en]|t:e):(\d+)/.exec(key ?? "")?.[1];
  return edge === undefined ? undefined : template.value?.edges[Number(edge)]?.target.name;
}

function drawFrom(id: string | undefined): void {
  if (id !== undefined && selection.value.size === 1) draft.value = { from: id, nails: [] };
  else tool.value = "edge";
}

/** A nail in the middle of the edge's longest piece. */
function nailInto(index: number): void {
  const shown = template.value;
  const edge = shown === undefined ? undefined : drawn(shown).edges[index];
  const corners = shown === undefined || edge === undefined ? undefined : route(edge, nodesOf(drawn(shown)));
  if (corners === undefined) return;
  const length = (i: number): number =>
    Math.hypot(corners[i + 1]!.x - corners[i]!.x, corners[i + 1]!.y - corners[i]!.y);
  let piece = 0;
  for (let i = 1; i + 1 < corners.length; i++) if (length(i) > length(piece)) piece = i;
  const [a, b] = [corners[piece]!, corners[piece + 1]!];
  addNailAt(index, piece, { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
}

/** A free place to the right of a location. */
function beside(id: string | undefined): Point | undefined {
  const shown = template.value;
  if (id === undefined || shown === undefined) return undefined;
  const nodes = nodesOf(drawn(shown));
  const from = nodes.get(id)?.place;
  if (from === undefined) return undefined;
  let place = { x: from.x + 8 * grid, y: from.y };
  while ([...nodes.values()].some((n) => Math.hypot(n.place.x - place.x, n.place.y - place.y) < 2 * grid))
    place = { x: place.x, y: place.y + 4 * grid };
  return place;
}
