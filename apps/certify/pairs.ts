/**
 * Refinement (docs/semantics.md 10.6): every timed trace of an implementation is one of a specification. The members of the
 * certificate are pairs of states, one of each, with zones over the clocks of both. They hold the two initial states; whatever
 * the implementation does from one of them the specification can do as well, and the two states after it are held again.
 */
import { isInside, type Judged } from "./cover.ts";
import type { Member, Members } from "./members.ts";
import { at, Refuted } from "./outcome.ts";
import type { Move, Product } from "./product.ts";
import type { Share } from "./share.ts";
import { without, type Zone } from "./zone.ts";

export function judgePairs(members: Members, product: Product, share: Share): Judged {
  at(undefined, "unseen steps", () => {
    if (product.hasCycle) throw new Refuted("the specification can go round unseen, without ever going along");
  });
  return new Pairs(members, product).judge(share);
}

class Pairs {
  private readonly members: Members;
  private readonly product: Product;
  private steps = 0;

  constructor(members: Members, product: Product) {
    this.members = members;
    this.product = product;
  }

  judge(share: Share): Judged {
    let [judged, zones] = [0, 0];
    if (share.takes()) at(undefined, "the initial state", () => this.initial());
    for (const member of this.members) {
      if (!share.takes()) continue;
      judged++;
      zones += member.zones.length;
      this.one(member);
    }
    return { members: judged, zones, steps: this.steps };
  }

  private initial(): void {
    const { implementation, specification } = this.product;
    const zone = implementation.initial();
    if (specification.initial() === undefined && zone !== undefined)
      throw new Refuted("the specification has no initial state");
    if (zone !== undefined) this.demand(zone);
  }

  private one({ values, zones, number }: Member): void {
    const { product } = this;
    for (const zone of zones) {
      product.load(values);
      const rest = product.isPassed ? at(number, "an unseen step", () => this.pass(zone)) : [zone];
      for (const part of rest) {
        at(number, "waiting there", () => this.wait(part));
        for (const move of at(number, "a guard", () => product.moves(part)))
          at(
            number,
            () => product.implementation.describe(move.step) || `${move.action?.channel}?`,
            () => this.follow(move),
          );
      }
    }
  }

  /** 10.4: what unseen steps of the specification lead to is held; returns from where there are none. */
  private pass(zone: Zone): readonly Zone[] {
    const parts: Zone[] = [];
    this.product.replies(zone, undefined, ({ clocks, part }) => {
      parts.push(part);
      this.demand(this.product.specification.moved(part, clocks));
    });
    return without([zone], parts);
  }

  /** 10.5: no time passes that the specification does not allow, and variables agree. */
  private wait(zone: Zone): void {
    const { product } = this;
    if (!product.isCommitted && product.differs) throw new Refuted("variables differ that both must agree on");
    if (product.isStill && product.waiting([zone]).length > 0)
      throw new Refuted("time can pass, which the specification does not allow");
    if (product.unmet(zone).length > 0)
      throw new Refuted("time can pass though the specification offers an urgent action, which is not offered");
  }

  /** 10.3: the specification can go along with a step, and what both lead to is held. */
  private follow({ step, action }: Move): void {
    const { product } = this;
    this.steps++;
    const isApart = action !== undefined && product.differs;
    const before = product.save();
    const taken = product.implementation.take(step);
    if (taken !== undefined) {
      if (isApart) throw new Refuted("variables differ while an action is seen");
      const { part, clocks } = taken;
      const target = (zone: Zone): Zone => product.implementation.moved(zone, clocks);
      if (action === undefined) this.demand(target(part));
      else {
        const parts: Zone[] = [];
        product.replies(part, action, (reply) => {
          parts.push(reply.part);
          this.demand(product.specification.moved(target(reply.part), reply.clocks));
        });
        const rest = without([part], parts);
        if (rest.length > 0 && !product.isIgnorable(action))
          throw new Refuted(`the specification cannot go along with ${action.channel}${action.direction}`);
        // Where nobody receives nothing happens.
        if (step.parts.length > 0) for (const ignored of rest) this.demand(target(ignored));
      }
    }
    product.load(before);
  }

  /** The state at hand with a zone, and whatever time leads to, is held; and the specification allows it. */
  private demand(zone: Zone): void {
    const { product, members } = this;
    const later = product.isStill ? [zone] : product.implementation.elapse(zone);
    if (!product.isAllowed(later))
      throw new Refuted("time can pass, or a state is reached, that the specification's invariant does not allow");
    const known = members.zonesAt(product.save());
    if (!later.every((one) => isInside(one, known)))
      throw new Refuted("it leads to a pair of states that is not in the certificate");
  }
}
