/**
 * Where the order of elements shows although the code names none of them: loops over elements whose rounds do not commute,
 * and quantifiers and loops that end at the first element of some kind, where another may be a fault. What cannot be shown to
 * commute does not: rounds may write what is their own, store one constant, or count by one constant; they may read what none
 * of the others writes.
 */
import type { Address, Code, Function, IndexTerm, Network, NetworkQuery, Origin, Step } from "../../network/index.ts";
import { originOf, region } from "../code/place.ts";
import { eachCode } from "../code/walk.ts";
import { type MayFault, mayFaultForSome } from "./faults.ts";
import type { Failure } from "./images.ts";
import { eachPart, type Manner, mannerOf, OTHER, type Role } from "./manner.ts";

type Quantifier = Extract<Code, { op: "forall" | "exists" | "sum" }>;
/** Cells that are compared at most, to tell what is written in one round from what is in another. */
const MOST_COMPARED = 1_000_000;
type Loop = Step & { readonly do: "range" };

/** `isElement` tells loops that run over elements. */
export function orderedLoop(
  functions: readonly Function[],
  isElement: (loop: Loop) => boolean,
  mayFault: MayFault,
): Failure | undefined {
  for (const f of functions) {
    const origin = orderedIn(f.body, isElement, mayFault, f.origin);
    if (origin) return { message: `a loop in '${f.name}' may depend on the order of the elements`, origin };
  }
  return undefined;
}

/** Quantifiers over elements that end early, at one or another element, where others are a fault. */
export function orderedQuantifier(
  network: Network,
  query: NetworkQuery | undefined,
  isElement: (quantifier: Quantifier) => boolean,
  mayFault: MayFault,
): Failure | undefined {
  let found: Failure | undefined;
  eachCode(network, query, (code) => {
    if (found !== undefined || (code.op !== "forall" && code.op !== "exists")) return;
    if (!isElement(code) || !mayFaultForSome(code.body, code.cell, mayFault)) return;
    const origin = originOf(code.body);
    found = { message: "whether this faults may depend on the order of the elements", ...(origin ? { origin } : {}) };
  });
  return found;
}

function orderedIn(
  steps: readonly Step[],
  isElement: (loop: Loop) => boolean,
  mayFault: MayFault,
  origin: Origin,
): Origin | undefined {
  for (const step of steps) {
    const inner =
      step.do === "if"
        ? (orderedIn(step.yes, isElement, mayFault, origin) ?? orderedIn(step.no, isElement, mayFault, origin))
        : step.do === "loop" || step.do === "range"
          ? orderedIn(step.body, isElement, mayFault, origin)
          : undefined;
    if (inner) return inner;
    if (step.do === "range" && isElement(step) && !new Rounds(step, mayFault).commute(step.body)) return origin;
  }
  return undefined;
}

/** The rounds of one loop. */
class Rounds {
  private readonly loop: Loop;
  private readonly mayFault: MayFault;
  /** Cells and clocks written otherwise than for the round's own element: in what manner. */
  private readonly shared = new Map<string, Manner>();
  /** Written for the round's own element. */
  private readonly own: { readonly space: string; readonly at: Address }[] = [];
  private readonly reads: Address[] = [];
  private fails = false;
  private isFaulty = false;
  private returns: Manner | undefined;

  constructor(loop: Loop, mayFault: MayFault) {
    this.loop = loop;
    this.mayFault = mayFault;
  }

  commute(body: readonly Step[]): boolean {
    this.steps(body);
    if (this.fails) return false;
    const writes = this.shared.size > 0 || this.own.length > 0;
    // A round that returns leaves those behind it out.
    if (this.returns !== undefined && (writes || this.returns === OTHER || this.isFaulty)) return false;
    return this.own.every(({ space, at }) => this.isFree(at, space)) && this.reads.every((at) => this.isFree(at, "c"));
  }

  /** What no other round writes. */
  private isFree(at: Address, space: string): boolean {
    const cells = region(at);
    if (at.pointer !== undefined || cells === undefined) return this.shared.size === 0 && this.own.length === 0;
    return (
      !cells.some((cell) => this.shared.has(`${space}${cell}`)) &&
      this.own.every((mine) => mine.space !== space || this.isApart(at, mine.at))
    );
  }

  /** Whether two rounds never meet, one with each of these. */
  private isApart(a: Address, b: Address): boolean {
    const [all, others] = [region(a), region(b)];
    if (all === undefined || others === undefined) return false;
    const known = new Set(others);
    if (!all.some((cell) => known.has(cell))) return true;
    return a.terms.some(
      (t, k) => this.isOwn(t) && b.terms.some((u, l) => this.isOwn(u) && this.differ([a, k], [b, l])),
    );
  }

  /** Whether rounds lead to different cells by these indices, whatever the others are. */
  private differ([a, k]: readonly [Address, number], [b, l]: readonly [Address, number]): boolean {
    const { low, high } = this.loop;
    const { stride } = a.terms[k]!;
    if (b.terms[l]!.stride !== stride) return false;
    const [mine, others] = [withoutTerm(a, k), withoutTerm(b, l)];
    if (mine === undefined || others === undefined || mine.length * (high - low) > MOST_COMPARED) return false;
    const known = new Set(others);
    for (const cell of mine)
      for (let n = 1; n <= high - low; n++)
        if (known.has(cell + n * stride) || known.has(cell - n * stride)) return false;
    return true;
  }

  /** Whether an index is the round's element. */
  private isOwn({ index }: IndexTerm): boolean {
    return index.op === "load" && index.at.base === this.loop.cell && index.at.terms.length === 0;
  }

  private steps(steps: readonly Step[]): void {
    for (const step of steps) {
      switch (step.do) {
        case "code":
          this.code(step.code, "statement");
          break;
        case "if":
          this.code(step.condition, "value");
          this.steps(step.yes);
          this.steps(step.no);
          break;
        case "range":
          this.steps(step.body);
          break;
        case "return": {
          const value = step.value?.op === "bool" ? step.value.a : step.value;
          const manner = step.from
            ? OTHER
            : value === undefined
              ? "nothing"
              : value.op === "const"
                ? `=${value.value}`
                : OTHER;
          this.returns = this.returns === undefined || this.returns === manner ? manner : OTHER;
          break;
        }
        default:
          this.fails = true;
      }
    }
  }

  private code(code: Code, use: Role): void {
    this.isFaulty ||= this.mayFault(code);
    const visit = (part: Code, role: Role): void => {
      switch (part.op) {
        case "load":
          if (role !== "count") this.reads.push(part.at);
          break;
        case "store":
          this.write(part.at, "c", mannerOf(part, role));
          break;
        case "reset":
          this.write(part.clock, "x", part.value.op === "const" ? `=${part.value.value}` : OTHER);
          break;
        case "copy":
        case "call":
        case "move":
        case "same":
          this.fails = true;
          break;
        default:
      }
    };
    eachPart(code, visit, use);
  }

  private write(at: Address, space: string, manner: Manner): void {
    if (at.pointer === undefined && at.terms.some((t) => this.isOwn(t))) {
      this.own.push({ space, at });
      return;
    }
    if (at.terms.length > 0 || at.pointer !== undefined) {
      this.fails = true;
      return;
    }
    const name = `${space}${at.base}`;
    const before = this.shared.get(name);
    if (manner === OTHER || (before !== undefined && before !== manner)) this.fails = true;
    this.shared.set(name, manner);
  }
}

/** The cells of an address for the value 0 of one of its indices. */
function withoutTerm({ base, terms }: Address, k: number): readonly number[] | undefined {
  const { low, stride } = terms[k]!;
  return region({ base: base - low * stride, terms: terms.filter((_, l) => l !== k) });
}
