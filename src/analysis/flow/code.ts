/**
 * What values of code depend on, and what running it does to a point (`point.ts`): branches add their conditions to
 * what is written under them; what may go wrong makes the values that decide about it direct uses. Calls are left to
 * who follows functions.
 */
import { type Address, type Code, compute, type IndexTerm } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { constantValue } from "../code/constant-value.ts";
import type { Interval } from "../values/interval.ts";
import type { Ranges } from "../values/range.ts";
import type { Elements } from "./elements.ts";
import { type Named, Point } from "./point.ts";
import { NOTHING, type Sources } from "./sources.ts";

/** Code of two operands, both of which are always worked out. */
type Binary = Exclude<Extract<Code, { readonly a: Code; readonly b: Code }>, { op: "both" | "either" }>;

export abstract class CodeFlow extends Point {
  readonly ranges: Ranges;
  /** For reference parameters: the cells or clocks they name. */
  readonly pointers = new Map<number, readonly number[]>();
  /** Variables, as elements, whose known values are known inside of functions too. */
  readonly carried: readonly number[];

  constructor(elements: Elements, ranges: Ranges, carried: readonly number[]) {
    super(elements);
    this.ranges = ranges;
    this.carried = carried;
  }

  /** Runs a call and tells what its result depends on. */
  protected abstract call(code: Extract<Code, { op: "call" }>): Sources;

  /** Runs the code and tells what its value depends on. */
  value(code: Code): Sources {
    if (this.now === undefined) return NOTHING;
    switch (code.op) {
      case "const":
        return NOTHING;
      case "load":
        return this.read(this.named(code.at));
      case "neg":
      case "not":
      case "abs":
      case "bool":
      case "inv":
        return this.value(code.a);
      case "both":
      case "either":
        return this.shortCut(code);
      case "choose":
        return this.choose(code);
      case "call":
        return this.call(code);
      case "store":
        return this.store(code);
      case "copy":
        this.copy(this.named(code.to), this.named(code.from), code.count);
        return NOTHING;
      case "same": {
        const a = this.block(this.named(code.a), code.count);
        return this.sets.union(a, this.block(this.named(code.b), code.count));
      }
      case "forall":
      case "exists":
      case "sum":
        return this.overRange(code);
      case "sequence": {
        let last: Sources = NOTHING;
        for (const item of code.items) last = this.value(item);
        return last;
      }
      case "reset":
        return this.reset(code);
      case "move":
        return this.move(code);
      default:
        return this.binary(code);
    }
  }

  /** The place is found before the value, which may change its index. */
  private store(code: Extract<Code, { op: "store" }>): Sources {
    const to = this.named(code.at);
    const value = this.value(code.value);
    this.within(code.value, code.low, code.high, value);
    const constant = this.outcome(code.value);
    this.write(
      to.cells.map((c) => this.elements.ofCell(c)),
      to.cells.length === 1,
      this.sets.union(value, to.by),
      constant,
    );
    return value;
  }

  private reset(code: Extract<Code, { op: "reset" }>): Sources {
    const to = this.named(code.clock);
    const value = this.value(code.value);
    this.within(code.value, 0, MAX_CONSTANT, value);
    this.set(to, this.sets.union(value, to.by), this.constant(code.value));
    return value;
  }

  private move(code: Extract<Code, { op: "move" }>): Sources {
    const to = this.named(code.clock);
    const from = this.named(code.from);
    const value = this.sets.union(from.by, this.value(code.plus));
    const read = from.cells.reduce((all, c) => this.sets.union(all, this.clock(c)), value);
    this.within(code.plus, 0, MAX_CONSTANT, read);
    this.set(to, this.sets.union(read, to.by), undefined);
    return NOTHING;
  }

  private overRange(code: Extract<Code, { op: "forall" | "exists" | "sum" }>): Sources {
    let value: Sources = NOTHING;
    this.under(NOTHING, () => {
      this.write([this.elements.ofCell(code.cell)], true, NOTHING, undefined);
      value = this.value(code.body);
    });
    return value;
  }

  private binary(code: Binary): Sources {
    const a = this.value(code.a);
    const b = this.value(code.b);
    if (code.op === "div" || code.op === "mod") {
      const { low, high } = this.interval(code.b);
      if (low <= 0 && high >= 0) this.fault(b);
    } else if (code.op === "shl" || code.op === "shr") this.within(code.b, 0, Number.POSITIVE_INFINITY, b);
    return this.sets.union(a, b);
  }

  private shortCut(code: Extract<Code, { op: "both" | "either" }>): Sources {
    const a = this.value(code.a);
    const { low, high } = this.interval(code.a);
    const decided = code.op === "both" ? low === 0 && high === 0 : low > 0 || high < 0;
    if (decided && low <= high) return a;
    let b: Sources = NOTHING;
    this.under(a, () => {
      b = this.value(code.b);
    });
    return this.sets.union(a, b);
  }

  private choose(code: Extract<Code, { op: "choose" }>): Sources {
    const condition = this.value(code.condition);
    const { low, high } = this.interval(code.condition);
    if (low === 0 && high === 0) return this.value(code.no);
    if (low <= high && (low > 0 || high < 0)) return this.value(code.yes);
    let all = condition;
    const part = (c: Code) => () => {
      all = this.sets.union(all, this.value(c));
    };
    this.under(condition, part(code.yes), part(code.no));
    return all;
  }

  /** One known number, if the code has only that value here. */
  constant(code: Code): number | undefined {
    const { now, elements } = this;
    if (now === undefined) return undefined;
    return constantValue(code, (a) => {
      if (a.pointer !== undefined || a.first !== undefined) return undefined;
      const known = a.terms.length === 0 ? now.known.get(elements.ofCell(a.base)) : undefined;
      if (known !== undefined) return known;
      // What never has another value, such as a parameter that is not written.
      const { low, high } = this.ranges.load(a);
      return low === high ? low : undefined;
    });
  }

  /** The same of code that has just been run: `n = 1` and `n++` have a value that n tells. */
  private outcome(code: Code): number | undefined {
    const shift = (code.op === "add" || code.op === "sub") && code.b.op === "const" ? code.b.value : undefined;
    const store = shift === undefined ? code : (code as Binary).a;
    if (store.op !== "store" || store.at.pointer !== undefined || store.at.terms.length > 0) return this.constant(code);
    const value = this.now?.known.get(this.elements.ofCell(store.at.base));
    if (value === undefined || shift === undefined) return value;
    return compute(code.op as "add" | "sub", value, shift);
  }

  /** All values the code can have here. */
  interval(code: Code): Interval {
    const value = this.constant(code);
    return value === undefined ? this.ranges.of(code) : { low: value, high: value };
  }

  /** A value outside low..high is a fault. */
  within(code: Code, low: number, high: number, value: Sources): void {
    const range = this.interval(code);
    if (range.low < low || range.high > high) this.fault(value);
  }

  /** Runs what an address needs and tells what it can name; an index that may be outside is a fault. */
  named(a: Address): Named {
    if (a.first !== undefined) this.value(a.first);
    let cells: readonly number[] = [a.base];
    let by: Sources = NOTHING;
    if (a.pointer !== undefined) {
      by = this.now!.of(this.elements.ofCell(a.pointer));
      const to = this.pointers.get(a.pointer) ?? this.ranges.addresses({ base: 0, pointer: a.pointer, terms: [] });
      cells = to.map((c) => c + a.base);
    }
    for (const t of a.terms) {
      by = this.sets.union(by, this.value(t.index));
      cells = this.indexed(cells, t, by);
    }
    return { cells, by };
  }

  private indexed(cells: readonly number[], t: IndexTerm, by: Sources): readonly number[] {
    const range = this.interval(t.index);
    const low = Math.max(range.low - t.low, 0);
    const high = Math.min(range.high - t.low, t.size - 1);
    if (range.low < t.low || range.high >= t.low + t.size) this.fault(by);
    const out: number[] = [];
    for (const c of cells) for (let i = low; i <= high; i++) out.push(c + i * t.stride);
    return out;
  }
}
