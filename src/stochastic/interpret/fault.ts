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

/** Why nobody can move: time may not pass, or not any more, by an invariant; the first state breaks it; every edge breaks one. */
export function lockText(where: string, why: "urgent" | "late" | "first" | "forbidden", invariant = ""): string {
  switch (why) {
    case "urgent":
      return `time-lock: no time may pass in '${where}', and nobody can move`;
    case "late":
      return `time-lock: time is up in '${where}' by its invariant '${invariant}', and nobody can move`;
    case "first":
      return `time-lock: the first state breaks the invariant '${invariant}' of '${where}', and nobody can move`;
    case "forbidden":
      return `time-lock: every edge out of '${where}' leads where an invariant does not hold: ${invariant}`;
  }
}
