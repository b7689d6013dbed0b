import type { Stretch } from "./moment.ts";
import type { Move } from "./transition.ts";

/** What the reference engine asks while it makes a run: what comes of it (observe.ts, mitl.ts), and when it ends. */
export interface Watching {
  /** Sees a stretch of time before it passes; ends the run at the moment it returns, if that is in the stretch. */
  during(stretch: Stretch): number | undefined;
  /** Sees the state after each transition. */
  after(moves: readonly Move[]): boolean;
}

/** A run ends here at the latest. */
export interface Ending {
  /** The time at which the run ends if nothing happens before. */
  time(): number;
  /** Whether so many transitions are enough. */
  enough(steps: number): boolean;
  /** The moment of a stretch at which the run ends, where that depends on a flow. */
  within?(stretch: Stretch): number;
  /** Nothing more happens, and no time is the end. */
  quiet(): void;
}

/** A state to go on from, and the level it was entered at. */
export interface Snapshot {
  readonly state: Float64Array;
  readonly time: number;
  readonly steps: number;
  readonly level: number;
}
