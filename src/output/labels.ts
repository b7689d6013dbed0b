import type { Span } from "../base/index.ts";
import { wants } from "../base/index.ts";
import {
  type Edge,
  printBinder,
  printExpr,
  printExprs,
  printSync,
  type TckTree,
  type Template,
  type Tree,
} from "../syntax/index.ts";

/**
 * What is written on the edges of a model, found by their place in the source: traces carry places, not texts. An edge
 * built by a program stands nowhere and has no text here.
 */
export interface EdgeText {
  readonly select: string;
  readonly guard: string;
  readonly sync: string;
  readonly update: string;
}
export type EdgeTexts = (origin: Span) => EdgeText | undefined;

export const noTexts: EdgeTexts = () => undefined;

/** What is written on all parts of an edge that goes through branch points, as on one edge. */
export function joinedText(
  texts: EdgeTexts,
  { origin, branches }: { readonly origin: Span; readonly branches?: readonly { readonly origin: Span }[] },
): EdgeText | undefined {
  const first = texts(origin);
  if (branches === undefined || first === undefined) return first;
  const parts = [first, ...branches.flatMap((branch) => texts(branch.origin) ?? [])];
  const written = (label: keyof EdgeText) => parts.map((part) => part[label]).filter((text) => text !== "");
  const guards = written("guard");
  return {
    select: written("select").join(", "),
    guard: guards.map((guard) => (guards.length === 1 ? guard : `(${guard})`)).join(" && "),
    sync: written("sync").join(", "),
    update: written("update").join(", "),
  };
}

export function edgeTexts(tree: Tree): EdgeTexts {
  wants("edgeTexts", tree, "tree");
  // Most runs print no trace: the table is made when it is first asked.
  let edges: Map<number, Edge | undefined> | undefined;
  return ({ start }) => {
    edges ??= edgesByPlace(tree);
    const edge = edges.get(start);
    return edge === undefined ? undefined : textOf(edge);
  };
}

/** Edges that share their place (all of a program's) are not told apart, so they are left out. */
function edgesByPlace(tree: Tree): Map<number, Edge | undefined> {
  const found = new Map<number, Edge | undefined>();
  const late = tree.systemDeclarations.flatMap((d): Template[] => (d.kind === "template" ? [d.template] : []));
  for (const { edges } of [...tree.templates, ...late]) {
    for (const edge of edges) found.set(edge.start, found.has(edge.start) ? undefined : edge);
  }
  return found;
}

function textOf({ select, guard, sync, update }: Edge): EdgeText {
  return {
    select: select?.value.map(printBinder).join(", ") ?? "",
    guard: guard === undefined ? "" : printExpr(guard.value),
    sync: sync === undefined ? "" : printSync(sync.value),
    update: update === undefined ? "" : printExprs(update.value),
  };
}

/** The same for a model in TChecker's format, where the text is taken as written. */
export function tckEdgeTexts(tree: TckTree, text: string): EdgeTexts {
  wants("tckEdgeTexts", tree, "TChecker tree");
  wants("tckEdgeTexts", text, "text");
  const texts = new Map<number, EdgeText>();
  for (const declaration of tree.declarations) {
    if (declaration.kind !== "edge") continue;
    const { provided, do: statements, event } = declaration;
    const update = text.slice(statements[0]?.start ?? 0, statements.at(-1)?.end ?? 0);
    texts.set(declaration.start, {
      select: "",
      guard: provided === undefined ? "" : text.slice(provided.start, provided.end),
      sync: event.name,
      update,
    });
  }
  return ({ start }) => texts.get(start);
}
