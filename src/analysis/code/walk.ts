/** Walking over all code of a network and a query. Bodies of functions are walked once, not per call. */
import type {
  Address,
  ClockConstraint,
  Code,
  Formula,
  Guard,
  Network,
  NetworkQuery,
  Step,
} from "../../network/index.ts";

type Visit = (code: Code) => void;

/** Calls `visit` for every piece of code, outer before inner. */
export function eachCode(network: Network, query: NetworkQuery | undefined, visit: Visit): void {
  for (const p of network.processes) {
    for (const l of p.locations) {
      inGuard(l.invariant, visit);
      for (const r of l.invariant.rates) {
        if (r.unless !== undefined) inCode(r.unless, visit);
        inAddress(r.clock, visit);
        inCode(r.rate, visit);
      }
    }
    for (const e of p.edges) {
      inGuard(e.guard, visit);
      if (e.sync?.kind === "channel") for (const t of e.sync.channel.terms) inCode(t.index, visit);
      for (const c of e.update) inCode(c, visit);
    }
  }
  for (const c of [...network.beforeUpdate, ...network.afterUpdate]) inCode(c, visit);
  for (const f of network.functions) inSteps(f.body, visit);
  if (query !== undefined) inQuery(query, visit);
}

/** Calls `visit` for every piece of code in statements, outer before inner. */
export function eachCodeOf(steps: readonly Step[], visit: Visit): void {
  inSteps(steps, visit);
}

/** Calls `visit` for every step, outer before inner. */
export function eachStep(steps: readonly Step[], visit: (step: Step) => void): void {
  for (const s of steps) {
    visit(s);
    if (s.do === "if") {
      eachStep(s.yes, visit);
      eachStep(s.no, visit);
    } else if (s.do === "loop" || s.do === "range") eachStep(s.body, visit);
  }
}

/** The state formulas of a query. */
export function formulasOf(query: NetworkQuery): readonly Formula[] {
  switch (query.kind) {
    case "-->":
      return [query.left, query.right];
    case "sup":
    case "inf":
    case "bounds":
      return query.predicate === undefined ? [] : [query.predicate];
    default:
      return [query.formula];
  }
}

/** Calls `visit` for the clock constraints of a formula, and whether they stand under an odd number of negations. */
export function eachConstraint(
  f: Formula,
  negated: boolean,
  visit: (c: ClockConstraint, negated: boolean) => void,
): void {
  if (f.is === "clock") visit(f.constraint, negated);
  else if (f.is === "not") eachConstraint(f.a, !negated, visit);
  else if (f.is === "and" || f.is === "or") for (const i of f.items) eachConstraint(i, negated, visit);
}

export function mentionsDeadlock(f: Formula): boolean {
  if (f.is === "not") return mentionsDeadlock(f.a);
  if (f.is === "and" || f.is === "or") return f.items.some(mentionsDeadlock);
  return f.is === "deadlock";
}

/** Calls `visit` for every piece of code of a query. */
export function eachQueryCode(query: NetworkQuery, visit: Visit): void {
  inQuery(query, visit);
}

function inQuery(query: NetworkQuery, visit: Visit): void {
  for (const f of query.functions) inSteps(f.body, visit);
  for (const f of formulasOf(query)) inFormula(f, visit);
  if (query.kind !== "sup" && query.kind !== "inf" && query.kind !== "bounds") return;
  for (const t of query.terms) {
    if (t.is === "data") inCode(t.code, visit);
    else {
      inAddress(t.clock, visit);
      inCode(t.plus, visit);
    }
  }
}

/** Calls `visit` for every piece of code of a state formula, outer before inner. */
export function eachPart(formula: Formula, visit: Visit): void {
  inFormula(formula, visit);
}

function inFormula(f: Formula, visit: Visit): void {
  if (f.is === "data") inCode(f.code, visit);
  else if (f.is === "clock") inConstraint(f.constraint, visit);
  else if (f.is === "not") inFormula(f.a, visit);
  else if (f.is === "and" || f.is === "or") for (const i of f.items) inFormula(i, visit);
}

function inGuard(g: Guard, visit: Visit): void {
  for (const c of g.data) inCode(c, visit);
  for (const c of g.clocks) inConstraint(c, visit);
}

function inConstraint(c: ClockConstraint, visit: Visit): void {
  if (c.unless !== undefined) inCode(c.unless, visit);
  inAddress(c.left, visit);
  inAddress(c.right, visit);
  inCode(c.bound, visit);
}

function inAddress(a: Address, visit: Visit): void {
  if (a.first !== undefined) inCode(a.first, visit);
  for (const t of a.terms) inCode(t.index, visit);
}

function inSteps(steps: readonly Step[], visit: Visit): void {
  eachStep(steps, (s) => {
    if (s.do === "code") inCode(s.code, visit);
    else if (s.do === "if" || s.do === "assert") inCode(s.condition, visit);
    else if (s.do === "loop") {
      inCode(s.condition, visit);
      for (const c of s.next) inCode(c, visit);
    } else if (s.do === "return") {
      if (s.value !== undefined) inCode(s.value, visit);
      if (s.from !== undefined) inAddress(s.from, visit);
    }
  });
}

function inCode(code: Code, visit: Visit): void {
  visit(code);
  switch (code.op) {
    case "const":
      return;
    case "load":
      inAddress(code.at, visit);
      return;
    case "neg":
    case "not":
    case "abs":
    case "bool":
    case "inv":
      inCode(code.a, visit);
      return;
    case "choose":
      inCode(code.condition, visit);
      inCode(code.yes, visit);
      inCode(code.no, visit);
      return;
    case "call":
      for (const a of code.args) {
        if (a.kind === "value") inCode(a.value, visit);
        else inAddress(a.kind === "cells" ? a.from : a.to, visit);
      }
      return;
    case "store":
      inAddress(code.at, visit);
      inCode(code.value, visit);
      return;
    case "copy":
      inAddress(code.to, visit);
      inAddress(code.from, visit);
      return;
    case "same":
      inAddress(code.a, visit);
      inAddress(code.b, visit);
      return;
    case "forall":
    case "exists":
    case "sum":
      inCode(code.body, visit);
      return;
    case "sequence":
      for (const i of code.items) inCode(i, visit);
      return;
    case "reset":
      inAddress(code.clock, visit);
      inCode(code.value, visit);
      return;
    case "move":
      inAddress(code.clock, visit);
      inAddress(code.from, visit);
      inCode(code.plus, visit);
      return;
    default:
      inCode(code.a, visit);
      inCode(code.b, visit);
  }
}
