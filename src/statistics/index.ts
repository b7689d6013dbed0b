export { exp, ln } from "../base/index.ts";
export { Draws, uniform } from "./random/draws.ts";
export { exponential } from "./random/exponential.ts";
export { schedule, threefry } from "./random/threefry.ts";
