/**
 * A limit was reached, or somebody wants to stop. Thrown by work that has no simpler way out, and caught where the answer that
 * is known so far is at hand; who catches it makes a value of it.
 */
export class LimitReached extends Error {
  override readonly name = "LimitReached";
}
