/** A fault of ours, not of the user's model. Only apps catch it, and they print how to report it. */
export class InternalError extends Error {
  override readonly name = "InternalError";
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InternalError(message);
}

/** Ends an exhaustive switch: the compiler proves that it is never reached. */
export function unreachable(value: never): never {
  throw new InternalError(`unexpected value ${JSON.stringify(value)}`);
}
