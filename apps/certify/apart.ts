/**
 * What tells an implementation from a specification (docs/semantics.md 10.7): a run of both sides, state by state with exact
 * delays, in which the specification can go along in one way only, and at whose end something is illegal.
 */
import { at, Refuted } from "./outcome.ts";
import type { Move, Product } from "./product.ts";
import { isAt, pointAt, type State } from "./run.ts";
import type { Zone } from "./zone.ts";

/** Requires: the product counts in the same parts of a unit as the states. */
export function judgeApart(states: readonly State[], product: Product): { readonly states: number } {
  const apart = new Apart(product);
  at(1, "unseen steps", () => {
    if (product.hasCycle) throw new Refuted("the specification can go round unseen");
  });
  at(1, "the initial state", () => apart.begin(states[0]));
  states.forEach((state, k) => at(k + 1, "a step of both", () => apart.one(state, states[k + 1])));
  return { states: states.length };
}

/** A state of both sides that a step leads to: values, and a zone that holds one valuation. */
interface Target {
  readonly values: string;
  readonly zone: Zone;
}

class Apart {
  private readonly product: Product;

  constructor(product: Product) {
    this.product = product;
  }

  begin(first: State | undefined): void {
    const { implementation, specification } = this.product;
    const zone = implementation.initial();
    specification.initial();
    if (first === undefined || zone === undefined) throw new Refuted("there is no first state");
    if (!isAt(zone, first.clocks) || this.product.save().join() !== first.values.join())
      throw new Refuted("the run does not begin in the initial states");
  }

  one({ values, clocks, delay }: State, next: State | undefined): void {
    const { product } = this;
    product.load(values);
    if (product.mayLeave) throw new Refuted("the specification may take an unseen step there, or not");
    const here = pointAt(clocks);
    const there = pointAt(clocks.map((value, x) => (x === 0 ? 0 : value + delay)));
    const mayWait = (): boolean =>
      product.waiting([here]).length > 0 && product.implementation.elapse(here).some((z) => there.isInside(z));
    if (delay > 0 && !mayWait()) throw new Refuted("time may not pass for so long");
    // Who can leave such a location on arrival does; who cannot is stuck before any delay, so that each is illegal.
    const unseen = product.isPassed ? this.targets({ parts: here }) : [];
    if (unseen.length > 0 && delay > 0) throw new Refuted("the specification does not wait there");
    if (next === undefined) {
      if (unseen.length > 0 || !this.isIllegal(there, delay)) throw new Refuted("nothing is illegal at the end");
      return;
    }
    if (!this.allows(there, delay)) throw new Refuted("the specification does not wait so long, which is not the end");
    const all = unseen.length > 0 ? [unseen] : product.moves(there).map((move) => this.targets({ parts: there, move }));
    const isNext = ({ values: so, zone }: Target): boolean => so === next.values.join() && isAt(zone, next.clocks);
    const found = all.filter((targets) => targets.some(isNext));
    if (found.length === 0) throw new Refuted("no step leads to the next state");
    if (!found.some((targets) => targets.every(isNext)))
      throw new Refuted("the specification can go along in several ways");
  }

  /** 10.3, 10.5: whether a delay up to a valuation, or something there, is illegal. */
  private isIllegal(there: Zone, delay: number): boolean {
    const { product } = this;
    if (!this.allows(there, delay) || product.unmet(there).length > 0) return true;
    if (product.differs && !product.isCommitted) return true;
    return product
      .moves(there)
      .some(
        (move) =>
          move.action !== undefined &&
          this.isTaken(move) &&
          (product.differs || this.targets({ parts: there, move }).length === 0),
      );
  }

  /** Whether the specification is still allowed to be where it is, after so much time. */
  private allows(there: Zone, delay: number): boolean {
    return this.product.isAllowed([there]) && (delay === 0 || !this.product.isStill);
  }

  /** Whether the implementation can take a step. */
  private isTaken({ step }: Move): boolean {
    const { product } = this;
    const before = product.save();
    const taken = product.implementation.take(step);
    product.load(before);
    return taken !== undefined;
  }

  /**
   * What a step of the implementation leads to, in every way in which the specification goes along; or what its unseen
   * steps lead to.
   */
  private targets({ parts: there, move }: { readonly parts: Zone; readonly move?: Move }): Target[] {
    const { product } = this;
    const before = product.save();
    const found: Target[] = [];
    const add = (zone: Zone): void => void found.push({ values: product.save().join(), zone });
    const taken = move === undefined ? { part: there, clocks: [] } : product.implementation.take(move.step);
    if (taken !== undefined) {
      const { part, clocks } = taken;
      const target = (zone: Zone): Zone => product.implementation.moved(zone, clocks);
      if (move !== undefined && move.action === undefined) add(target(part));
      else
        product.replies(part, move?.action, (reply) =>
          add(product.specification.moved(target(reply.part), reply.clocks)),
        );
      const isIgnored = move?.action !== undefined && product.isIgnorable(move.action) && found.length === 0;
      if (isIgnored) add(target(part));
    }
    product.load(before);
    return found;
  }
}
