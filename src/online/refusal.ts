/** A state, or a model, that UPPAAL's language has no words for: thrown inside the synthesis, told as its result. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}
