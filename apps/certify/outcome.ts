/**
 * How checking can end without a proof. Each is thrown where it is noticed and becomes one line for the reader: what is
 * refused, why, and at which member and step. None of them is ever taken for an answer.
 */

/** The claim does not follow from the certificate, or the model faults on the way. */
export class Refuted extends Error {
  override readonly name = "Refuted";
  /** Which member of the certificate, counted from 1, or which state of a run, if it is about one. */
  member: number | undefined;
  /** The step that fails, in words. */
  step: string | undefined;
}

/** A file that is no certificate, or not one for this model. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** A part of the language that this checker does not judge. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** A fault of the model while it runs (docs/semantics.md 6). */
export class Fault extends Error {
  override readonly name = "Fault";
}

/** Runs; a fault is passed over if that is wished, and then the result is undefined. */
export function unlessFault<T>(run: () => T, skips: boolean | undefined): T | undefined {
  try {
    return run();
  } catch (error) {
    if (skips === true && error instanceof Fault) return undefined;
    throw error;
  }
}

/** Tells where something was refused. */
export function at<T>(member: number | undefined, step: string | (() => string), judge: () => T): T {
  try {
    return judge();
  } catch (error) {
    const refused = error instanceof Fault ? new Refuted(`the model faults: ${error.message}`) : error;
    if (refused instanceof Refuted) {
      refused.member ??= member;
      refused.step ??= typeof step === "string" ? step : step();
    }
    throw refused;
  }
}
