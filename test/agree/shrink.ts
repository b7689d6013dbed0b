import type { Condition, Spec, SpecEdge, SpecFormula, SpecProcess, SpecQuery } from "./spec.ts";

/** Makes a failing model and query smaller, one piece at a time, as long as it still fails. */
export function shrink(
  spec: Spec,
  query: SpecQuery,
  fails: (spec: Spec, query: SpecQuery) => boolean,
): { readonly spec: Spec; readonly query: SpecQuery } {
  let best = { spec, query };
  for (let progress = true; progress; ) {
    progress = false;
    for (const smaller of candidates(best.spec, best.query)) {
      if (!fails(smaller.spec, smaller.query)) continue;
      best = smaller;
      progress = true;
      break;
    }
  }
  return best;
}

function* candidates(spec: Spec, query: SpecQuery): Generator<{ spec: Spec; query: SpecQuery }> {
  for (const smaller of queries(query)) yield { spec, query: smaller };
  for (const smaller of specs(spec)) yield { spec: smaller, query };
}

function* specs(spec: Spec): Generator<Spec> {
  if (spec.before.length > 0) yield { ...spec, before: spec.before.slice(1) };
  if (spec.after.length > 0) yield { ...spec, after: spec.after.slice(1) };
  if (spec.priorities)
    yield {
      ...spec,
      priorities: false,
      channels: spec.channels.map((c) => ({ ...c, priority: 1 })),
      processes: spec.processes.map((p) => ({ ...p, priority: 0 })),
    };
  for (const channels of without(spec.channels, (c) => [...(c.urgent ? [{ ...c, urgent: false }] : [])]))
    yield { ...spec, channels };
  for (const clocks of without(spec.clocks, (c) => (c.initial > 0 ? [{ ...c, initial: 0 }] : [])))
    yield { ...spec, clocks };
  for (const processes of without(spec.processes, (p) => [...processVariants(p)])) yield { ...spec, processes };
}

function* processVariants(p: SpecProcess): Generator<SpecProcess> {
  for (const edges of drop(p.edges)) yield { ...p, edges };
  for (const edges of without(p.edges, (e) => [...edgeVariants(e)])) yield { ...p, edges };
  for (const locations of without(p.locations, (l) => [
    ...(l.urgent ? [{ ...l, urgent: false }] : []),
    ...(l.committed ? [{ ...l, committed: false }] : []),
    ...(l.stopped?.length ? [{ ...l, stopped: l.stopped.slice(1) }] : []),
    ...[...conditionVariants(l.invariant)].map((invariant) => ({ ...l, invariant })),
  ]))
    yield { ...p, locations };
}

function* edgeVariants(e: SpecEdge): Generator<SpecEdge> {
  for (const guard of conditionVariants(e.guard)) yield { ...e, guard };
  for (const update of drop(e.update)) yield { ...e, update };
  if (e.sync !== undefined) {
    const { sync: _, ...rest } = e;
    yield rest;
  }
  if (e.select !== undefined && e.select > 0) yield { ...e, select: 0 };
}

function* conditionVariants(list: readonly Condition[]): Generator<readonly Condition[]> {
  yield* drop(list);
  yield* without(list, (c) => {
    if (c.k !== "clock" || c.unless === undefined) return [];
    const { unless: _, ...rest } = c;
    return [rest];
  });
}

function* queries(query: SpecQuery): Generator<SpecQuery> {
  if (query.kind === "-->") {
    for (const left of formulas(query.left)) yield { ...query, left };
    for (const right of formulas(query.right)) yield { ...query, right };
  } else if ("terms" in query) {
    for (const terms of drop(query.terms)) if (terms.length > 0) yield { ...query, terms };
    if (query.predicate !== undefined) {
      const { predicate, ...rest } = query;
      yield rest;
      for (const smaller of formulas(predicate)) yield { ...query, predicate: smaller };
    }
  } else for (const formula of formulas(query.formula)) yield { ...query, formula };
}

function* formulas(f: SpecFormula): Generator<SpecFormula> {
  if (f.k === "not") {
    yield f.a;
    for (const a of formulas(f.a)) yield { ...f, a };
  } else if (f.k === "and" || f.k === "or") {
    yield f.a;
    yield f.b;
    for (const a of formulas(f.a)) yield { ...f, a };
    for (const b of formulas(f.b)) yield { ...f, b };
  }
}

/** The list without one of its items. */
function* drop<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < list.length; i++) yield list.filter((_, j) => j !== i);
}
/** The list with one of its items replaced by a smaller one. */
function* without<T>(list: readonly T[], smaller: (item: T) => readonly T[]): Generator<readonly T[]> {
  for (let i = 0; i < list.length; i++)
    for (const item of smaller(list[i]!)) yield list.map((old, j) => (j === i ? item : old));
}
