/**
 * The models rebuilt for Table 1 of the paper on symmetry: what they say, with the reduction and without, and that mistakes
 * in them are found.
 */
import { expect, it } from "vitest";
import { accuracyQuery, agreement, agreementQuery, timeoutQuery, timeoutTask } from "../../bench/papers/agreement.ts";
import { forgetfulAgreement } from "../../bench/papers/agreement-forgetful.ts";
import { audioVideo, audioVideoQuery } from "../../bench/papers/audio-video.ts";
import { open } from "../../src/index.ts";

const sizes = { n: 2, f: 1, ones: 0, c1: 1, c2: 2, d: 0 };

function outcomes(text: string, query: string, ...options: readonly { readonly symmetry: boolean }[]) {
  const model = open(text, { name: "model.xta" });
  return (options.length > 0 ? options : [{ symmetry: true }]).map((o) => model.verify(query, { ...o, order: "bfs" }));
}

const both = [{ symmetry: true }, { symmetry: false }] as const;
/** With less patience who is slow is taken for stopped. */
const hasty = (text: string, less = 1): string =>
  text.replace(/PATIENCE = (\d+)/, (_, steps) => `PATIENCE = ${steps - less}`);

it.each([
  { ...sizes, d: 1 },
  { ...sizes, ones: 1, d: 1 },
])("agrees: %o", (at) => {
  const [reduced, plain] = outcomes(agreement(at), agreementQuery, ...both);
  expect([reduced!.outcome, plain!.outcome]).toEqual(["satisfied", "satisfied"]);
  expect(reduced!.statistics.stored).toBeLessThan(plain!.statistics.stored / 2);
  expect(outcomes(agreement(at), accuracyQuery)[0]!.outcome).toBe("satisfied");
});

it("disagrees where processes lose patience too early", () => {
  const mixed = agreement({ ...sizes, ones: 1, d: 1 });
  expect(outcomes(hasty(mixed), accuracyQuery, ...both).map((v) => v.outcome)).toEqual(["violated", "violated"]);
  expect(outcomes(hasty(mixed, 3), agreementQuery, ...both).map((v) => v.outcome)).toEqual(["violated", "violated"]);
});

it.each([0, 1, 2])("gives the same answers where nobody keeps what is not asked again, with %i inputs of 1", (ones) => {
  const at = { ...sizes, ones, d: 1 };
  for (const less of [0, 2]) {
    const [kept] = outcomes(hasty(agreement(at), less), agreementQuery);
    const all = outcomes(hasty(forgetfulAgreement(at), less), agreementQuery, ...both);
    expect(all.map((v) => v.outcome)).toEqual([kept!.outcome, kept!.outcome]);
    // In a hurry they disagree, but not where all have the same input.
    expect(kept!.outcome).toBe(less === 2 && ones > 0 ? "violated" : "satisfied");
    if (less === 0) expect(all[0]!.statistics.stored).toBeLessThan(kept!.statistics.stored / 2);
  }
});

it("agrees with three processes and a delay, which takes millions of states where everything is kept", () => {
  const [mixed] = outcomes(forgetfulAgreement({ ...sizes, n: 3, ones: 1, d: 1 }), agreementQuery);
  expect(mixed!.outcome).toBe("satisfied");
});

it("watches others", () => {
  const [reduced, plain] = outcomes(timeoutTask(4, sizes), timeoutQuery, ...both);
  expect([reduced!.outcome, plain!.outcome]).toEqual(["satisfied", "satisfied"]);
  expect(outcomes(hasty(timeoutTask(4, sizes)), timeoutQuery)[0]!.outcome).toBe("violated");
});

it("sends frames undisturbed, and not where senders hold off instead of jamming the wire", () => {
  expect(outcomes(audioVideo(2), audioVideoQuery)[0]!.outcome).toBe("satisfied");
  const shy = audioVideo(2).replace("errors <= 3", "errors <= 0");
  expect(outcomes(shy, audioVideoQuery)[0]!.outcome).toBe("violated");
});
