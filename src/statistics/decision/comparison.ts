import { type Decision, RatioTest, type Risks } from "./hypothesis.ts";

/**
 * Is the probability p1 of one event at least that of another, p2? After Wald: runs are made in pairs, and only pairs with
 * different outcomes tell anything; of these the first is true with probability u/(1 + u), u = p1 (1 - p2) / (p2 (1 - p1)).
 * So it is a ratio test between u at least `upper` (it holds) and at most `lower` (it fails). Pairs that never differ never
 * decide: who calls sets a limit.
 */
export class Comparison {
  pairs = 0;
  readonly test: RatioTest;

  constructor(lower: number, upper: number, risks: Risks) {
    this.test = new RatioTest(upper / (1 + upper), lower / (1 + lower), risks);
  }

  add(first: boolean, second: boolean): Decision {
    this.pairs++;
    return first === second ? "go on" : this.test.add(first);
  }
}
