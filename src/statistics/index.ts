export { erf, erfc, exp, lgamma, ln, tgamma } from "../base/index.ts";
export { Draws, uniform } from "./random/draws.ts";
export { exponential } from "./random/exponential.ts";
export { schedule, threefry } from "./random/threefry.ts";
export { betaQuantile, betaQuantiles, incompleteBeta } from "./special/beta.ts";
export { lnPoisson } from "./special/deviance.ts";
export { chiSquareCumulative, chiSquareTail, lowerGamma, upperGamma } from "./special/gamma.ts";
export { normalCumulative, normalQuantile } from "./special/normal.ts";
export { studentCumulative, studentQuantile } from "./special/student.ts";
