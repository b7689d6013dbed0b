import { expect, test } from "vitest";
import { open, traceToJson, traceToText, traceToUppaalText, traceToXml, traceToXtr } from "../../src/index.ts";

/** Every kind of trace shows what stands on all parts of an edge through branch points. */
const model = open(`chan a; clock x; int n;
  process P() {
    state S, T; branchpoint B, C; init S;
    trans C -> T { select i : int[3,3]; assign n = n + i; },
      B -> C { guard x <= 4; sync a!; },
      S -> B { select i : int[1,1]; guard x >= 1 || n > 0; assign n = i; };
  }
  process Q() { state S, T; init S; trans S -> T { sync a?; }; }
  system P, Q;`);
const network = model.network!;
const trace = model.verify("E<> n == 4", { trace: "some" }).trace!;
const guard = "(x >= 1 || n > 0) && (x <= 4)";

test("UPPAAL's .xtr names part by part, the last first, each with its selects", () => {
  // As in a trace that UPPAAL 5 wrote: `1 1 ; 1 2 ; 0 1 ; .`, where edge 2 leads to the branch point that edge 1 leaves.
  expect(traceToXtr(trace, network)).toContain("0 0 3 ; 0 1 ; 0 2 1 ; 1 0 ; .");
});

test("text", () => {
  expect(traceToText(trace, model.texts)).toContain(
    `a: P: S -> T  { i = 1, i#2 = 3; ${guard}; a!; n = i, n = n + i }\n   Q: S -> T  { a? }`,
  );
});

test("text as verifyta's", () => {
  expect(traceToUppaalText(trace, model.texts)).toContain(`P.S->P.T { ${guard}, a!, n = i, n = n + i }`);
});

test("XML", () => {
  const labels = `<guard>${guard.replaceAll("&", "&amp;").replaceAll(">", "&gt;").replaceAll("<", "&lt;")}</guard>`;
  expect(traceToXml(trace, network, model.texts)).toContain(
    `${labels}<sync>a!</sync><update>n = i, n = n + i</update>`,
  );
});

test("JSON", () => {
  expect(traceToJson(trace, model.texts)).toMatchObject({
    transitions: [
      { edges: [{ select: { i: 1, "i#2": 3 }, guard, sync: "a!", update: "n = i, n = n + i" }, { process: "Q" }] },
    ],
  });
});
