/** Smaller questions: networks and queries made from others, with the way back. */
export { type Jumping, jumpingQuery, withJumps } from "./jumps.ts";
