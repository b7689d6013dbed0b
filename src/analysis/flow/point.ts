/**
 * The point that a run of code has come to, for `code.ts`: what has been written so far and what from, what decides whether
 * the point is reached, and what can have gone wrong.
 */
import type { Elements } from "./elements.ts";
import { NOTHING, SourceSets, type Sources } from "./sources.ts";
import { either, Written } from "./written.ts";

/** What an address can name. */
export interface Named {
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

export class Point {
  readonly elements: Elements;
  readonly sets = new SourceSets();
  /** Undefined after a return. */
  now: Written | undefined = new Written(this.sets);
  /** What decides whether this point is reached. */
  control: Sources = NOTHING;
  direct: Sources = NOTHING;
  /** Whether something may go wrong at all: then it also matters whether the code is reached. */
  faulty = false;

  constructor(elements: Elements) {
    this.elements = elements;
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

  read({ cells, by }: Named): Sources {
    const read: number[] = [];
    for (const c of cells) {
      const x = this.elements.ofCell(c);
      if (x !== read[read.length - 1]) read.push(x);
    }
    return this.now!.all(by, read);
  }

  protected clock(c: number): Sources {
    return c === 0 ? NOTHING : this.now!.of(this.elements.ofClock(c));
  }

  /** What `count` cells from each of the named ones on depend on. */
  protected block({ cells, by }: Named, count: number): Sources {
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

  protected set(to: Named, value: Sources, constant: number | undefined): void {
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
      const constant = from.cells.length === 1 ? this.now!.known.get(elements.ofCell(from.cells[0]! + i)) : undefined;
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
}
