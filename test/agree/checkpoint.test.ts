/**
 * A search that is stopped, kept and goes on, again and again, says at its end what one says that was never stopped: the
 * verdict, all its counts, the trace. On random networks of every kind, in every order, with traces and without.
 * `SEED=<number> RUNS=1` runs one network again; `RUNS=<number>` runs more.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { open } from "../../src/index.ts";
import { type Verdict, type VerifyOptions, verify } from "../../src/search/index.ts";
import type { Trace } from "../../src/trace/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { engineCase, focus, whyNot } from "./engines.ts";
import { type QueryKind, Random } from "./random-network.ts";
import { networkOf, queryOf } from "./spec.ts";
import { queryTextOf, xtaOf } from "./spec-text.ts";
import { askInParts } from "./stopped.ts";

const runs = Number(process.env.RUNS ?? many(12));
const first = Number(process.env.SEED ?? 1);

function told({ outcome, reason, trace, traceReason, statistics }: Verdict): unknown {
  const { memory: _, ...counts } = statistics;
  return { outcome, reason, trace: trace && sumOf(trace), traceReason, counts };
}

function sumOf(trace: Trace): string {
  const text = JSON.stringify(trace, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value));
  return createHash("sha256").update(text).digest("hex");
}

describe("a search that goes on says what one says that was not stopped", () => {
  it.each<readonly [QueryKind, VerifyOptions]>([
    ["E<>", { trace: "some" }],
    ["A[]", {}],
    ["E<>", { order: "random", seed: 3, trace: "some" }],
    ["E<>", { trace: "shortest" }],
    ["E<>", { order: "dfs", abstraction: "extra" }],
    ["deadlock", { trace: "some" }],
    ["E<>", { forgetCommitted: true, knobs: { leaf: 2, small: { active: 0, tie: 0, fold: 0, list: 0 } } }],
    ["E[]", { trace: "some" }],
    ["A<>", {}],
    ["-->", { trace: "some" }],
  ])("on random networks: %s %o", (kind, wishes) => {
    let stops = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const found = engineCase(seed, kind, focus[seed % focus.length]!);
      if (whyNot(found) !== undefined) continue;
      const [network, query] = [networkOf(found.spec), queryOf(found.spec, found.query)];
      const options: VerifyOptions = { maxStates: 3000, ...wishes };
      const keeper = { isDue: () => false, keep: () => {} };
      const whole = verify(network, query, { ...options, keeper });
      // Few end within the first portion; limits are looked at after portions, which begin anew.
      if (whole.statistics.explored <= 8 || whole.reason?.startsWith("the limit of") === true) continue;
      const { verdict, times } = askInParts(network, query, options, new Random(seed));
      stops += times;
      const about = `SEED=${seed}\n${xtaOf(found.spec)}// ${queryTextOf(found.spec, found.query)}\n`;
      expect(told(verdict), about).toEqual(told(whole));
      const usual = verify(network, query, options);
      expect(verdict.outcome, about).toBe(usual.outcome);
    }
    // Random violations and paths that stay are short: those below are not.
    if (runs >= 12 && (kind === "E<>" || kind === "deadlock" || kind === "-->")) expect(stops).toBeGreaterThan(0);
  });

  it.each(["A<> a + b == 22", "A<> a + b == 23", "E[] a + b < 22"])("on a long way: %s", (asked) => {
    const { network, query } = model(`int[0, 11] a, b;
      process P(int[0, 11] &n) { clock x; state s { x <= 1 }, t; init s;
        trans s -> s { guard x >= 1 && n < 11; assign n++, x = 0; }, s -> t { guard n == 11; }; }
      A = P(a); B = P(b); system A, B;`);
    const whole = verify(network, query(asked), { trace: "some", keeper: { isDue: () => false, keep: () => {} } });
    const { verdict, times } = askInParts(network, query(asked), { trace: "some" }, new Random(3));
    expect(told(verdict)).toEqual(told(whole));
    expect(verdict.outcome).toBe(verify(network, query(asked), { compiled: false }).outcome);
    expect(times).toBeGreaterThan(0);
  });

  it.each(["fischer", "tasks"])("on examples/%s.xml", (name) => {
    const { network, source, query } = open(readFileSync(`examples/${name}.xml`, "utf8"));
    if (network === undefined || source === undefined || source.format === "tck") throw new Error(`${name} is wrong`);
    let stops = 0;
    for (const entry of source.tree.queries) {
      const asked = entry.query === undefined ? undefined : query(entry.query).query;
      if (asked === undefined) continue;
      for (const options of [{}, { trace: "some", symmetry: false }] as const) {
        const whole = verify(network, asked, { ...options, keeper: { isDue: () => false, keep: () => {} } });
        const { verdict, times } = askInParts(network, asked, options, new Random(7));
        stops += times;
        expect(told(verdict), entry.text).toEqual(told(whole));
      }
    }
    expect(stops).toBeGreaterThan(0);
  });
});

describe("a search that cannot be kept says so", () => {
  const { network, query } = open(readFileSync("examples/fischer.xml", "utf8"));
  const keeper = { isDue: () => false, keep: () => {} };
  it.each<readonly [string, VerifyOptions, string]>([
    ["A[] not deadlock", { compiled: false }, "the interpreter was asked for"],
    ["A[] not deadlock", { localTime: true }, "a search with local times is not kept"],
    ["A[] not deadlock", { trace: "fastest" }, "the search for a fastest trace is not kept"],
    ["A[] not deadlock", { memory: 2 ** 33 }, "a search in several memories is not kept"],
    ["A[] not deadlock", { crew: { size: 2, start: () => {} } }, "a search by several threads is not kept"],
    ["sup: id", {}, "values that were found are not kept, only states"],
  ])("%s %o", (asked, options, reason) => {
    const verdict = verify(network!, query(asked).query!, { ...options, keeper });
    expect([verdict.outcome, verdict.reason]).toEqual(["unknown", reason]);
  });
});
