import type { Cursor } from "./cursor.ts";
import { expression } from "./expression.ts";
import { constraint, select, sync } from "./label.ts";
import { expressionList, name } from "./parts.ts";
import { endList, recoverClause, recoverItem } from "./recovery.ts";
import type { Binder, Edge, Expr, Label, Name, Sync } from "./tree.ts";

/**
 * `trans ...;` of XTA. An edge without a source leaves where the one before it does. A broken edge or label is reported
 * once and what follows it is read; labels in the wrong order are reported and kept.
 */
export function edgeList(p: Cursor): Edge[] {
  p.next();
  const edges: Edge[] = [];
  let source: Name | undefined;
  for (;;) {
    const read = edge(p, source);
    edges.push(read);
    source = read.source;
    recoverItem(p);
    if (p.accept(",")) continue;
    if (p.is("#name") || p.is("->") || p.is("-u->")) {
      p.report("syntax-error", `expected ',' before the next edge, found ${p.describe()}`, p.here());
      continue;
    }
    break;
  }
  endList(p, "after the edges");
  return edges;
}

/** One edge; `previous` is the source of the one before it. */
export function edge(p: Cursor, previous: Name | undefined): Edge {
  const start = p.at();
  const short = previous !== undefined && (p.is("->") || p.is("-u->"));
  const source = short ? previous : name(p, "the source of an edge");
  const controllable = !p.is("-u->");
  if (p.is("-u->") && p.context === "new") p.next();
  else p.expect("->", "between source and target");
  const target = name(p, "the target of the edge");
  const labels: Labels = {};
  p.expect("{", "before the labels of the edge");
  // Only the brace is missing if the labels are there.
  if (order.includes(p.kind)) p.recover();
  if (!p.panic) clauses(p, labels, short);
  p.expect("}", "after the labels of the edge");
  if (p.panic && endsEdge(p)) p.recover();
  return { start, end: p.to(start), source, target, controllable, ...labels, nails: none, notes: none };
}
const none: readonly never[] = [];

interface Labels {
  select?: Label<readonly Binder[]>;
  guard?: Label<Expr>;
  sync?: Label<Sync>;
  update?: Label<readonly Expr[]>;
  probability?: Label<Expr>;
}
const order: readonly string[] = ["select", "guard", "sync", "assign", "probability"];

function clauses(p: Cursor, labels: Labels, short: boolean): void {
  let last = -1;
  while (!p.is("#end") && !p.is("}")) {
    const rank = order.indexOf(p.kind);
    if (rank < 0 || (p.context === "old" && p.is("probability"))) {
      p.fail("a label or '}'");
      if (p.is("process") || p.is("system") || endsEdge(p)) return;
      p.next();
      recoverClause(p);
      continue;
    }
    const { kind } = p;
    if (rank === last) p.report("syntax-error", `there are two '${kind}' labels`, p.here());
    else if (rank < last) p.report("syntax-error", `'${kind}' must stand before '${order[last]}'`, p.here());
    else if (short && kind === "probability") {
      p.report("syntax-error", "an edge without a source cannot have a probability", p.here(), "write the source");
    }
    last = Math.max(last, rank);
    clause(p, labels);
    recoverClause(p);
  }
}

/** `,` before another edge, or `;` and the brace of the process: the brace of this edge is missing. */
function endsEdge(p: Cursor): boolean {
  if (!p.is(",") && !p.is(";")) return false;
  const mark = p.mark();
  const ends = p.is(";");
  p.next();
  let result = !ends && (p.is("->") || p.is("-u->") || (p.is("#name") && /^-(u-)?>$/.test(p.peek())));
  if (ends && p.is("}")) {
    p.next();
    result = !p.is(",") && !p.is(";") && !p.is("}");
  }
  p.restore(mark);
  return result;
}

function clause(p: Cursor, labels: Labels): void {
  const start = p.at();
  const { kind } = p;
  p.next();
  if (kind === "select") labels.select = label(p, start, select);
  else if (kind === "guard") labels.guard = label(p, start, constraint);
  else if (kind === "sync") labels.sync = label(p, start, sync);
  else if (kind === "assign") labels.update = label(p, start, expressionList);
  else labels.probability = label(p, start, expression);
}

function label<T>(p: Cursor, start: number, rule: (p: Cursor) => T): Label<T> {
  const value = rule(p);
  p.expect(";", "after the label");
  return { start, end: p.to(start), value };
}
