/** What goes into and comes out of the product of an implementation and a specification (`product.ts`). */
import type { Federation, Zone } from "../../zones/index.ts";

export interface Roles {
  /** The process that is the specification. All others are the implementation. */
  readonly specification: number;
  /** Edges of the specification from this id on are not its own. */
  readonly ownEdges: number;
  /** By location of the specification: the edge that sends a broadcast which it ignores, with the channel as select. */
  readonly ignores: readonly number[];
  /** By channel: whether it is an action with the environment. */
  readonly visible: readonly boolean[];
  /** By channel: whether it is urgent. The network has visible channels as plain ones, so that time may pass. */
  readonly urgent: readonly boolean[];
}

/** An action as the implementation has it: `!` if it sends. */
export interface Action {
  readonly channel: number;
  readonly direction: "!" | "?";
}

export interface StepHandler {
  /** A step; the target is in the cells, its zone may be kept, `words` name the step. */
  step(target: Zone): void;
  /** Valuations from which the implementation has an action that the specification has not; `words` are its part. */
  illegal?(where: Federation, action: Action): void;
  /**
   * Instead of the three others, for an action: where the implementation has it, and every reply of the specification,
   * overlapping or not. With no action, the one internal step of the implementation. `words` are its part.
   */
  game?(enabled: Zone, action: Action | undefined, replies: readonly Reply[]): void;
  /** Two different edges of the specification for one action, and where both may be taken. */
  overlap?(where: Zone, first: readonly number[], second: readonly number[], harmless: boolean): void;
}

export interface UrgentOffer {
  readonly action: Action;
  /** The specification's edge. */
  readonly words: readonly number[];
  readonly where: Zone;
  readonly met: Federation | null;
}

/** One way in which the specification goes along: the target state, the clock operations of both sides, and where. */
export interface Reply {
  readonly words: readonly number[];
  readonly cells: Int32Array;
  readonly log: Int32Array;
  readonly enabled: Zone;
}

/** Same target, same values, same clock operations. */
export function isSameEffect(a: Reply, b: Reply): boolean {
  return (
    a.cells.every((v, i) => v === b.cells[i]) && a.log.length === b.log.length && a.log.every((v, i) => v === b.log[i])
  );
}
