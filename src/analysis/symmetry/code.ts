/**
 * Whether one piece of code is the image of another under a permutation, as `automorphism.ts` asks. What cannot be decided yet is
 * put off: lists whose order means nothing until the images are known, addresses whose index may turn out to be an identifier
 * until what is fixed by other code is. Calls are left to `function.ts`.
 */
import type { Address, ClockConstraint, Code, Origin } from "../../network/index.ts";
import { originOf, region } from "../code/place.ts";
import { Images, type Space } from "./images.ts";
import { ANY, type Kind, NUMBER } from "./kind.ts";
import { type Item, itemsOf, Texts } from "./text.ts";
import { turnOf } from "./turned.ts";

type Op<O extends Code["op"]> = Extract<Code, { op: O }>;
type Quantifier = Op<"forall" | "exists" | "sum">;

/** Lists whose order means nothing, to be compared as sets. */
interface Unordered {
  readonly a: readonly Item[];
  readonly b: readonly Item[];
  readonly origin: Origin;
}

/** Addresses of which one is to be the image of the other. */
interface Late {
  readonly a: Address;
  readonly b: Address;
  readonly space: Space;
  readonly origin: Origin | undefined;
}

export abstract class CodeImages extends Images {
  /** Arrays and functions that were compared. */
  protected readonly done = new Set<string>();
  protected readonly pending: Unordered[] = [];
  protected readonly late: Late[] = [];
  protected isLate = false;

  protected override reset(): void {
    super.reset();
    this.done.clear();
    this.pending.length = 0;
    this.late.length = 0;
    this.isLate = false;
  }

  /** Requires one call to be the image of the other. */
  protected abstract call(a: Op<"call">, b: Op<"call">): void;

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
      case "choose":
        return this.choice(a, b as typeof a, kind, origin);
      case "call":
        return this.call(a, b as typeof a);
      case "store":
        return this.store(a, b as typeof a);
      case "copy":
      case "same":
        return this.blocks(a, b as typeof a, origin);
      case "forall":
      case "exists":
      case "sum":
        return this.quantifier(a, b as typeof a, origin);
      case "sequence":
        return this.sequence(a, b as typeof a, kind, origin);
      case "reset":
      case "move":
        return this.clock(a, b as typeof a);
      case "both":
      case "either":
        return this.unordered(itemsOf(a), itemsOf(b), origin ?? this.network.origin);
      case "add":
        return this.binary(a, b as typeof a, origin);
      default:
        return this.binary(a, b as typeof a, a.origin);
    }
  }

  private choice(a: Op<"choose">, b: Op<"choose">, kind: Kind, origin: Origin | undefined): void {
    this.code(a.condition, b.condition, NUMBER, origin);
    const of = kind === NUMBER ? this.kinds.kindOf(a) : kind;
    this.code(a.yes, b.yes, of, origin);
    this.code(a.no, b.no, of, origin);
  }

  private store(a: Op<"store">, b: Op<"store">): void {
    const to = a.at.pointer === undefined ? a.at.base : NUMBER;
    this.address(a.at, b.at, "cells", a.origin);
    if (a.low !== b.low || a.high !== b.high) this.fail("ranges differ", a.origin);
    if (this.isIdentifier(to)) this.within(to, a.low, a.high, a.origin);
    this.code(a.value, b.value, to, a.origin);
  }

  private blocks(a: Op<"copy" | "same">, b: Op<"copy" | "same">, origin: Origin | undefined): void {
    if (a.op === "copy" && b.op === "copy") {
      if (a.count !== b.count) return this.fail("copies differ", a.origin);
      this.whole(a.to, b.to, a.count, a.origin);
      this.whole(a.from, b.from, a.count, a.origin);
    } else if (a.op === "same" && b.op === "same") {
      if (a.count !== b.count) return this.fail("comparisons differ", origin);
      this.whole(a.a, b.a, a.count, origin);
      this.whole(a.b, b.b, a.count, origin);
    }
  }

  private quantifier(a: Quantifier, b: Quantifier, origin: Origin | undefined): void {
    this.bound(a, b, originOf(a.body) ?? origin);
    if (a.op !== "sum" && this.isIdentifier(a.cell) && new Texts(this).mayFault(a.body))
      return this.fail("whether this faults may depend on the order of the elements", originOf(a.body) ?? origin);
    this.code(a.body, b.body, NUMBER, origin);
  }

  private sequence(a: Op<"sequence">, { items }: Op<"sequence">, kind: Kind, origin: Origin | undefined): void {
    if (items.length !== a.items.length) return this.fail("code differs", origin);
    a.items.forEach((item, k) => this.code(item, items[k]!, k === items.length - 1 ? kind : NUMBER, origin));
  }

  private clock(a: Op<"reset" | "move">, b: Op<"reset" | "move">): void {
    this.address(a.clock, b.clock, "clocks", a.origin);
    if (a.op === "reset" && b.op === "reset") this.code(a.value, b.value, NUMBER, a.origin);
    else if (a.op === "move" && b.op === "move") {
      this.address(a.from, b.from, "clocks", a.origin);
      this.code(a.plus, b.plus, NUMBER, a.origin);
    }
  }

  protected codes(a: readonly Code[], b: readonly Code[], origin: Origin): void {
    if (a.length !== b.length) return this.fail("updates differ", origin);
    a.forEach((code, k) => this.code(code, b[k]!, NUMBER, origin));
  }

  /** Bound variables: selects, quantifiers, loops. */
  protected bound(
    a: { readonly cell: number; readonly low: number; readonly high: number },
    b: { readonly cell: number; readonly low: number; readonly high: number },
    origin: Origin | undefined,
  ): void {
    if (a.low !== b.low || a.high !== b.high) this.fail("ranges differ", origin);
    if (!this.link("cells", a.cell, b.cell)) this.fail("bound variables differ", origin);
    this.bounds.set(a.cell, a);
    if (this.isIdentifier(a.cell)) this.within(a.cell, a.low, a.high, origin);
  }

  /** Lists whose order means nothing; one of a single item is compared at once. */
  unordered(a: readonly Item[], b: readonly Item[], origin: Origin): void {
    if (a.length === 1 && b.length === 1 && !this.given) this.item(a[0]!, b[0]!);
    else if (a.length > 0 || b.length > 0) this.pending.push({ a, b, origin });
  }

  protected item(a: Item, b: Item): void {
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
        a === b ? [a] : undefined,
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

  /** Requires the image of one address to be the other. */
  address(a: Address, b: Address, space: Space, origin: Origin | undefined): void {
    if (this.failure && !this.changed) return;
    const differ = () => this.fail("what is read or written differs", origin);
    if (a.terms.length !== b.terms.length || (a.first === undefined) !== (b.first === undefined)) return differ();
    if ((a.pointer === undefined) !== (b.pointer === undefined)) return differ();
    if (a.first && b.first) this.code(a.first, b.first, NUMBER, origin);
    for (const [k, t] of a.terms.entries()) {
      const u = b.terms[k]!;
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

  protected place(a: Address, b: Address, space: Space, origin: Origin | undefined): void {
    const dims = this.namedTerms(a);
    const name = `${space}${a.base}>${b.base}:${a.terms.map((t, k) => `${t.low},${t.size},${t.stride},${dims[k]}`).join(";")}`;
    if (this.done.has(name)) return;
    this.done.add(name);
    if (a.terms.length > 0 && region(a) === undefined) return this.fail("an array is too large", origin);
    for (const [k, t] of a.terms.entries()) {
      if (dims[k]) this.within(this.kinds.kindOf(t.index), t.low, t.low + t.size - 1, t.origin);
    }
    if (this.failure && !this.changed) return;
    if (this.pairs(a, b.base, dims).every(([x, y]) => this.link(space, x, y))) return;
    // An index that might be an identifier explains why elements change places.
    const index = a.terms.find(({ index: code }, k) => !dims[k] && this.mayName(this.kinds.kindOf(code)));
    if (index) return this.mark(this.kinds.kindOf(index.index));
    const what = this.nameOf(space, a.base).replace(/\[\d+\]/g, "[..]");
    const plain = a.terms.find((_, k) => !dims[k]);
    const why = plain ? this.kinds.whyNumber(this.kinds.kindOf(plain.index)) : undefined;
    if (plain) this.fail(`'${what}' is indexed by a number as well as by elements`, why ?? plain.origin);
    else this.fail(`'${what}' is used for one element and not in the same way for the others`, origin);
  }

  /** Whole arrays and structs: each cell of one has the same cell of the other for its image. */
  protected whole(a: Address, b: Address, count: number, origin: Origin | undefined): void {
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
}
