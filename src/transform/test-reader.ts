/**
 * The specification as a tester reads it: its edges with bound variables of their own and its variables replaced by the
 * tester's, invariants as clauses, and what the invariant of a target demands before the update.
 */
import type { CheckedTemplate, LocationSymbol } from "../model/index.ts";
import { locationAt } from "../network/index.ts";
import { type Binder, build, type Expr, type Name } from "../syntax/index.ts";
import { type Clause, clauseExpr, clausesOf } from "./clause.ts";
import type { Flippable } from "./flip.ts";
import type { Replacements, Rewriter } from "./rewrite.ts";
import { simplify } from "./simplify.ts";
import { isTransient, type SpecEdge, type TestSetup } from "./test-setup.ts";
import { weakest } from "./weakest.ts";

/** An edge of the specification with bound variables apart, for one use. */
interface Prepared extends Flippable {
  readonly guard: readonly Expr[];
  readonly update: readonly Expr[];
  /** The target's invariant before the update; undefined if it cannot be said. */
  readonly target: readonly Expr[] | undefined;
}

export class SpecReader {
  /** Measures the time in urgent locations, once it is known that there are any. */
  stillClock: Name | undefined;
  private readonly spec: CheckedTemplate;
  private readonly setup: TestSetup;
  private readonly names: Rewriter;
  private readonly strong: boolean;

  /** `strong`: the invariant of the target counts. */
  constructor(spec: CheckedTemplate, setup: TestSetup, names: Rewriter, strong: boolean) {
    this.spec = spec;
    this.setup = setup;
    this.names = names;
    this.strong = strong;
  }

  /** The specification's edge with bound variables of its own. */
  prepare(e: SpecEdge): Prepared {
    const { names } = this;
    const { copies } = this.setup;
    const { node, target } = e.edge;
    let by: Replacements = copies.replacements;
    const selects: Binder[] = [];
    for (const b of node.select?.value ?? []) {
      const [binder, inner] = names.binder(b, by);
      selects.push(binder);
      by = inner;
    }
    const put = (x: Expr) => names.expr(x, by);
    const guard = node.guard === undefined ? [] : [put(node.guard.value)];
    const update = (node.update?.value ?? []).map(put);
    const after = this.targetBefore(locationAt(this.spec, target), update);
    const all = [...guard, ...(after ?? [])];
    return {
      selects,
      guard,
      update,
      target: after,
      subscripts: e.subscripts.map(put),
      clauses: all.flatMap((x) => clausesOf(x, names)),
    };
  }

  /** What the target's invariant demands before the update. */
  private targetBefore(to: LocationSymbol, update: readonly Expr[]): readonly Expr[] | undefined {
    if (!this.strong || isTransient(this.setup, to)) return [];
    const out: Expr[] = [];
    for (const clause of this.ownInvariant(to)) {
      const now = weakest(clauseExpr(clause), update, this.names);
      if (now === undefined) return undefined;
      out.push(now);
    }
    return simplify(out, this.names) ?? [build.bool(false)];
  }

  private ownInvariant(l: LocationSymbol): readonly Clause[] {
    const { names } = this;
    const { copies } = this.setup;
    const { invariant } = l.node;
    return invariant === undefined ? [] : clausesOf(names.expr(invariant.value, copies.replacements), names);
  }

  /** With that of an urgent location. */
  invariant(l: LocationSymbol): readonly Clause[] {
    const own = this.ownInvariant(l);
    if (this.stillClock === undefined || !(l.node.urgent || l.node.committed)) return own;
    const atom = build.binary("<=", this.stillClock, build.int(0));
    return atom.kind === "binary" ? [...own, { kind: "clock", binders: [], atom }] : own;
  }
}
