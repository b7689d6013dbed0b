/**
 * All roads agree: every road that does not refuse a question answers it as the interpreter without reductions does, on random
 * networks and on the examples. `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { open } from "../../src/index.ts";
import { answeredBy, type Outcome, type RoadName, type VerifyOptions, verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { engineCase, focus } from "./engines.ts";
import type { QueryKind } from "./random-network.ts";
import { roads } from "./roads.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";

const runs = Number(process.env.RUNS ?? many(4));
const first = Number(process.env.SEED ?? 7000);
const kinds: readonly QueryKind[] = ["E<>", "A[]", "deadlock", "E[]", "A<>", "-->", "sup"];

const answered = new Map<string, number>();
const isOpen = (outcome: Outcome): boolean => outcome === "unknown" || outcome === "fault";

function note(road: RoadName | undefined): void {
  if (road !== undefined) answered.set(road, (answered.get(road) ?? 0) + 1);
}

describe("on random networks", () => {
  it.each(kinds)("%s", (kind) => {
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, kind, focus[seed % focus.length]!);
      const [network, query] = [networkOf(found.spec), queryOf(found.spec, found.query)];
      const ask = (options: VerifyOptions) => verify(network, query, { maxStates: 2000, ...options });
      const plain = ask({ compiled: false, reduce: false });
      if (isOpen(plain.outcome)) continue;
      for (const [name, options] of Object.entries(roads)) {
        const verdict = ask(options);
        if (isOpen(verdict.outcome)) continue;
        note(answeredBy(verdict)?.road);
        const told = `${name} SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
        expect(verdict.outcome, told).toBe(plain.outcome);
        expect(verdict.values, told).toEqual(plain.values);
      }
    }
  });
});

describe("on the examples", () => {
  it.each(readdirSync("examples").filter((name) => name.endsWith(".xml")))("%s", (name) => {
    const { network, source, query } = open(readFileSync(`examples/${name}`, "utf8"));
    if (network === undefined || source === undefined || source.format === "tck") throw new Error(`${name} is wrong`);
    for (const entry of source.tree.queries) {
      const asked = entry.query === undefined ? undefined : query(entry.query).query;
      if (asked === undefined) continue;
      const usual = verify(network, asked, { maxStates: 100_000 });
      for (const [road, options] of Object.entries(roads)) {
        const verdict = verify(network, asked, { maxStates: 3000, ...options });
        if (isOpen(verdict.outcome)) continue;
        note(answeredBy(verdict)?.road);
        expect([verdict.outcome, verdict.values], `${road}: ${entry.text}`).toEqual([usual.outcome, usual.values]);
      }
    }
  });
});

it("and each of them has answered something", () => {
  if (runs < 9) return;
  expect(Object.keys(roads).filter((road) => (answered.get(road) ?? 0) === 0)).toEqual([]);
});
