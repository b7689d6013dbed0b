import type { Cursor } from "./cursor.ts";
import { name } from "./parts.ts";
import { query } from "./query.ts";
import { recoverDeclaration } from "./recovery.ts";
import type { Binder, GanttRow, ProgressMeasure, QueryEntry, SystemLine } from "./tree.ts";
import { binder } from "./type.ts";

/** The end of a model text: the system line, then progress measures, then gantt rows, then query blocks. */
export interface SystemPart {
  readonly system?: SystemLine;
  readonly progress: readonly ProgressMeasure[];
  readonly gantt: readonly GanttRow[];
}

export function systemPart(p: Cursor): SystemPart {
  if (!p.is("system")) {
    p.fail("'system' and the processes", "a model ends with a line such as 'system P, Q;'");
    return { progress: [], gantt: [] };
  }
  const system = systemLine(p);
  const progress = p.is("progress") ? progressMeasures(p) : [];
  const gantt = p.is("gantt") ? ganttRows(p) : [];
  return { system, progress, gantt };
}

function systemLine(p: Cursor): SystemLine {
  const start = p.at();
  p.next();
  const before = p.start;
  let group = [name(p, "the name of a process")];
  const groups = [group];
  while (!p.panic && (p.is(",") || p.is("<"))) {
    if (p.is("<")) groups.push((group = []));
    p.next();
    group.push(name(p, "the name of a process"));
  }
  p.expect(";", "after the system line");
  const line: SystemLine = { start, end: p.to(start), groups };
  recoverDeclaration(p, before);
  return line;
}

function progressMeasures(p: Cursor): ProgressMeasure[] {
  p.next();
  const result: ProgressMeasure[] = [];
  p.expect("{", "after 'progress'");
  while (!p.panic && !p.is("}") && !p.is("#end")) {
    const before = p.start;
    const start = p.at();
    const first = p.expression();
    if (p.accept(":")) {
      const measure = p.expression();
      p.expect(";", "after the measure");
      result.push({ start, end: p.to(start), guard: first, measure });
    } else {
      p.expect(";", "after the measure");
      result.push({ start, end: p.to(start), measure: first });
    }
    recoverDeclaration(p, before);
    // Before `system` or `process` recovery stays where it is: the closing brace is missing.
    if (p.start === before) break;
  }
  p.expect("}", "after the progress measures");
  recoverDeclaration(p, -1);
  return result;
}

function ganttRows(p: Cursor): GanttRow[] {
  p.next();
  const result: GanttRow[] = [];
  p.expect("{", "after 'gantt'");
  while (!p.panic && !p.is("}") && !p.is("#end")) {
    const before = p.start;
    result.push(ganttRow(p));
    recoverDeclaration(p, before);
    if (p.start === before) break;
  }
  p.expect("}", "after the gantt rows");
  recoverDeclaration(p, -1);
  return result;
}

function ganttRow(p: Cursor): GanttRow {
  const start = p.at();
  const row = name(p, "the name of a gantt row");
  const binders = p.is("(") ? binderList(p) : [];
  p.expect(":", "after the name of the row");
  const entries: GanttRow["entries"][number][] = [];
  do {
    const bound = p.accept("for") ? binderList(p) : [];
    const predicate = p.expression();
    p.expect("->", "after the condition of the bar");
    const value = p.expression();
    entries.push({ binders: bound, predicate, value });
  } while (p.accept(","));
  p.expect(";", "after the row");
  return { start, end: p.to(start), name: row, binders, entries };
}

function binderList(p: Cursor): Binder[] {
  p.expect("(", "before the variables");
  const binders = [binder(p)];
  while (p.accept(",")) binders.push(binder(p));
  p.expect(")", "after the variables");
  return binders;
}

/** `query { A[] p }` after the system line, an extension of XTA files. */
export function queryBlocks(p: Cursor, text: string): readonly QueryEntry[] {
  const entries: QueryEntry[] = [];
  while (p.is("query") && !p.panic) entries.push(queryBlock(p, text));
  return entries;
}

function queryBlock(p: Cursor, text: string): QueryEntry {
  const start = p.at();
  p.next();
  if (!p.is("{")) p.fail("'{' after 'query'");
  // The words inside the braces are those of the query language.
  const { context } = p;
  p.context = "query";
  const from = p.end;
  if (!p.panic) p.next();
  const read = p.is("}") ? undefined : query(p);
  const to = p.start;
  p.context = context;
  p.restore(p.mark());
  p.expect("}", "after the query");
  recoverDeclaration(p, -1);
  return {
    start,
    end: p.to(start),
    text: text.slice(from, Math.max(from, to)).trim(),
    ...(read ? { query: read } : {}),
    results: [],
    options: [],
  };
}
