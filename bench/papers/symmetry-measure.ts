import { open, type VerifyOptions } from "../../src/index.ts";
import { plain as allOff } from "./plain.ts";

/** What came of one query. */
export interface Measured {
  readonly outcome: string;
  readonly stored: number;
  readonly seconds: number;
  /** Of the processor, in all threads. */
  readonly busy: number;
  readonly mib: number;
  /** Whether representatives were known to be canonical; "-" where there are none. */
  readonly canonical: string;
}

/** With the reduction by symmetries alone, or with none at all. */
export function ask(text: string, query: string, symmetry: boolean, timeout: number): Measured {
  return measure(text, query, { ...allOff, symmetry, timeout });
}

/** With whatever Zonal does by itself. */
export function askUsual(text: string, query: string, timeout: number): Measured {
  return measure(text, query, { timeout });
}

function measure(text: string, query: string, options: VerifyOptions): Measured {
  const started = performance.now();
  const began = process.cpuUsage();
  const verdict = open(text, { name: "model.xta" }).verify(query, {
    ...options,
    now: () => performance.now(),
  });
  const used = process.cpuUsage(began);
  const canonical = verdict.statistics.symmetry?.canonical;
  return {
    outcome: verdict.outcome,
    stored: verdict.statistics.stored,
    seconds: (performance.now() - started) / 1000,
    busy: (used.user + used.system) / 1e6,
    mib: verdict.statistics.memory / 2 ** 20,
    canonical: canonical === undefined ? "-" : canonical ? "yes" : "no",
  };
}
