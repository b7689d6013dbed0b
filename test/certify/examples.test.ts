import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { certify } from "../../apps/certify/certify.ts";
import { prove, queryOf, type Subject, subjectOf } from "./prove.ts";

/**
 * Every answer about the examples and the cases is certified and the certificate is accepted, or the reason why there is
 * none is one of a short list, which docs/guide/certificates.md has.
 */
const root = join(import.meta.dirname, "../..");

/** Reasons that are no fault: the guide names them. */
const known = [
  /^liveness where clocks stand still is not certified$/,
  /^the answer is (MAY( NOT)? be satisfied|fault in the model|unknown)$/,
  /^the limit of \d+ states was reached$/,
  /^deadlock where clocks stand still is not certified$/,
];

function certified(subject: Subject, texts: readonly string[]): { proved: number; wrong: string[] } {
  let proved = 0;
  const wrong: string[] = [];
  for (const text of texts) {
    const query = queryOf(subject, text);
    if (query === undefined) continue;
    const { judgement, reason } = prove(subject, query);
    if (judgement?.result === "proved") proved++;
    else if (!known.some((word) => word.test(reason ?? judgement?.reason ?? "")))
      wrong.push(`${text}: ${reason ?? JSON.stringify(judgement)}`);
  }
  return { proved, wrong };
}

describe("examples", () => {
  const folder = join(root, "examples");
  // Plain search of handshake.xml has more states than a test should take.
  const names = readdirSync(folder).filter((name) => name.endsWith(".xml") && name !== "handshake.xml");

  test.each(names)("%s", (name) => {
    const subject = subjectOf(readFileSync(join(folder, name)), name)!;
    const { proved, wrong } = certified(
      subject,
      subject.made.model.tree.queries.map(({ text }) => text),
    );
    expect(wrong).toEqual([]);
    expect(proved).toBeGreaterThan(0);
  });
});

test("the certificate among the examples is one of the lamp", () => {
  const [model, certificate] = ["lamp.xml", "lamp.jsonl"].map((name) => readFileSync(join(root, "examples", name)));
  expect(certify(model!, "lamp.xml", certificate!)).toMatchObject({ result: "proved", query: "A[] not deadlock" });
});

describe("cases", () => {
  const folder = join(root, "test/cases");

  test.each(readdirSync(folder).filter((name) => name.endsWith(".txt")))("%s", (file) => {
    const wrong: string[] = [];
    for (const block of readFileSync(join(folder, file), "utf8").split(/^== /m).slice(1)) {
      const [title, ...lines] = block.split("\n");
      const isAsked = (line: string): boolean => line.startsWith("? ") || line.startsWith("!! ");
      const text = lines.filter((line) => !isAsked(line)).join("\n");
      const subject = subjectOf(new TextEncoder().encode(text), "case.xta");
      if (subject === undefined) continue;
      const asked = lines.filter((line) => line.startsWith("? ")).map((line) => line.slice(2).split(" => ")[0]!.trim());
      wrong.push(...certified(subject, asked).wrong.map((so) => `${title}: ${so}`));
    }
    expect(wrong).toEqual([]);
  });
});
