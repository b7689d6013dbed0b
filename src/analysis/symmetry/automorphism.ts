/**
 * Whether a network is its own image under a permutation of its processes and of the values that name them. Processes of
 * one template are compared edge by edge; what differs tells how cells, clocks and channels are moved and which values are
 * identifiers. All of it must fit together: one image for each cell, clock and channel, the same everywhere; constants equal,
 * or images where an identifier stands; ranges that identifiers cannot leave. Then the permutation takes transitions to
 * transitions. Lists whose order means nothing (conjunctions, sums) are compared as sets by their texts, see
 * `text.ts`. Nothing is assumed of names or types that the user wrote.
 */
import type {
  Address,
  Argument,
  ClockConstraint,
  Code,
  Edge,
  Function,
  Guard,
  IndexTerm,
  Invariant,
  Network,
  Origin,
  Process,
  Step,
} from "../../network/index.ts";
import { Images, type Moves, type Permutation, type Space } from "./images.ts";
import { ANY, type Kind, type Kinds, NUMBER, originOf, region, turnOf } from "./kinds.ts";
import { type Item, itemsOf, Texts } from "./text.ts";

const ROUNDS = 12;

export class Automorphism extends Images {
  private readonly processTo: Int32Array;
  private done = new Set<string>();
  private pending: { readonly a: readonly Item[]; readonly b: readonly Item[]; readonly origin: Origin }[] = [];
  private late: {
    readonly a: Address;
    readonly b: Address;
    readonly space: Space;
    readonly origin: Origin | undefined;
  }[] = [];
  private isLate = false;
  /** Ranges of bound variables. */
  readonly bounds = new Map<number, { readonly low: number; readonly high: number }>();

  constructor(
    network: Network,
    kinds: Kinds,
    permutation: Permutation,
    processTo: Int32Array,
    identifiers: Set<number>,
    given?: Moves,
  ) {
    super(network, kinds, permutation, identifiers, given);
    this.processTo = processTo;
  }

  /** Tries to compare; each round may find more identifiers. True if everything fits. */
  attempt(compare: () => void): boolean {
    for (let round = 0; round < ROUNDS; round++) {
      this.begin();
      compare();
      if (!this.changed && this.failure === undefined) this.end();
      if (!this.changed) return this.failure === undefined;
    }
    this.failure = { message: "identifiers cannot be told from numbers" };
    return false;
  }

  /** Compares the whole network with itself. */
  wholeNetwork(): void {
    const { network } = this;
    for (const process of network.processes) {
      const image = network.processes[this.processTo[process.index]];
      this.link("cells", process.index, image.index);
      this.locals(process, image);
    }
    for (const process of network.processes) this.process(process, network.processes[this.processTo[process.index]]);
    for (const hook of [network.beforeUpdate, network.afterUpdate]) this.codes(hook, hook, network.origin);
  }

  private begin(): void {
    this.reset();
    this.done = new Set();
    this.pending = [];
    this.late = [];
    this.isLate = false;
  }

  /** What is left: unordered lists, variables that no code uses, ranges, constants, channels. */
  private end(): void {
    const { network, moves } = this;
    if (!this.given) {
      for (const p of network.processes) {
        const q = network.processes[this.processTo[p.index]];
        if (p === q) continue;
        for (const space of ["cells", "clocks", "channels"] as const)
          for (const [x, y] of this.named(p, q, space, () => true))
            if (moves[space][x] < 0 && this.backs[space][y] < 0) this.link(space, x, y);
      }
    }
    // Comparing one by one may add to the list.
    const byText: (typeof this.pending)[number][] = [];
    for (let k = 0; k < this.pending.length && this.failure === undefined; k++) {
      const { a, b, origin } = this.pending[k];
      if (this.sameTexts(a, b)) byText.push(this.pending[k]);
      else if (a.length !== b.length) this.fail("conditions differ", origin);
      else a.forEach((item, i) => this.item(item, b[i]));
    }
    this.isLate = true;
    for (const { a, b, space, origin } of this.late) this.place(a, b, space, origin);
    if (this.changed || this.failure) return;
    // What was taken for fixed may have been moved since.
    for (const { a, b, origin } of byText) if (!this.sameTexts(a, b)) this.fail("conditions differ", origin);
    if (this.failure) return;
    for (const root of this.turned)
      if (this.loose.has(root)) this.fail("arithmetic modulo the number of elements on what may be none of them");
    if (!this.given) this.attributes();
  }

  private sameTexts(a: readonly Item[], b: readonly Item[]): boolean {
    return new Texts(this).same(a, b);
  }

  // ------------------------------------------------------------ code

  private process(a: Process, b: Process): void {
    if (a.template !== b.template || a.locations.length !== b.locations.length || a.edges.length !== b.edges.length)
      return this.fail(`${a.name} and ${b.name} are not alike`, a.origin);
    if (a.priority !== b.priority) return this.fail(`${a.name} and ${b.name} have different priorities`, a.origin);
    if (a.initial !== b.initial) return this.fail(`${a.name} and ${b.name} start differently`, a.origin);
    a.locations.forEach((l, k) => {
      const m = b.locations[k];
      if (l.urgent !== m.urgent || l.committed !== m.committed) this.fail(`${a.name} and ${b.name} differ`, l.origin);
      this.invariant(l.invariant, m.invariant, l.origin);
    });
    a.edges.forEach((edge, k) => this.edge(edge, b.edges[k]));
  }

  private edge(a: Edge, b: Edge): void {
    if (this.failure && !this.changed) return;
    const alike =
      a.source === b.source &&
      a.target === b.target &&
      a.selects.length === b.selects.length &&
      a.sync?.kind === b.sync?.kind;
    if (!alike) return this.fail("edges differ", a.origin);
    a.selects.forEach((s, k) => this.bound(s, b.selects[k], a.origin));
    this.guard(a.guard, b.guard, a.origin);
    if (a.sync && b.sync) {
      if (a.sync.kind !== "channel" || b.sync.kind !== "channel" || a.sync.direction !== b.sync.direction)
        return this.fail("synchronisations differ", a.origin);
      this.address({ ...a.sync.channel }, { ...b.sync.channel }, "channels", a.sync.origin);
    }
    this.codes(a.update, b.update, a.origin);
  }

  /** Bound variables: selects, quantifiers, loops. */
  private bound(
    a: { readonly cell: number; readonly low: number; readonly high: number },
    b: { readonly cell: number; readonly low: number; readonly high: number },
    origin: Origin | undefined,
  ): void {
    if (a.low !== b.low || a.high !== b.high) this.fail("ranges differ", origin);
    if (!this.link("cells", a.cell, b.cell)) this.fail("bound variables differ", origin);
    this.bounds.set(a.cell, a);
    if (this.isIdentifier(a.cell)) this.within(a.cell, a.low, a.high, origin);
  }

  private codes(a: readonly Code[], b: readonly Code[], origin: Origin): void {
    if (a.length !== b.length) return this.fail("updates differ", origin);
    a.forEach((code, k) => this.code(code, b[k], NUMBER, origin));
  }

  private guard(a: Guard, b: Guard, origin: Origin): void {
    this.unordered(
      [...a.data.map((code): Item => ({ code })), ...a.clocks.map((constraint): Item => ({ constraint }))],
      [...b.data.map((code): Item => ({ code })), ...b.clocks.map((constraint): Item => ({ constraint }))],
      origin,
    );
  }

  private invariant(a: Invariant, b: Invariant, origin: Origin): void {
    this.guard(a, b, origin);
    if (a.rates.length !== b.rates.length) return this.fail("rates differ", origin);
    a.rates.forEach((r, k) => {
      const s = b.rates[k];
      if ((r.unless === undefined) !== (s.unless === undefined)) return this.fail("rates differ", r.origin);
      if (r.unless && s.unless) this.code(r.unless, s.unless, NUMBER, r.origin);
      this.address(r.clock, s.clock, "clocks", r.origin);
      this.code(r.rate, s.rate, NUMBER, r.origin);
    });
  }

  /** Lists whose order means nothing; one of a single item is compared at once. */
  unordered(a: readonly Item[], b: readonly Item[], origin: Origin): void {
    if (a.length === 1 && b.length === 1 && !this.given) this.item(a[0], b[0]);
    else if (a.length > 0 || b.length > 0) this.pending.push({ a, b, origin });
  }

  private item(a: Item, b: Item): void {
    if ("code" in a && "code" in b) return this.code(a.code, b.code, NUMBER, originOf(a.code));
    if ("constraint" in a && "constraint" in b) return this.constraint(a.constraint, b.constraint);
    if ("list" in a && "list" in b && a.is === b.is) return this.unordered(a.list, b.list, this.network.origin);
    if ("not" in a && "not" in b) return this.item(a.not, b.not);
    if (!("deadlock" in a && "deadlock" in b)) this.fail("conditions differ");
  }

  private constraint(a: ClockConstraint, b: ClockConstraint): void {
    if (a.strict !== b.strict || (a.unless === undefined) !== (b.unless === undefined))
      return this.fail("clock constraints differ", a.origin);
    if (a.unless && b.unless) this.code(a.unless, b.unless, NUMBER, a.origin);
    this.address(a.left, b.left, "clocks", a.origin);
    this.address(a.right, b.right, "clocks", a.origin);
    this.code(a.bound, b.bound, NUMBER, a.origin);
  }

  /** Requires the image of one address to be the other. */
  address(a: Address, b: Address, space: Space, origin: Origin | undefined): void {
    if (this.failure && !this.changed) return;
    const differ = () => this.fail("what is read or written differs", origin);
    if (a.terms.length !== b.terms.length || (a.first === undefined) !== (b.first === undefined)) return differ();
    if ((a.pointer === undefined) !== (b.pointer === undefined)) return differ();
    if (a.first && b.first) this.code(a.first, b.first, NUMBER, origin);
    for (const [k, t] of a.terms.entries()) {
      const u = b.terms[k];
      if (t.low !== u.low || t.size !== u.size || t.stride !== u.stride) return differ();
      this.code(t.index, u.index, this.kinds.kindOf(t.index), t.origin);
    }
    if (a.pointer !== undefined && b.pointer !== undefined) {
      if (this.given) return this.fail("a function has a reference parameter", origin);
      // What references name is pinned, so only the reference itself and equal steps from it are needed.
      if (a.base !== b.base || !this.link("cells", a.pointer, b.pointer)) return differ();
      if (a.terms.some((t) => this.isIdentifier(this.kinds.kindOf(t.index))) || space !== "cells")
        this.fail("an element is an index into what a reference names", origin);
      return;
    }
    this.region(a, b, space, origin);
  }

  /** Where an index may yet turn out to be an identifier, what is fixed by other code comes first. */
  private region(a: Address, b: Address, space: Space, origin: Origin | undefined): void {
    if (!this.given && !this.isLate && a.terms.some((t) => this.mayName(this.kinds.kindOf(t.index))))
      this.late.push({ a, b, space, origin });
    else this.place(a, b, space, origin);
  }

  private place(a: Address, b: Address, space: Space, origin: Origin | undefined): void {
    const dims = a.terms.map((t) => this.isIdentifier(this.kinds.kindOf(t.index)));
    const name = `${space}${a.base}>${b.base}:${a.terms.map((t, k) => `${t.low},${t.size},${t.stride},${dims[k]}`).join(";")}`;
    if (this.done.has(name)) return;
    this.done.add(name);
    const to = (t: IndexTerm, k: number, j: number): number => (dims[k] ? this.permutation.to(j + t.low) - t.low : j);
    let cells: [number, number][] = [[a.base, b.base]];
    if (a.terms.length > 0 && region(a) === undefined) return this.fail("an array is too large", origin);
    for (const [k, t] of a.terms.entries()) {
      if (dims[k]) this.within(this.kinds.kindOf(t.index), t.low, t.low + t.size - 1, t.origin);
      cells = cells.flatMap(([x, y]) =>
        Array.from({ length: t.size }, (_, j): [number, number] => [x + j * t.stride, y + to(t, k, j) * t.stride]),
      );
    }
    if (this.failure && !this.changed) return;
    if (cells.every(([x, y]) => this.link(space, x, y))) return;
    // An index that might be an identifier explains why elements change places.
    const index = a.terms.find(({ index: code }, k) => !dims[k] && this.mayName(this.kinds.kindOf(code)));
    if (index) return this.mark(this.kinds.kindOf(index.index));
    const what = this.nameOf(space, a.base).replace(/\[\d+\]/g, "[..]");
    const plain = a.terms.find((_, k) => !dims[k]);
    const why = plain ? this.kinds.whyNumber(this.kinds.kindOf(plain.index)) : undefined;
    if (plain) this.fail(`'${what}' is indexed by a number as well as by elements`, why ?? plain.origin);
    else this.fail(`'${what}' is used for one element and not in the same way for the others`, origin);
  }

  /** Requires one piece of code to be the image of the other; `kind` is what its value is used as. */
  code(a: Code, b: Code, kind: Kind, origin: Origin | undefined): void {
    if (this.failure && !this.changed) return;
    if (a.op !== b.op) return this.fail("code differs", origin);
    switch (a.op) {
      case "const":
        return this.constant(a.value, (b as typeof a).value, kind, origin);
      case "load":
        return this.address(a.at, (b as typeof a).at, "cells", originOf(a) ?? origin);
      case "neg":
      case "not":
      case "abs":
      case "bool":
      case "inv":
        return this.code(a.a, (b as typeof a).a, NUMBER, origin);
      case "choose": {
        const other = b as typeof a;
        this.code(a.condition, other.condition, NUMBER, origin);
        const of = kind === NUMBER ? this.kinds.kindOf(a) : kind;
        this.code(a.yes, other.yes, of, origin);
        return this.code(a.no, other.no, of, origin);
      }
      case "call":
        return this.call(a, b as typeof a);
      case "store": {
        const other = b as typeof a;
        const to = a.at.pointer === undefined ? a.at.base : NUMBER;
        this.address(a.at, other.at, "cells", a.origin);
        if (a.low !== other.low || a.high !== other.high) this.fail("ranges differ", a.origin);
        if (this.isIdentifier(to)) this.within(to, a.low, a.high, a.origin);
        return this.code(a.value, other.value, to, a.origin);
      }
      case "copy": {
        const other = b as typeof a;
        if (a.count !== other.count) return this.fail("copies differ", a.origin);
        this.whole(a.to, other.to, a.count, a.origin);
        return this.whole(a.from, other.from, a.count, a.origin);
      }
      case "same": {
        const other = b as typeof a;
        if (a.count !== other.count) return this.fail("comparisons differ", origin);
        this.whole(a.a, other.a, a.count, origin);
        return this.whole(a.b, other.b, a.count, origin);
      }
      case "forall":
      case "exists":
      case "sum": {
        const other = b as typeof a;
        this.bound(a, other, originOf(a.body) ?? origin);
        if (a.op !== "sum" && this.isIdentifier(a.cell) && new Texts(this).mayFault(a.body))
          return this.fail("whether this faults may depend on the order of the elements", originOf(a.body) ?? origin);
        return this.code(a.body, other.body, NUMBER, origin);
      }
      case "sequence": {
        const { items } = b as typeof a;
        if (items.length !== a.items.length) return this.fail("code differs", origin);
        return a.items.forEach((item, k) => this.code(item, items[k], k === items.length - 1 ? kind : NUMBER, origin));
      }
      case "reset": {
        const other = b as typeof a;
        this.address(a.clock, other.clock, "clocks", a.origin);
        return this.code(a.value, other.value, NUMBER, a.origin);
      }
      case "move": {
        const other = b as typeof a;
        this.address(a.clock, other.clock, "clocks", a.origin);
        this.address(a.from, other.from, "clocks", a.origin);
        return this.code(a.plus, other.plus, NUMBER, a.origin);
      }
      case "both":
      case "either":
      case "add":
        if (itemsOf(a).length > 1 && a.op !== "add")
          return this.unordered(itemsOf(a), itemsOf(b), origin ?? this.network.origin);
        return this.binary(a, b as typeof a, origin);
      default:
        return this.binary(a, b as typeof a, a.origin);
    }
  }

  private binary(
    a: Code & { readonly a: Code; readonly b: Code },
    b: Code & { readonly a: Code; readonly b: Code },
    origin: Origin | undefined,
  ): void {
    if (a.op === "eq" || a.op === "ne") {
      const left = this.kinds.kindOf(a.a);
      const kind = left === ANY ? this.kinds.kindOf(a.b) : left;
      this.code(a.a, b.a, kind, origin);
      return this.code(a.b, b.b, kind, origin);
    }
    const turned = turnOf(a);
    if (turned && this.isIdentifier(this.kinds.kindOf(turned.of))) {
      if (!this.mayTurn(turned.of, turned.size)) return this.fail("elements are computed with", originOf(a));
      const other = turnOf(b);
      if (other?.plus !== turned.plus || other.size !== turned.size) return this.fail("code differs", origin);
      return this.code(turned.of, other.of, NUMBER, origin);
    }
    this.code(a.a, b.a, NUMBER, origin);
    this.code(a.b, b.b, NUMBER, origin);
  }

  private constant(a: number, b: number, kind: Kind, origin: Origin | undefined): void {
    if (this.isIdentifier(kind)) {
      if (this.permutation.to(a) === b) return;
      // Code that belongs to no element names one.
      return this.fail(
        a === b ? `the element ${a} is named by a number` : `the numbers ${a} and ${b} are not what the elements have`,
        origin,
      );
    }
    if (a === b) return;
    if (this.mayName(kind) && this.permutation.to(a) === b) return this.mark(kind);
    const why = this.kinds.whyNumber(kind);
    this.fail(
      this.permutation.to(a) === b && kind !== ANY
        ? "elements are computed with, compared by order or taken for numbers"
        : `constants differ: ${a} and ${b}`,
      why ?? origin,
    );
  }

  /** Whole arrays and structs: each cell of one has the same cell of the other for its image. */
  private whole(a: Address, b: Address, count: number, origin: Origin | undefined): void {
    this.address(a, b, "cells", origin);
    if (a.pointer !== undefined || count <= 1) return;
    const all = region(a);
    if (all === undefined) return this.fail("an array is too large", origin);
    if (a.terms.some((t) => this.isIdentifier(this.kinds.kindOf(t.index))))
      return this.fail("parts of what belongs to an element are copied as a whole", origin);
    for (const cell of all)
      for (let k = 0; k < count; k++)
        if (!this.link("cells", cell + k, b.base + (cell - a.base) + k))
          return this.fail("what belongs to elements is copied as a whole", origin);
  }

  private call(a: Code & { op: "call" }, b: Code & { op: "call" }): void {
    if (a.args.length !== b.args.length) return this.fail("calls differ", a.origin);
    a.args.forEach((arg, k) => this.argument(arg, b.args[k], a.origin));
    const name = `f${a.function}>${b.function}`;
    if (this.done.has(name)) return;
    this.done.add(name);
    const [f, g] = [this.kinds.functions[a.function], this.kinds.functions[b.function]];
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
    a.forEach((s, k) => this.step(s, b[k], f, origin));
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
