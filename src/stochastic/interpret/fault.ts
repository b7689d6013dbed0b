import type { Origin } from "../../network/index.ts";
import type { RunFault } from "../sample.ts";

/** Leaves a run that cannot go on; caught where runs are made. */
export class Stuck extends Error {
  readonly code: RunFault["code"];
  readonly origin: Origin | undefined;

  constructor(code: RunFault["code"], message: string, origin?: Origin) {
    super(message);
    this.code = code;
    this.origin = origin;
  }
}
