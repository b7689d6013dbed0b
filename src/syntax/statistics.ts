import { append } from "../base/index.ts";
import type { Cursor } from "./cursor.ts";
import { broken, name } from "./parts.ts";
import { braced, bracketedBound, count, type OtherQuery, other } from "./queryparts.ts";
import type { Expr } from "./tree.ts";

/** Statistical queries: simulations, probabilities, expectations, and MITL formulas. */

/** `simulate[b;n] {e} : k : p`, and the older `simulate n [b] {e}`. */
export function simulation(p: Cursor, start: number): OtherQuery {
  p.next();
  const exprs: Expr[] = [];
  let shape = "simulate";
  if (!p.is("[")) {
    exprs.push(count(p));
    shape += " $ ";
  }
  const bound = bracketedBound(p, true);
  const watched = braced(p);
  append(exprs, [...bound.exprs, ...watched.exprs]);
  shape += `${bound.shape} ${watched.shape}`;
  if (p.accept(":")) {
    const first = p.expression();
    exprs.push(first);
    shape += " : $";
    if (first.kind === "int" && p.accept(":")) {
      exprs.push(p.expression());
      shape += " : $";
    }
  }
  return other(p, start, { family: "SMC", head: "simulate", shape, exprs });
}

/** `E[b;n](max: e)` */
export function expectation(p: Cursor, start: number): OtherQuery {
  p.next();
  const bound = bracketedBound(p, true);
  p.expect("(", "after the bound");
  const which = name(p, "'min' or 'max'");
  p.expect(":", "after 'min' or 'max'");
  const value = p.expression();
  p.expect(")", "after the expression");
  const shape = `E${bound.shape}(${which.name}: $)`;
  return other(p, start, { family: "SMC", head: "E", shape, exprs: [...bound.exprs, value] });
}

/** `Pr[b](<> p)` with its comparisons, or an MITL formula `Pr (...)`. */
export function probability(p: Cursor, start: number): OtherQuery {
  if (p.peek() !== "[") {
    p.next();
    const formula = p.expression();
    return other(p, start, { family: "MITL", head: "Pr", shape: "Pr $", exprs: [formula] });
  }
  const first = estimate(p, start);
  if (p.is(">") || p.is("<") || p.is("==")) p.fail("'>=' or '<='");
  if (p.is(">=") || p.is("<=")) {
    const op = p.kind;
    p.next();
    if (op === ">=" && p.is("Pr")) {
      const second = estimate(p, p.at());
      return other(p, start, { family: "SMC", head: "Pr", shape: "@ >= @", parts: [first, second] }, false);
    }
    if (first.under === undefined) {
      const limit = probabilityLimit(p);
      return other(p, start, {
        family: "SMC",
        head: "Pr",
        shape: `${first.shape} ${op} $`,
        exprs: [...first.exprs, limit],
      });
    }
    p.fail("'Pr'");
  }
  return first;
}

function probabilityLimit(p: Cursor): Expr {
  if (p.is("#real") || p.is("#int")) {
    if (p.is("#int")) p.fail("a number with a decimal point", "write 0.0 or 1.0");
    return p.expression();
  }
  p.fail("a number such as 0.95");
  return broken(p);
}

/** `Pr[b](<> p)`, `Pr[b]([] p)`, `Pr[b](p U q)`, each perhaps `under S`. */
function estimate(p: Cursor, start: number): OtherQuery {
  p.next();
  const bound = bracketedBound(p, true);
  p.expect("(", "after the bound");
  const exprs = [...bound.exprs];
  let shape = `Pr${bound.shape}`;
  if (p.is("<>") || p.is("[]")) {
    shape += `(${p.kind} $)`;
    p.next();
    exprs.push(p.expression());
  } else {
    exprs.push(p.expression());
    if (p.is("#name") && p.word === "U") p.next();
    else p.fail("'U'", "the formula of a run is <> p, [] p or p U q");
    exprs.push(p.expression());
    shape += "($ U $)";
  }
  p.expect(")", "after the formula");
  return other(p, start, { family: "SMC", head: "Pr", shape, exprs });
}
