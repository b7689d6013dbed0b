/**
 * Flow through the updates of an edge: which values before decide each value after (Slomp, Algorithms 1 to 6 and 10 to 13,
 * run forwards, once for all variables). Branches add their conditions to what is written under them; loops go round until
 * nothing is added, or exactly as often as they run where that is known; an early return makes the rest of the function
 * depend on its condition; a function is followed once for each way its arguments can be known, reference parameters by
 * the cells they name.
 *
 * What can go wrong counts: a value outside its range, an index, a division, an assertion or a loop that may not end make
 * the values that decide about it *direct* uses, whatever becomes of the result, unless ranges show that it cannot happen.
 * So a model with a run-time fault keeps it, and one without gets none.
 */
import type { Address, Code, Function as FunctionCode, IndexTerm, Network, NetworkQuery } from "../../network/index.ts";
import { MAX_CONSTANT } from "../../zones/index.ts";
import { constantValue } from "../code/constant-value.ts";
import type { Interval } from "../values/interval.ts";
import type { Ranges } from "../values/range.ts";
import type { Elements } from "./elements.ts";
import { FunctionFlows } from "./function.ts";
import { NOTHING, SourceSets, type Sources } from "./sources.ts";
import { either, Written } from "./written.ts";

export interface Flow {
  /** Variables and clocks whose values decide whether something goes wrong. */
  readonly direct: Sources;
  /** For each variable and clock that may be written: what its value afterwards may come from, itself if it may be kept. */
  readonly writes: ReadonlyMap<number, Sources>;
  /** Those that surely have one known value afterwards. */
  readonly settled: ReadonlyMap<number, number>;
}

/** What an address can name. */
interface Named {
  readonly cells: readonly number[];
  /** What the choice depends on. */
  readonly by: Sources;
}

/** The part of a run that a function's summary keeps. */
export interface Outcome {
  readonly end: Written | undefined;
  readonly direct: Sources;
  readonly faulty: boolean;
}

export class Flows {
  readonly elements: Elements;
  readonly ranges: Ranges;
  readonly functions: readonly FunctionCode[];
  readonly sets = new SourceSets();
  /** The present point; undefined after a return. */
  now: Written | undefined = new Written(this.sets);
  /** What decides whether the present point is reached. */
  control: Sources = NOTHING;
  direct: Sources = NOTHING;
  /** Whether something may go wrong at all: then it also matters whether the code is reached. */
  faulty = false;
  /** For reference parameters: the cells or clocks they name. */
  readonly pointers = new Map<number, readonly number[]>();
  private readonly calls: FunctionFlows;

  constructor(network: Network, query: NetworkQuery | undefined, elements: Elements, ranges: Ranges) {
    this.elements = elements;
    this.ranges = ranges;
    this.functions = [...network.functions, ...(query?.functions ?? [])];
    this.calls = new FunctionFlows(this);
  }

  /** Of updates run one after the other. */
  of(updates: readonly Code[]): Flow {
    const { end, direct } = this.apart(() => {
      for (const c of updates) this.value(c);
    });
    const keep = (all: Sources): Sources => this.sets.filter(all, (x) => this.elements.isKept(x));
    const writes = new Map<number, Sources>();
    const settled = new Map<number, number>();
    for (const [x, from] of end?.sources ?? []) if (this.elements.isKept(x)) writes.set(x, keep(from));
    for (const [x, value] of end?.known ?? []) if (this.elements.isKept(x)) settled.set(x, value);
    return { direct: keep(direct), writes, settled };
  }

  /** What a value depends on, and what may go wrong in computing it. */
  uses(code: Code): { readonly value: Sources; readonly faults: Sources } {
    let value: Sources = NOTHING;
    const { direct } = this.apart(() => {
      value = this.value(code);
    });
    return { value, faults: direct };
  }

  /** The clocks a reference can name, and what the choice depends on. */
  clocks(ref: Address): Named {
    let found: Named = { cells: [], by: NOTHING };
    const { direct } = this.apart(() => {
      found = this.named(ref);
    });
    return { cells: found.cells, by: this.sets.union(found.by, direct) };
  }

  /** Runs something from a fresh start and puts everything back. */
  apart(run: () => void): Outcome {
    const { now, control, direct, faulty } = this;
    this.now = new Written(this.sets);
    this.control = NOTHING;
    this.direct = NOTHING;
    this.faulty = false;
    run();
    const outcome: Outcome = { end: this.now, direct: this.direct, faulty: this.faulty };
    this.now = now;
    this.control = control;
    this.direct = direct;
    this.faulty = faulty;
    return outcome;
  }

  /** Something may go wrong, decided by these. */
  fault(by: Sources): void {
    this.direct = this.sets.union(this.direct, this.sets.union(by, this.control));
    this.faulty = true;
  }

  /** Runs under a condition. Both ways out are joined. */
  under(by: Sources, yes: () => void, no?: () => void): void {
    const before = this.now;
    const outer = this.control;
    this.control = this.sets.union(outer, by);
    this.now = before?.copy();
    yes();
    const after = this.now;
    this.now = before;
    if (no !== undefined) {
      this.now = before?.copy();
      no();
    }
    this.now = either(after, this.now);
    this.control = outer;
  }

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
        return this.calls.call(code);
      case "store": {
        const value = this.value(code.value);
        this.within(code.value, code.low, code.high, value);
        const constant = this.constant(code.value);
        const to = this.named(code.at);
        this.write(
          to.cells.map((c) => this.elements.ofCell(c)),
          to.cells.length === 1,
          this.sets.union(value, to.by),
          constant,
        );
        return value;
      }
      case "copy":
        this.copy(this.named(code.to), this.named(code.from), code.count);
        return NOTHING;
      case "same": {
        const a = this.block(this.named(code.a), code.count);
        return this.sets.union(a, this.block(this.named(code.b), code.count));
      }
      case "forall":
      case "exists":
      case "sum": {
        let value: Sources = NOTHING;
        this.under(NOTHING, () => {
          this.write([this.elements.ofCell(code.cell)], true, NOTHING, undefined);
          value = this.value(code.body);
        });
        return value;
      }
      case "sequence": {
        let last: Sources = NOTHING;
        for (const item of code.items) last = this.value(item);
        return last;
      }
      case "reset": {
        const to = this.named(code.clock);
        const value = this.value(code.value);
        this.within(code.value, 0, MAX_CONSTANT, value);
        this.set(to, this.sets.union(value, to.by), this.constant(code.value));
        return value;
      }
      case "move": {
        const to = this.named(code.clock);
        const from = this.named(code.from);
        const value = this.sets.union(from.by, this.value(code.plus));
        const read = from.cells.reduce((all, c) => this.sets.union(all, this.clock(c)), value);
        this.within(code.plus, 0, MAX_CONSTANT, read);
        this.set(to, this.sets.union(read, to.by), undefined);
        return NOTHING;
      }
      default: {
        const a = this.value(code.a);
        const b = this.value(code.b);
        if (code.op === "div" || code.op === "mod") {
          const { low, high } = this.interval(code.b);
          if (low <= 0 && high >= 0) this.fault(b);
        } else if (code.op === "shl" || code.op === "shr") this.within(code.b, 0, Number.POSITIVE_INFINITY, b);
        return this.sets.union(a, b);
      }
    }
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

  read({ cells, by }: Named): Sources {
    const read: number[] = [];
    for (const c of cells) {
      const x = this.elements.ofCell(c);
      if (x !== read[read.length - 1]) read.push(x);
    }
    return this.now!.all(by, read);
  }

  private clock(c: number): Sources {
    return c === 0 ? NOTHING : this.now!.of(this.elements.ofClock(c));
  }

  /** What `count` cells from each of the named ones on depend on. */
  private block({ cells, by }: Named, count: number): Sources {
    const read = new Set<number>();
    for (const c of cells) for (let i = 0; i < count; i++) read.add(this.elements.ofCell(c + i));
    return this.now!.all(by, [...read]);
  }

  /** Writes one of the elements; surely if it is the only one, and the only cell of it. */
  write(targets: readonly number[], sure: boolean, value: Sources, constant: number | undefined): void {
    const { now, elements } = this;
    const from = this.sets.union(value, this.control);
    for (const x of new Set(targets)) {
      const strong = sure && elements.size(x) === 1;
      now!.sources.set(x, strong ? from : this.sets.union(now!.of(x), from));
      if (strong && constant !== undefined) now!.known.set(x, constant);
      else now!.known.delete(x);
    }
  }

  private set(to: Named, value: Sources, constant: number | undefined): void {
    this.write(
      to.cells.filter((c) => c > 0).map((c) => this.elements.ofClock(c)),
      to.cells.length === 1,
      value,
      constant,
    );
  }

  /** Copies `count` cells; all are read before any is written. */
  copy(to: Named, from: Named, count: number): void {
    const { elements } = this;
    const by = this.sets.union(to.by, from.by);
    const news = new Map<number, { value: Sources; cells: number; constant: number | undefined }>();
    for (let i = 0; i < count; i++) {
      let value: Sources = by;
      for (const c of from.cells) value = this.sets.union(value, this.now!.of(elements.ofCell(c + i)));
      const constant = from.cells.length === 1 ? this.now!.known.get(elements.ofCell(from.cells[0] + i)) : undefined;
      for (const c of to.cells) {
        const x = elements.ofCell(c + i);
        const so = news.get(x);
        if (so === undefined) news.set(x, { value, cells: 1, constant });
        else news.set(x, { value: this.sets.union(so.value, value), cells: so.cells + 1, constant: undefined });
      }
    }
    for (const [x, { value, cells, constant }] of news) {
      const strong = to.cells.length === 1 && cells === elements.size(x);
      const all = this.sets.union(value, this.control);
      this.now!.sources.set(x, strong ? all : this.sets.union(this.now!.of(x), all));
      if (strong && constant !== undefined) this.now!.known.set(x, constant);
      else this.now!.known.delete(x);
    }
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
}
