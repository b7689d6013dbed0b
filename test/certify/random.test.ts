import { describe, expect, test } from "vitest";
import { Unsupported } from "../../apps/certify/outcome.ts";
import { engineCase, focus } from "../agree/engines.ts";
import type { QueryKind } from "../agree/random-network.ts";
import { queryTextOf, xtaOf } from "../agree/spec-text.ts";
import { many } from "../many.ts";
import { disagreement } from "./agree.ts";
import { proveAll, queryOf, type Subject, subjectOf } from "./prove.ts";

/** The model of a seed, as text that both programs read. */
function modelOf(seed: number, kind: QueryKind): { subject: Subject; text: string; query: string } {
  const { spec, query } = engineCase(seed, kind, focus[seed % focus.length]!);
  const text = xtaOf(spec);
  return { subject: subjectOf(new TextEncoder().encode(text), "model.xta")!, text, query: queryTextOf(spec, query) };
}

/** CERTIFY_RUNS asks for more. */
const count = Number(process.env.CERTIFY_RUNS ?? many(10));

/** The first ones, and those that once were refused. */
const seeds = [...Array.from({ length: count }, (_, k) => k + 1), 80, 185, 242, 475, 12054];

describe("random networks", () => {
  test("the checker's semantics is the interpreter's, state by state", () => {
    let compared = 0;
    for (const seed of seeds) {
      const { subject, text } = modelOf(seed, "deadlock");
      const { network } = subject.made;
      const hasRates = network.processes.some((p) => p.locations.some((l) => l.invariant.rates.length > 0));
      try {
        expect(disagreement(subject, 60, !hasRates), `seed ${seed}\n${text}`).toBeUndefined();
        compared++;
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
      }
    }
    expect(compared).toBeGreaterThan(count * 0.6);
  });

  test.each(["A[]", "E<>", "deadlock", "A<>", "E[]", "-->", "sup", "inf", "bounds"] as const)(
    "every answer to %s is certified, or it is said why not",
    (kind) => {
      let proved = 0;
      const reasons = new Map<string, number[]>();
      for (const seed of seeds) {
        const { subject, text, query } = modelOf(seed, kind);
        const asked = queryOf(subject, query);
        if (asked === undefined) continue;
        for (const { judgement, reason } of proveAll(subject, asked, 2000, 64)) {
          if (reason !== undefined) reasons.set(reason, [...(reasons.get(reason) ?? []), seed]);
          if (judgement?.result === "proved") proved++;
          else if (judgement !== undefined && judgement.result !== "unsupported")
            expect(judgement, `seed ${seed}\n${text}// ${query}`).toBeUndefined();
        }
      }
      if (process.env.CERTIFY_COUNTS !== undefined) console.log(kind, proved, reasons);
      expect(proved).toBeGreaterThan(count * 0.2);
    },
  );
});
