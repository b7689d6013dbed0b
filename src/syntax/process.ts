import type { Cursor } from "./cursor.ts";
import { localDeclaration } from "./declaration.ts";
import { expression, expressionList, name } from "./expression.ts";
import { constraint, rate, select, sync } from "./label.ts";
import { recoverBraces, recoverClause, recoverDeclaration, recoverItem } from "./recovery.ts";
import type { Binder, Branchpoint, Declaration, Edge, Expr, Label, Location, Name, Sync, Template } from "./tree.ts";
import { parameterList } from "./type.ts";

/**
 * `process P(...) { ... }` of XTA. A location's id is its name, and edges refer to names. A broken location or edge is
 * reported once and the ones after it are read; clauses of an edge in the wrong order are reported and kept.
 */
export function template(p: Cursor): Template {
  const start = p.at();
  p.next();
  const declared = name(p, "the name of the process");
  const parameters = p.context === "old" && p.kind === "{" ? [] : parameterList(p);
  if (p.panic) skipToBody(p);
  p.expect("{", "before the body of the process");
  const declarations: Declaration[] = [];
  while (!p.panic && !p.is("#end")) {
    const before = p.start;
    if (p.is("urgent") && isUrgentList(p)) break;
    const read = localDeclaration(p);
    if (read === undefined) break;
    declarations.push(read);
    recoverDeclaration(p, before);
  }
  const isEmpty = p.is("}") && declarations.length === 0;
  const body = p.panic || isEmpty ? emptyBody : processBody(p);
  p.expect("}", "at the end of the process");
  const { locations, branchpoints, initial, edges } = body;
  return {
    start,
    end: p.to(start),
    name: declared,
    parameters,
    declarations,
    locations,
    branchpoints,
    ...(initial ? { initial } : {}),
    edges,
  };
}

interface Body {
  readonly locations: readonly Location[];
  readonly branchpoints: readonly Branchpoint[];
  readonly initial?: Name;
  readonly edges: readonly Edge[];
}
const emptyBody: Body = { locations: [], branchpoints: [], edges: [] };

/** After a broken header: to the brace of the body if it is near. */
function skipToBody(p: Cursor): void {
  p.recover();
  while (!p.is("{") && !p.is("#end") && !p.is("system") && !p.is("process") && !p.is("state") && !p.is(";")) p.next();
}

function isUrgentList(p: Cursor): boolean {
  const mark = p.mark();
  p.next();
  const after = p.kind === "#name" ? p.peek() : "";
  p.restore(mark);
  return after === "," || after === ";";
}

function processBody(p: Cursor): Body {
  const drafts = stateList(p);
  const branchpoints = p.is("branchpoint") && p.context === "new" ? branchpointList(p) : [];
  const flags = locationFlags(p, drafts);
  const initial = initialLocation(p);
  const edges = p.is("trans") && !p.panic ? edgeList(p) : [];
  if (!p.panic && !p.is("}") && !p.is("#end")) {
    p.fail("'}' at the end of the process");
    recoverProcess(p);
  }
  const locations = drafts.map(
    (d): Location => ({ ...d, urgent: flags.urgent.has(d.id), committed: flags.committed.has(d.id), notes: [] }),
  );
  return { locations, branchpoints, ...(initial ? { initial } : {}), edges };
}

/** To the closing brace of the process, without a second message. */
function recoverProcess(p: Cursor): void {
  p.recover();
  let braces = 0;
  for (; !p.is("#end") && !p.is("process") && !p.is("system"); p.next()) {
    if (p.is("{")) braces++;
    else if (p.is("}") && --braces < 0) return;
  }
}

type Draft = Omit<Location, "urgent" | "committed" | "notes">;

function stateList(p: Cursor): Draft[] {
  const drafts: Draft[] = [];
  if (!p.expect("state", "before the locations")) {
    recoverDeclaration(p, -1);
    return drafts;
  }
  do {
    drafts.push(state(p));
    recoverItem(p);
  } while (p.accept(","));
  endList(p, "after the locations");
  return drafts;
}

/** The `;` of a list; words that begin the next list show that it is only missing. */
function endList(p: Cursor, after: string): void {
  const before = p.start;
  p.expect(";", after);
  recoverDeclaration(p, before);
}

function state(p: Cursor): Draft {
  const start = p.at();
  const declared = name(p, "the name of a location");
  let invariant: Label<Expr> | undefined;
  let exponential: Label<readonly Expr[]> | undefined;
  if (p.accept("{")) {
    if (!p.is(";") || p.context === "old") invariant = label(p, constraint);
    if (p.context === "new" && p.accept(";")) exponential = label(p, rate);
    p.expect("}", "after the invariant");
    recoverBraces(p);
  }
  return {
    start,
    end: p.to(start),
    id: declared.name,
    name: declared,
    ...(invariant ? { invariant } : {}),
    ...(exponential ? { rate: exponential } : {}),
  };
}

function label<T>(p: Cursor, rule: (p: Cursor) => T): Label<T> {
  const start = p.at();
  const value = rule(p);
  return { start, end: p.to(start), value };
}

function branchpointList(p: Cursor): Branchpoint[] {
  p.next();
  const result: Branchpoint[] = [];
  do {
    const declared = name(p, "the name of a branch point");
    result.push({ start: declared.start, end: declared.end, id: declared.name, name: declared });
    recoverItem(p);
  } while (p.accept(","));
  endList(p, "after the branch points");
  return result;
}

function locationFlags(p: Cursor, drafts: readonly Draft[]): { urgent: Set<string>; committed: Set<string> } {
  const known = new Set(drafts.map((d) => d.id));
  const urgent = new Set<string>();
  const committed = new Set<string>();
  while (!p.panic && (p.is("urgent") || p.is("commit"))) {
    const marked = p.is("urgent") ? urgent : committed;
    p.next();
    do {
      const location = name(p, "the name of a location");
      if (known.has(location.name)) marked.add(location.name);
      else p.report("location-expected", `there is no location '${location.name}' in this process`, location);
      recoverItem(p);
    } while (p.accept(","));
    endList(p, "after the locations");
  }
  return { urgent, committed };
}

function initialLocation(p: Cursor): Name | undefined {
  if (!p.is("init")) {
    p.fail("'init' and the initial location");
    recoverDeclaration(p, -1);
    if (!p.is("init")) return undefined;
  }
  const before = p.start;
  p.next();
  const initial = name(p, "the name of the initial location");
  p.expect(";", "after the initial location");
  recoverDeclaration(p, before);
  return initial;
}

function edgeList(p: Cursor): Edge[] {
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

function edge(p: Cursor, previous: Name | undefined): Edge {
  const start = p.at();
  const short = previous !== undefined && (p.is("->") || p.is("-u->"));
  const source = short ? previous : name(p, "the source of an edge");
  const controllable = !p.is("-u->");
  if (p.is("-u->") && p.context === "new") p.next();
  else p.expect("->", "between source and target");
  const target = name(p, "the target of the edge");
  const labels: Labels = {};
  if (p.expect("{", "before the labels of the edge")) clauses(p, labels, short);
  p.expect("}", "after the labels of the edge");
  return { start, end: p.to(start), source, target, controllable, ...labels, nails: [], notes: [] };
}

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
      if (p.is("process") || p.is("system")) return;
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

function clause(p: Cursor, labels: Labels): void {
  const start = p.at();
  const { kind } = p;
  p.next();
  const read = <T>(rule: (p: Cursor) => T): Label<T> => {
    const value = rule(p);
    p.expect(";", "after the label");
    return { start, end: p.to(start), value };
  };
  if (kind === "select") labels.select = read(select);
  else if (kind === "guard") labels.guard = read(constraint);
  else if (kind === "sync") labels.sync = read(sync);
  else if (kind === "assign") labels.update = read(expressionList);
  else labels.probability = read(expression);
}
