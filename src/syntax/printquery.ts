import { unreachable, wants } from "../base/index.ts";
import { printAt, printExpr, printExprs } from "./printexpression.ts";
import type { Expr, Query, QueryEntry } from "./tree.ts";

/** Prints queries and `.q` files. */
export function printQuery(query: Query): string {
  wants("printQuery", query, "query");
  const under = query.under ? ` under ${query.under.name}` : "";
  switch (query.kind) {
    case "A[]":
    case "A<>":
    case "E[]":
    case "E<>":
      return `${query.kind} ${formula(query.formula)}${under}`;
    case "-->":
      return `${printExpr(query.left)} --> ${printExpr(query.right)}${under}`;
    case "sup":
    case "inf":
    case "bounds":
      return `${query.kind}${query.predicate ? `{${printExpr(query.predicate)}}` : ""}: ${printExprs(query.exprs)}${under}`;
    case "other": {
      const imitate = query.imitate ? ` imitate ${query.imitate.name}` : "";
      return fill(query) + under + imitate;
    }
    default:
      return unreachable(query);
  }
}

/** `(p and A<> q)` keeps its parentheses. */
function formula(expr: Expr): string {
  if (expr.kind !== "binary" || expr.right.kind !== "path" || expr.right.op !== "A<>") return printExpr(expr);
  return `(${printAt(expr.left, 2)} ${expr.word ? "and" : "&&"} ${printExpr(expr.right)})`;
}

function fill(query: Extract<Query, { kind: "other" }>): string {
  let exprs = 0;
  let parts = 0;
  return query.shape.replace(/[$@&]/g, (hole) => {
    if (hole === "$") return printExpr(query.exprs[exprs++]!);
    return hole === "@" ? printQuery(query.parts[parts++]!) : (query.name?.name ?? "");
  });
}

/** A `.q` file with comments and expectations; formulas are kept as written. */
export function printQueryFile(entries: readonly QueryEntry[]): string {
  wants("printQueryFile", entries, "list");
  return entries.map(printEntry).join("\n");
}

function printEntry(entry: QueryEntry): string {
  const comment = `/*\n${entry.comment?.replaceAll("*/", "* /") ?? ""}\n*/\n`;
  if (entry.text.trim() === "") return `${comment}//NO_QUERY\n`;
  // A line break inside a formula would begin a new query.
  const text = entry.text
    .trim()
    .replace(/\\[ \t]*(\r?\n)/g, "$1")
    .split(/\r?\n/)
    .join(" \\\n");
  return `${comment}${text}\n${expectation(entry)}`;
}

const tokens = { success: "T", failure: "F", maybe_true: "MT", maybe_false: "MF", error: "E" } as const;

function expectation({ expect }: QueryEntry): string {
  if (expect === undefined) return "";
  const said: string[] = [];
  if (expect.outcome) said.push(tokens[expect.outcome]);
  if (expect.value !== undefined) said.push(expect.value);
  for (const { value, unit } of expect.resources) said.push(`${value}${unit ?? ""}`);
  return said.length === 0 ? "" : `/* EXPECT:${said.join(",")} */\n`;
}
