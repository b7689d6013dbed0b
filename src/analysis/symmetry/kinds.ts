/**
 * Kinds of values of a network and a query: which cells may hold the same values. Looks at everything that is evaluated anywhere
 * (`codekinds.ts` says what each piece of code does), so that afterwards the kinds are those of the whole (`kind.ts`).
 */
import type { Address, Formula, Function, Guard, Network, NetworkQuery, Step } from "../../network/index.ts";
import { originOf } from "../code/place.ts";
import { formulasOf } from "../code/walk.ts";
import { CodeKinds } from "./codekinds.ts";

export class Kinds extends CodeKinds {
  /** `targets` tells what an address through a reference may name. */
  constructor(network: Network, query: NetworkQuery | undefined, targets: (a: Address) => readonly number[]) {
    const count = Math.max(network.cells, query?.cells ?? 0);
    super(count, [...network.functions, ...(query?.functions ?? [])], targets);
    for (const p of network.processes) {
      this.number(p.index, p.origin);
      for (const l of p.locations) {
        this.guard(l.invariant);
        for (const r of l.invariant.rates) {
          if (r.unless) this.truth(r.unless, r.origin);
          this.address(r.clock, r.origin, true);
          this.truth(r.rate, r.origin);
        }
      }
      for (const e of p.edges) {
        this.guard(e.guard);
        if (e.sync?.kind === "channel") for (const t of e.sync.channel.terms) this.visit(t.index, t.origin);
        for (const c of e.update) this.visit(c, e.origin);
      }
    }
    for (const c of [...network.beforeUpdate, ...network.afterUpdate]) this.visit(c, network.origin);
    for (const f of this.functions) this.steps(f.body, f);
    if (query) this.query(query);
  }

  private guard({ data, clocks }: Guard): void {
    for (const c of data) this.truth(c, originOf(c) ?? { start: 0, end: 0 });
    for (const c of clocks) {
      if (c.unless) this.truth(c.unless, c.origin);
      this.address(c.left, c.origin, true);
      this.address(c.right, c.origin, true);
      this.truth(c.bound, c.origin);
    }
  }

  private steps(steps: readonly Step[], f: Function): void {
    for (const s of steps) {
      switch (s.do) {
        case "code":
          this.visit(s.code, f.origin);
          break;
        case "if":
          this.truth(s.condition, originOf(s.condition) ?? f.origin);
          this.steps(s.yes, f);
          this.steps(s.no, f);
          break;
        case "loop":
          this.truth(s.condition, s.origin);
          this.steps(s.body, f);
          for (const c of s.next) this.visit(c, s.origin);
          break;
        case "range":
          this.steps(s.body, f);
          break;
        case "assert":
          this.truth(s.condition, s.origin);
          break;
        case "return":
          if (s.value && f.resultCount > 0) this.join(f.result, this.visit(s.value, s.origin), s.origin);
          if (s.from) this.together({ base: f.result, terms: [] }, s.from, f.resultCount, s.origin);
      }
    }
  }

  private query(query: NetworkQuery): void {
    const formula = (f: Formula): void => {
      if (f.is === "data") this.truth(f.code, originOf(f.code) ?? query.origin);
      else if (f.is === "clock") this.guard({ data: [], clocks: [f.constraint] });
      else if (f.is === "not") formula(f.a);
      else if (f.is === "and" || f.is === "or") f.items.forEach(formula);
    };
    formulasOf(query).forEach(formula);
    if (!("terms" in query)) return;
    for (const t of query.terms) {
      if (t.is === "data") this.truth(t.code, query.origin);
      else {
        this.address(t.clock, query.origin, true);
        this.truth(t.plus, query.origin);
      }
    }
  }
}
