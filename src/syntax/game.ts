import { append } from "../base/index.ts";
import type { Cursor } from "./cursor.ts";
import { callArguments, name } from "./parts.ts";
import { path } from "./path.ts";
import { braced, bracketedBound, features, type OtherQuery, other, strategyUnder } from "./queryparts.ts";
import type { Expr, Name, Query } from "./tree.ts";

/** Games (`control:` and its variants) and learning: the queries that a strategy can be made of. */

/** A query that a strategy can be made of; undefined if the text begins otherwise. */
export function game(p: Cursor): Query | undefined {
  const start = p.at();
  switch (p.kind) {
    case "control":
      p.next();
      return controlGoal(p, start, "control: @", []);
    case "E<>":
      if (p.peek() !== "control") return undefined;
      p.next();
      p.next();
      return controlGoal(p, start, "E<> control: @", []);
    case "{": {
      const observed = braced(p);
      p.expect("control", "after the observations");
      return controlGoal(p, start, `${observed.shape} control: @`, observed.exprs);
    }
    case "control_t":
      return timedControl(p, start);
    case "minE":
    case "maxE":
    case "minPr":
    case "maxPr":
      return learning(p, start, p.kind);
    case "loadStrategy": {
      p.next();
      const seen = features(p);
      const args = callArguments(p);
      if (args.length !== 1) p.fail("one file name");
      const shape = `loadStrategy${seen.shape}(${args.map(() => "$").join(", ")})`;
      return other(p, start, { family: "strategy", head: "loadStrategy", shape, exprs: [...seen.exprs, ...args] });
    }
    default:
      return undefined;
  }
}

function controlGoal(p: Cursor, start: number, shape: string, exprs: readonly Expr[]): OtherQuery {
  p.expect(":", "after 'control'");
  const part = path(p, false);
  return other(p, start, { family: "control", head: "control", shape, exprs, parts: [part] });
}

function timedControl(p: Cursor, start: number): OtherQuery {
  p.next();
  p.expect("*", "after 'control_t'");
  const exprs = p.is("(") ? callArguments(p) : [];
  const inner = exprs.length === 0 ? "" : `(${exprs.map(() => "$").join(", ")})`;
  if (exprs.length > 2) p.fail("at most two bounds");
  p.expect(":", "after 'control_t*'");
  const part = path(p, false);
  return other(
    p,
    start,
    { family: "control", head: "control_t*", shape: `control_t*${inner}: @`, exprs, parts: [part] },
    false,
  );
}

function learning(p: Cursor, start: number, head: "minE" | "maxE" | "minPr" | "maxPr"): OtherQuery {
  p.next();
  const exprs: Expr[] = [];
  let shape: string = head;
  if (head === "minE" || head === "maxE") {
    p.expect("(", `and a cost after '${head}'`);
    exprs.push(p.expression());
    p.expect(")", "after the cost");
    shape += "($)";
  }
  const bound = bracketedBound(p, false);
  const seen = features(p);
  p.expect(":", "before the goal");
  const goal = p.is("[]") ? "[]" : "<>";
  if (!p.accept("[]")) p.expect("<>", "before the goal");
  const formula = p.expression();
  append(exprs, [...bound.exprs, ...seen.exprs, formula]);
  shape += `${bound.shape}${seen.shape}: ${goal} $`;
  const under = strategyUnder(p);
  let imitate: Name | undefined;
  if (p.accept("imitate")) imitate = name(p, "the name of a strategy");
  const made = other(p, start, { family: "learning", head, shape, exprs }, false);
  return { ...made, ...(under ? { under } : {}), ...(imitate ? { imitate } : {}) };
}
