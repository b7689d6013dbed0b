/**
 * Whether functions are images of each other: their arguments, results and statements. Each pair is compared once, whoever calls.
 */
import type { Argument, Code, Function, Origin, Step } from "../../network/index.ts";
import { originOf } from "../code/place.ts";
import { CodeImages } from "./code.ts";
import { NUMBER } from "./kind.ts";

export class FunctionImages extends CodeImages {
  protected call(a: Code & { op: "call" }, b: Code & { op: "call" }): void {
    if (a.args.length !== b.args.length) return this.fail("calls differ", a.origin);
    a.args.forEach((arg, k) => this.argument(arg, b.args[k]!, a.origin));
    const name = `f${a.function}>${b.function}`;
    if (this.done.has(name)) return;
    this.done.add(name);
    const [f, g] = [this.kinds.functions[a.function]!, this.kinds.functions[b.function]!];
    if (f.resultCount !== g.resultCount) return this.fail("functions differ", f.origin);
    for (let k = 0; k < f.resultCount; k++)
      if (!this.link("cells", f.result + k, g.result + k)) this.fail("results differ", f.origin);
    this.steps(f.body, g.body, f, f.origin);
  }

  private argument(a: Argument, b: Argument, origin: Origin): void {
    if (a.kind !== b.kind || !this.link("cells", a.cell, b.cell)) return this.fail("arguments differ", origin);
    if (a.kind === "value" && b.kind === "value") {
      if (a.low !== b.low || a.high !== b.high) this.fail("arguments differ", a.origin);
      if (this.isIdentifier(a.cell)) this.within(a.cell, a.low, a.high, a.origin);
      this.code(a.value, b.value, a.cell, a.origin);
    } else if (a.kind === "cells" && b.kind === "cells") {
      this.whole({ base: a.cell, terms: [] }, { base: b.cell, terms: [] }, a.count, origin);
      this.whole(a.from, b.from, a.count, origin);
    } else if (a.kind === "reference" && b.kind === "reference") {
      if (a.clocks) return this.fail("a clock is passed by reference", origin);
      this.address(a.to, b.to, "cells", origin);
    }
  }

  private steps(a: readonly Step[], b: readonly Step[], f: Function, origin: Origin): void {
    if (a.length !== b.length) return this.fail("functions differ", origin);
    a.forEach((s, k) => this.step(s, b[k]!, f, origin));
  }

  private step(a: Step, b: Step, f: Function, origin: Origin): void {
    if (a.do === "code" && b.do === "code") return this.code(a.code, b.code, NUMBER, origin);
    if (a.do === "if" && b.do === "if") {
      this.code(a.condition, b.condition, NUMBER, originOf(a.condition) ?? origin);
      this.steps(a.yes, b.yes, f, origin);
      return this.steps(a.no, b.no, f, origin);
    }
    if (a.do === "loop" && b.do === "loop" && a.first === b.first) {
      this.code(a.condition, b.condition, NUMBER, a.origin);
      this.steps(a.body, b.body, f, origin);
      return this.codes(a.next, b.next, a.origin);
    }
    if (a.do === "range" && b.do === "range") {
      this.bound(a, b, origin);
      return this.steps(a.body, b.body, f, origin);
    }
    if (a.do === "assert" && b.do === "assert") return this.code(a.condition, b.condition, NUMBER, a.origin);
    if (a.do !== "return" || b.do !== "return" || a.low !== b.low || a.high !== b.high)
      return this.fail("functions differ", origin);
    if ((a.value === undefined) !== (b.value === undefined) || (a.from === undefined) !== (b.from === undefined))
      return this.fail("functions differ", origin);
    const result = f.resultCount > 0 ? f.result : NUMBER;
    if (a.value && b.value) {
      if (this.isIdentifier(result) && a.low !== undefined && a.high !== undefined)
        this.within(result, a.low, a.high, a.origin);
      this.code(a.value, b.value, result, a.origin);
    }
    if (a.from && b.from) this.whole(a.from, b.from, f.resultCount, a.origin);
  }
}
