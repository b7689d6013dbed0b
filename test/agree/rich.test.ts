/**
 * The engine against regions on models with structs, references, clock arrays and functions. `SEED` and `RUNS` as in
 * `regions.test.ts`.
 */
import { describe, expect, it } from "vitest";
import { many } from "../many.ts";
import { compare } from "./compare.ts";
import { compileText } from "./front.ts";
import { Random } from "./random-network.ts";
import { decide } from "./regions/decide.ts";
import { richModel, richQuery } from "./rich.ts";

const runs = Number(process.env.RUNS ?? many(15));
const first = Number(process.env.SEED ?? 1);

describe("rich models", () => {
  it.each(["E<>", "A[]", "E[]", "A<>", "-->", "deadlock"] as const)("%s", (kind) => {
    let definite = 0;
    for (let seed = first; seed < first + runs; seed++) {
      const random = new Random(seed);
      const xta = richModel(random);
      const query = richQuery(random, kind);
      const compiled = compileText(xta, query);
      const model = `SEED=${seed}\n${xta}// ${query}\n`;
      if ("refused" in compiled) {
        for (const reason of compiled.refused) expect(reason, model).toMatch(/^deadlock-model:/);
        continue;
      }
      const found = compare(compiled.network, compiled.query, { maxRegions: 1500 });
      expect(found, model).not.toMatchObject({ kind: "differ" });
      if (found.kind === "agree" && found.definite) definite++;
    }
    if (runs >= 36) expect(definite).toBeGreaterThan(runs * (kind === "deadlock" ? 0.1 : 0.6));
  });
});

describe("arguments of functions", () => {
  const head = `typedef struct { int[0,2] a; bool b; } rec_t;
rec_t r[2] = { { 1, true }, { 2, false } };
rec_t made(int[0,2] a, bool b) { rec_t x; x.a = a; x.b = b; return x; }
rec_t mix(rec_t x, rec_t y) { rec_t z; z.a = (x.a + 2 * y.a) % 3; z.b = x.b; return z; }
int[0,2] weigh(int[0,2] x, int[0,2] y) { return (x + 2 * y) % 3; }
bool yes() { return true; }
`;
  const cases: readonly (readonly [string, string])[] = [
    ["r[1] = made(1, yes())", "r[1].a == 1 && r[1].b"],
    ["r[1] = mix(r[0], mix(r[1], r[1]))", "r[1].a == 1 && r[1].b"],
    ["r[0] = mix(mix(r[0], r[1]), made(2, yes()))", "r[0].a == 0 && r[0].b"],
    ["r[0].a = weigh(r[0].a, weigh(2, 2))", "r[0].a == 1"],
    ["r[0].a = weigh(weigh(1, 1), weigh(0, 2))", "r[0].a == 2"],
  ];
  it.each(cases)("%s", (update, expected) => {
    const compiled = compileText(
      `${head}process P() { state A, B; init A; trans A -> B { assign ${update}; }; } system P;`,
      `A[] P.B imply (${expected})`,
    );
    if ("refused" in compiled) throw new Error(compiled.refused.join());
    expect(decide(compiled.network, compiled.query)).toMatchObject({ kind: "truth", holds: true });
    expect(compare(compiled.network, compiled.query)).toEqual({ kind: "agree", definite: true });
  });
});
