/** Smaller questions: networks and queries made from others, and how the answer comes back. One file each. */
export { standing, withoutBystanders } from "./bystanders.ts";
export { withoutIdleClocks } from "./clocks.ts";
export { type Cone, conesOf } from "./cones.ts";
export { isCounting, roundsFrom } from "./counting.ts";
export { limited, withClock } from "./elapsed.ts";
export { essence } from "./essence.ts";
export { type Jumping, jumpingQuery, withJumps } from "./jumps.ts";
export { namingNobody } from "./nobody.ts";
export { type SymbolicState, startingAnywhere, startingIn } from "./start.ts";
