import { open } from "../../src/index.ts";
import { plain as allOff } from "./plain.ts";

/** One query, with the reduction by symmetries alone or with none at all. */
export interface Measured {
  readonly outcome: string;
  readonly stored: number;
  readonly seconds: number;
  readonly mib: number;
  /** Whether representatives were known to be canonical; "-" where there are none. */
  readonly canonical: string;
}
export function ask(text: string, query: string, symmetry: boolean, timeout: number): Measured {
  const started = performance.now();
  const verdict = open(text, { name: "model.xta" }).verify(query, {
    ...allOff,
    symmetry,
    timeout,
    now: () => performance.now(),
  });
  const canonical = verdict.statistics.symmetry?.canonical;
  return {
    outcome: verdict.outcome,
    stored: verdict.statistics.stored,
    seconds: (performance.now() - started) / 1000,
    mib: verdict.statistics.memory / 2 ** 20,
    canonical: canonical === undefined ? "-" : canonical ? "yes" : "no",
  };
}
