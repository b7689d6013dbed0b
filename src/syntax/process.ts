import type { Cursor } from "./cursor.ts";
import { localDeclaration } from "./declaration.ts";
import { edgeList } from "./edge.ts";
import { constraint, rate } from "./label.ts";
import { name } from "./parts.ts";
import { bodyWords, endList, recoverBraces, recoverDeclaration, recoverItem, recoverProcess } from "./recovery.ts";
import type { Branchpoint, Declaration, Edge, Expr, Label, Location, Name, Template } from "./tree.ts";
import { parameterList, startsType } from "./type.ts";

/**
 * `process P(...) { ... }` of XTA. A location's id is its name, and edges refer to names. A broken location is reported
 * once and the ones after it are read.
 */
export function template(p: Cursor): Template {
  const start = p.at();
  p.next();
  const declared = name(p, "the name of the process");
  const parameters = p.context === "old" && p.kind === "{" ? [] : parameterList(p);
  if (p.panic) skipToBody(p);
  p.expect("{", "before the body of the process");
  // Only the brace is missing if the body is there.
  if (p.is("state") || startsType(p)) p.recover();
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

/** After a broken header: to the brace of the body, which follows a parenthesis. */
function skipToBody(p: Cursor): void {
  p.recover();
  let closed = false;
  while (!p.is("#end") && !p.is("system") && !p.is("process") && !p.is("state")) {
    if (p.is("{") && (closed || p.peek() === "state")) return;
    closed = p.is(")");
    p.next();
  }
}

function isUrgentList(p: Cursor): boolean {
  const mark = p.mark();
  p.next();
  const after = p.kind === "#name" ? p.peek() : "";
  p.restore(mark);
  return after === "," || after === ";";
}

function processBody(p: Cursor): Body {
  if (!p.is("state")) {
    p.fail("'state' before the locations");
    recoverDeclaration(p, -1);
    if (!bodyWords.has(p.kind)) {
      recoverProcess(p);
      return emptyBody;
    }
  }
  const drafts = p.is("state") ? stateList(p) : [];
  const branchpoints = p.is("branchpoint") && p.context === "new" ? branchpointList(p) : [];
  const flags = locationFlags(p, drafts);
  const initial = initialLocation(p);
  const edges = p.is("trans") && !p.panic ? edgeList(p) : [];
  if (!p.panic && !p.is("}") && !p.is("#end")) {
    p.fail("'}' at the end of the process");
    recoverProcess(p);
    // Told already: the brace is missed once.
    if (!p.is("}")) p.panic = true;
  }
  const locations = drafts.map(
    (d): Location => ({ ...d, urgent: flags.urgent.has(d.id), committed: flags.committed.has(d.id), notes: [] }),
  );
  return { locations, branchpoints, ...(initial ? { initial } : {}), edges };
}

type Draft = Omit<Location, "urgent" | "committed" | "notes">;

function stateList(p: Cursor): Draft[] {
  const drafts: Draft[] = [];
  p.next();
  do {
    drafts.push(state(p));
    recoverItem(p);
  } while (p.accept(","));
  endList(p, "after the locations");
  return drafts;
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
