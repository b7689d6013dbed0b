export { erf, erfc, exp, lgamma, ln, tgamma } from "../base/index.ts";
export { Comparison } from "./decision/comparison.ts";
export { type Decision, hypothesisTest, RatioTest } from "./decision/hypothesis.ts";
export {
  drawNormal,
  type Source,
} from "./distributions/inverted.ts";
export { type Distribution, distributions, drawFrom } from "./distributions/table.ts";
export { chiSquareFit, chiSquareTwo } from "./fit/chisquare.ts";
export { kolmogorov, kolmogorovTail, kolmogorovTwo } from "./fit/kolmogorov.ts";
export { buckets } from "./histogram/buckets.ts";
export { expectationPlots, type Plot, type Point, probabilityPlots } from "./histogram/plots.ts";
export { anytimeInterval } from "./interval/anytime.ts";
export { neighbourCorrelation, TimeBatches } from "./interval/batches.ts";
export { centred, clopperPearson, type Interval, jeffreys, olderInterval } from "./interval/binomial.ts";
export { bootstrapInterval } from "./interval/bootstrap.ts";
export { bernstein, hoeffding, studentInterval } from "./interval/means.ts";
export { bandHalfWidth, type Quantile, quantileInterval } from "./interval/quantile.ts";
export { inverseEstimate, inverseInterval, successesFor } from "./interval/relative.ts";
export { StoppingRule } from "./interval/stopping.ts";
export { afterSteps, chain } from "./markov/chain.ts";
export { afterTime, poissonWindow } from "./markov/uniformise.ts";
export { Draws, uniform } from "./random/draws.ts";
export { drawExponential, ziggurat } from "./random/exponential.ts";
export { schedule, threefry } from "./random/threefry.ts";
export { betaQuantile, betaQuantiles, incompleteBeta } from "./special/beta.ts";
export { lnPoisson } from "./special/deviance.ts";
export { chiSquareTail, lowerGamma } from "./special/gamma.ts";
export { normalCumulative, normalQuantile } from "./special/normal.ts";
export { studentQuantile } from "./special/student.ts";
export { Summary } from "./summary.ts";
