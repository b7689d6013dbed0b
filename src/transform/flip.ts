/**
 * `flip` of Bourke and Sowmya (2007, section 3): from the edges of a location for one channel and direction to the edges
 * on which the tester finds an action that none of them allows. Channel arrays are swept: one variable for each dimension
 * runs over all elements, a select variable that is a subscript becomes that variable, every other subscript an equation.
 *
 * The result is a conjunction over the edges of their negations (*demands*). A demand has data and clock parts; data lifts
 * a clock comparison (`d || x >= 3`), so only several clock comparisons in one demand make *alternatives*. Few of them are
 * multiplied out into edges; many become the choice of a select variable. A universal quantifier over several comparisons
 * needs a choice for each value: a bit mask, or the values one by one where they are few and constant.
 */
import { append } from "../base/index.ts";
import { type Binder, build, type Expr, printBinder, printExpr, type TypeExpr } from "../syntax/index.ts";
import { type Clause, type Denial, deny, type Option, quantify } from "./clause.ts";
import type { Rewriter } from "./rewrite.ts";
import { flatten, fold, isBool, join, numberOf, simplify } from "./simplify.ts";

/** An edge of the specification, as far as flipping goes. Bound variables are apart. */
export interface Flippable {
  readonly selects: readonly Binder[];
  readonly clauses: readonly Clause[];
  readonly subscripts: readonly Expr[];
}

/** One edge of the result: select, guard, subscripts. */
export interface Flipped {
  readonly selects: readonly Binder[];
  readonly guard: readonly Expr[];
  readonly subscripts: readonly Expr[];
}

export interface FlipOptions {
  /** Up to how many edges alternatives are multiplied out. */
  readonly edges: number;
  /** Up to how many values a select variable made for a choice may have in all. */
  readonly choices: number;
  /** Channel arrays by partitions of the edges instead of sweeping (see `partition.ts`). */
  readonly partition?: boolean;
}
export const flipDefaults: FlipOptions = { edges: 8, choices: 4096 };

/** Why a set of edges cannot be flipped. */
export class NotFlippable extends Error {
  override readonly name = "NotFlippable";
}

interface Alternative {
  readonly selects: readonly Binder[];
  readonly conjuncts: readonly Expr[];
}

/** `sweep`: one variable for each dimension of the channel. */
export function flip(
  edges: readonly Flippable[],
  sweep: readonly Binder[],
  always: readonly Expr[],
  names: Rewriter,
  options: FlipOptions = flipDefaults,
): readonly Flipped[] {
  const demands = edges.map((e) => alternativesOf(demandOf(e, sweep, names), names, options));
  const subscripts = sweep.map((b): Expr => b.name);
  return combine(demands, always, names, options).map(({ selects, conjuncts }) => ({
    selects: [...sweep, ...selects],
    guard: conjuncts,
    subscripts,
  }));
}

/** The ways in which a conjunction is false, each as an edge's select and guard. */
export function denyAll(
  clauses: readonly Clause[],
  always: readonly Expr[],
  names: Rewriter,
  options: FlipOptions = flipDefaults,
): readonly Flipped[] {
  const demand: Demand = { universal: [], ...deny(clauses) };
  return combine([alternativesOf(demand, names, options)], always, names, options).map(({ selects, conjuncts }) => ({
    selects,
    guard: conjuncts,
    subscripts: [],
  }));
}

/** `forall universal: data or one of the options`. */
interface Demand extends Denial {
  readonly universal: readonly Binder[];
}

/** That an edge does not allow the action on the swept element. */
function demandOf(e: Flippable, sweep: readonly Binder[], names: Rewriter): Demand {
  const replaced = new Map<NonNullable<ReturnType<Rewriter["symbolOf"]>>, Expr>();
  const before: Expr[] = [];
  const left = new Set(e.selects);
  const equations: Expr[] = [];
  e.subscripts.forEach((s, d) => {
    const symbol = s.kind === "name" ? names.symbolOf(s) : undefined;
    const binder = symbol === undefined ? undefined : e.selects.find((b) => names.symbolOf(b.name) === symbol);
    const { name, type } = sweep[d]!;
    if (symbol !== undefined && binder !== undefined && !replaced.has(symbol)) {
      replaced.set(symbol, name);
      left.delete(binder);
      append(before, rangeOf(binder.type, type, name, names));
    } else equations.push(build.binary("==", name, s));
  });
  const put = (expr: Expr) => names.expr(expr, replaced);
  const conditions = [...before, ...equations.map(put)].map((expr): Clause => ({ kind: "data", expr }));
  const clauses = e.clauses.map((c): Clause => {
    if (c.kind === "data") return { kind: "data", expr: put(c.expr) };
    return { ...c, ...(c.unless === undefined ? {} : { unless: put(c.unless) }), atom: put(c.atom) as typeof c.atom };
  });
  return { universal: [...left], ...deny([...conditions, ...clauses]) };
}

/** That a value of one type is one of another, where that is not plain. */
function rangeOf(inner: TypeExpr, outer: TypeExpr, value: Expr, names: Rewriter): Expr[] {
  const [a, b] = [names.rangeOf(inner), names.rangeOf(outer)];
  if (a === undefined || b === undefined) return [];
  const out: Expr[] = [];
  const same = (x: Expr, y: Expr) =>
    printExpr(x) === printExpr(y) || (numberOf(x, names) !== undefined && numberOf(x, names) === numberOf(y, names));
  if (!same(a[0], b[0])) out.push(build.binary(">=", value, a[0]));
  if (!same(a[1], b[1])) out.push(build.binary("<=", value, a[1]));
  return out;
}

function alternativesOf(demand: Demand, names: Rewriter, options: FlipOptions): readonly Alternative[] {
  const data = demand.data
    .map((e) => fold(e, names))
    .flatMap((e) => flatten(e, "||"))
    .filter((e) => !isBool(e, false));
  if (demand.universal.length === 0) return free(join(data, "||"), demand.options, names);
  const depends = (e: Expr) => usesSome(e, demand.universal, names);
  const optionDepends = (o: Option) => depends(o.atom) || (o.data !== undefined && depends(o.data));
  const fixed = data.filter((e) => !depends(e));
  const bound = data.filter(depends);
  const outside = demand.options.filter((o) => !optionDepends(o));
  const inside = demand.options.filter(optionDepends);
  const constant = join(fixed, "||");
  // What does not depend on the universal variables stands beside the quantifier (canswap).
  const always = (body: Expr) =>
    quantifyAll(
      demand.universal.filter((b) => usesSome(body, [b], names)),
      body,
      demand.universal,
      names,
    );
  if (inside.length === 0)
    return free(
      fold(
        join(
          [constant, ...(bound.length === 0 ? emptyRange(demand.universal, names) : [always(join(bound, "||"))])],
          "||",
        ),
        names,
      ),
      outside,
      names,
    );
  const [only, ...more] = inside;
  const universal: readonly Alternative[] =
    only !== undefined && more.length === 0 && only.binders.length === 0
      ? [
          {
            selects: [],
            conjuncts: [quantifyAll(demand.universal, join([...fixed, ...bound, optionExpr(only)], "||"), [], names)],
          },
        ]
      : masks(demand.universal, [...fixed, ...bound], inside, names, options);
  return [
    ...universal,
    ...(outside.length === 0
      ? []
      : free(constant, outside, names).filter((a) => !a.conjuncts.some((c) => isBool(c, false)))),
  ];
}

/** Over an empty range a universal holds: that counts where a binder may have none. */
function emptyRange(universal: readonly Binder[], names: Rewriter): readonly Expr[] {
  return universal.flatMap((b) => {
    const range = names.rangeOf(b.type);
    if (range === undefined) return [];
    const [low, high] = [numberOf(range[0], names), numberOf(range[1], names)];
    if (low !== undefined && high !== undefined) return low > high ? [build.bool(true)] : [];
    return [build.binary(">", range[0], range[1])];
  });
}

function quantifyAll(binders: readonly Binder[], body: Expr, all: readonly Binder[], names: Rewriter): Expr {
  const inner = binders.reduceRight((e: Expr, b) => quantify("forall", b, e), body);
  const unused = all.filter((b) => !binders.includes(b));
  return fold(join([...emptyRange(unused, names), inner], "||"), names);
}

/** `data || option` for each option, or the data alone. */
function free(data: Expr, options: readonly Option[], names: Rewriter): readonly Alternative[] {
  const alone: Alternative = { selects: [], conjuncts: [data] };
  if (options.length === 0) return [alone];
  const made = options.map((o) => ({
    selects: o.binders,
    conjuncts: isBool(data, false) ? flatten(optionExpr(o), "&&") : [build.binary("||", data, optionExpr(o))],
  }));
  // Without a value to select the data would be lost with the option.
  const isKept = isBool(data, false) || options.some((o) => !o.binders.some((b) => mayBeEmpty(b, names)));
  return isKept ? made : [alone, ...made];
}

function optionExpr(o: Option): Expr {
  return o.data === undefined ? o.atom : build.binary("&&", o.data, o.atom);
}

function usesSome(e: Expr, binders: readonly Binder[], names: Rewriter): boolean {
  const used = names.uses(e);
  return binders.some((b) => {
    const symbol = names.symbolOf(b.name);
    return symbol !== undefined && used.has(symbol);
  });
}

/**
 * A universal over several clock comparisons: for each value of its variables one of them is chosen, by a bit of a select
 * variable where there are two, otherwise by a select variable for each value.
 */
function masks(
  universal: readonly Binder[],
  data: readonly Expr[],
  inside: readonly Option[],
  names: Rewriter,
  limits: FlipOptions,
): readonly Alternative[] {
  const atoms = inside.map((o) => printExpr(o.atom)).join(" and ");
  const refuse = (why: string): never => {
    throw new NotFlippable(
      `for every ${universal.map((b) => printBinder(b)).join(", ")} one of ${atoms} must hold: ${why}`,
    );
  };
  const sizes = universal.map((b) => sizeOf(b, names) ?? refuse("the number of values is not known"));
  const values = sizes.reduce((a, s) => a * s.size, 1);
  if (values === 0) return [{ selects: [], conjuncts: [build.bool(true)] }];
  if (
    inside.length === 2 &&
    inside.every((o) => o.binders.length === 0) &&
    values <= 30 &&
    2 ** values <= limits.choices
  ) {
    const mask = build.binder(names.fresh("m"), build.type(`int[0, ${2 ** values - 1}]`));
    const index = sizes.reduce((at: Expr | undefined, s, i): Expr => {
      const { name } = universal[i]!;
      const offset: Expr = s.low === 0 ? name : build.binary("-", name, build.int(s.low));
      return at === undefined ? offset : build.binary("+", build.binary("*", at, build.int(s.size)), offset);
    }, undefined) as Expr;
    const bit = build.binary("&", build.binary(">>", mask.name, index), build.int(1));
    const choose = (o: Option, value: number) =>
      quantifyAll(
        universal,
        join([...data, build.binary("!=", bit, build.int(value)), optionExpr(o)], "||"),
        [],
        names,
      );
    return [{ selects: [mask], conjuncts: inside.map(choose) }];
  }
  if (values > 64) refuse(`there are ${values} values`);
  const selects: Binder[] = [];
  const conjuncts: Expr[] = [];
  let choices = 1;
  for (const assignment of assignments(universal, sizes)) {
    const by = new Map(
      assignment.flatMap(([b, v]) => {
        const symbol = names.symbolOf(b.name);
        return symbol === undefined ? [] : [[symbol, build.int(v)] as const];
      }),
    );
    const options = inside.flatMap((o) => expanded(o, names, refuse));
    choices *= options.length;
    if (choices > limits.choices) refuse("there are too many ways to choose");
    const which = build.binder(names.fresh("m"), build.type(`int[0, ${options.length - 1}]`));
    selects.push(which);
    options.forEach((o, j) => {
      conjuncts.push(
        names.expr(join([...data, build.binary("!=", which.name, build.int(j)), optionExpr(o)], "||"), by),
      );
    });
  }
  return [{ selects, conjuncts }];
}

/** An option under existential variables as one option for each of their values. */
function expanded(o: Option, names: Rewriter, refuse: (why: string) => never): readonly Option[] {
  if (o.binders.length === 0) return [o];
  const sizes = o.binders.map(
    (b) => sizeOf(b, names) ?? refuse(`the number of values of ${printBinder(b)} is not known`),
  );
  return assignments(o.binders, sizes).map((assignment) => {
    const by = new Map(
      assignment.flatMap(([b, v]) => {
        const symbol = names.symbolOf(b.name);
        return symbol === undefined ? [] : [[symbol, build.int(v)] as const];
      }),
    );
    return {
      binders: [],
      ...(o.data === undefined ? {} : { data: names.expr(o.data, by) }),
      atom: names.expr(o.atom, by),
    };
  });
}

function assignments(
  binders: readonly Binder[],
  sizes: readonly { readonly low: number; readonly size: number }[],
): (readonly [Binder, number])[][] {
  let all: (readonly [Binder, number])[][] = [[]];
  binders.forEach((b, i) => {
    const { low, size } = sizes[i]!;
    const values = Array.from({ length: size }, (_, k) => low + k);
    all = all.flatMap((so) => values.map((v) => [...so, [b, v] as const]));
  });
  return all;
}

function sizeOf(b: Binder, names: Rewriter): { readonly low: number; readonly size: number } | undefined {
  const range = names.rangeOf(b.type);
  const low = range === undefined ? undefined : numberOf(range[0], names);
  const high = range === undefined ? undefined : numberOf(range[1], names);
  return low === undefined || high === undefined ? undefined : { low, size: Math.max(0, high - low + 1) };
}

/** All demands at once: alternatives multiplied out where that gives few edges, otherwise chosen by select variables. */
function combine(
  demands: readonly (readonly Alternative[])[],
  always: readonly Expr[],
  names: Rewriter,
  options: FlipOptions,
): readonly Alternative[] {
  let all: Alternative[] = [{ selects: [], conjuncts: always }];
  // A select that may have no value would take the other alternatives with it: such demands are never chosen among.
  const rigid = (list: readonly Alternative[]) => list.some((a) => a.selects.some((b) => mayBeEmpty(b, names)));
  const pending = demands
    .map((list) => pruned(list, always, names))
    .sort((a, b) => Number(rigid(b)) - Number(rigid(a)) || a.length - b.length);
  for (const [i, list] of pending.entries()) {
    if (list.length === 0) return [];
    const product = all.flatMap((a) =>
      list.map((b) => ({ selects: [...a.selects, ...b.selects], conjuncts: [...a.conjuncts, ...b.conjuncts] })),
    );
    const kept = pruned(product, [], names);
    if (kept.length > options.edges && list.length > 1 && !rigid(list))
      return all.map((a) => choose(a, pending.slice(i), names)).flatMap((a) => pruned([a], [], names));
    all = kept;
  }
  return pruned(all, [], names);
}

function pruned(list: readonly Alternative[], always: readonly Expr[], names: Rewriter): Alternative[] {
  const seen = new Set<string>();
  return list.flatMap(({ selects, conjuncts }): Alternative[] => {
    const kept = simplify([...always, ...conjuncts], names);
    if (kept === null) return [];
    const text = kept.map(printExpr).join(" && ");
    if (seen.has(text)) return [];
    seen.add(text);
    // A select that is not used can go if it has a value at all; without any the edge does not exist.
    const unused = selects.filter((s) => !usesSomeName(kept, s));
    if (selects.some((s) => sizeOf(s, names)?.size === 0)) return [];
    const needed = selects.filter((s) => !unused.includes(s) || mayBeEmpty(s, names));
    // With a context the alternative keeps its own conjuncts; the context is added again later.
    return [{ selects: needed, conjuncts: always.length > 0 ? conjuncts : kept }];
  });
}

function mayBeEmpty(b: Binder, names: Rewriter): boolean {
  return names.rangeOf(b.type) !== undefined && !((sizeOf(b, names)?.size ?? 0) > 0);
}

function usesSomeName(list: readonly Expr[], binder: Binder): boolean {
  const text = new RegExp(`\\b${binder.name.name}\\b`);
  return list.some((e) => text.test(printExpr(e)));
}

/** One edge on which a select variable picks the alternative of each demand. */
function choose(base: Alternative, demands: readonly (readonly Alternative[])[], names: Rewriter): Alternative {
  const selects = [...base.selects];
  const conjuncts = [...base.conjuncts];
  for (const list of demands) {
    const [only, ...more] = list;
    if (only !== undefined && more.length === 0) {
      append(selects, only.selects);
      append(conjuncts, only.conjuncts);
      continue;
    }
    const which = build.binder(names.fresh("choice"), build.type(`int[0, ${list.length - 1}]`));
    append(selects, [which, ...list.flatMap((a) => a.selects)]);
    list.forEach((a, j) => {
      append(
        conjuncts,
        a.conjuncts.map((c) => build.binary("||", build.binary("!=", which.name, build.int(j)), c)),
      );
    });
  }
  return { selects, conjuncts };
}
