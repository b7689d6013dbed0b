/**
 * Long conditions on data, which compiled searches walk as tables (`engine/compile/code/decision.ts`): random ones over three
 * variables and a boolean, whose every valuation is a state, against what JavaScript says of all valuations.
 */
import { describe, expect, it } from "vitest";
import { seeded } from "../../src/base/index.ts";
import { open } from "../../src/index.ts";
import { many } from "../many.ts";

const LOW = -2;
const HIGH = 3;

const model = open(`int[${LOW},${HIGH}] a, b, c; bool d; clock x;
process P() {
  state I, S { x <= 5 };
  init I;
  trans I -> S {
    select i : int[${LOW},${HIGH}], j : int[${LOW},${HIGH}], k : int[${LOW},${HIGH}], l : int[0,1];
    assign a = i, b = j, c = k, d = l == 1;
  };
}
system P;
`);

interface Valuation {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: boolean;
}
interface Condition {
  readonly text: string;
  readonly holds: (v: Valuation) => boolean;
}

const values = Array.from({ length: HIGH - LOW + 1 }, (_, k) => LOW + k);
const valuations: readonly Valuation[] = values.flatMap((a) =>
  values.flatMap((b) => values.flatMap((c) => [false, true].map((d) => ({ a, b, c, d })))),
);
const valueOf = ({ a, b, c, d }: Valuation): number => 100 * a + 10 * b + c + (d ? 5000 : 0);
const comparisons = {
  "==": (x: number, y: number) => x === y,
  "!=": (x: number, y: number) => x !== y,
  "<": (x: number, y: number) => x < y,
  "<=": (x: number, y: number) => x <= y,
  ">=": (x: number, y: number) => x >= y,
  ">": (x: number, y: number) => x > y,
};

function conditionOf(random: () => number, depth: number): Condition {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  if (depth === 0) {
    if (random() < 0.15) return { text: "d", holds: ({ d }) => d };
    if (random() < 0.05) return { text: "true", holds: () => true };
    const name = pick(["a", "b", "c"] as const);
    const op = pick(Object.keys(comparisons) as (keyof typeof comparisons)[]);
    const number = Math.floor(random() * 8) - 3;
    const test = comparisons[op];
    return random() < 0.7
      ? { text: `${name} ${op} ${number}`, holds: (v) => test(v[name], number) }
      : { text: `${number} ${op} ${name}`, holds: (v) => test(number, v[name]) };
  }
  const [left, right] = [conditionOf(random, depth - 1), conditionOf(random, depth - 1)];
  switch (pick(["and", "and", "or", "or", "imply", "not"] as const)) {
    case "and":
      return { text: `(${left.text} && ${right.text})`, holds: (v) => left.holds(v) && right.holds(v) };
    case "or":
      return { text: `(${left.text} || ${right.text})`, holds: (v) => left.holds(v) || right.holds(v) };
    case "imply":
      return { text: `(${left.text} imply ${right.text})`, holds: (v) => !left.holds(v) || right.holds(v) };
    default:
      return { text: `!(${left.text} && ${right.text})`, holds: (v) => !(left.holds(v) && right.holds(v)) };
  }
}

/** Of several ways, each with a clock constraint of its own or none. */
function disjunction(random: () => number, ways: number): Condition {
  const parts = Array.from({ length: ways }, () => {
    const all = [1, 2].map(() => conditionOf(random, 1));
    return {
      text: all.map(({ text }) => text).join(" && "),
      holds: (v: Valuation) => all.every(({ holds }) => holds(v)),
      from: Math.floor(random() * 8),
    };
  });
  return {
    text: parts.map(({ text, from }) => `(${text} && x >= ${from})`).join(" || "),
    holds: (v) => parts.some(({ holds, from }) => from <= 5 && holds(v)),
  };
}

/** The largest and the smallest value where it holds. */
function extremes(condition: string) {
  const value = "100 * a + 10 * b + c + (d ? 5000 : 0)";
  return ["sup", "inf"].map((kind) => {
    const [interval] = model.verify(`${kind}{P.S && (${condition})}: ${value}`).values?.[0]?.intervals ?? [];
    if (interval === undefined) return "nowhere";
    return kind === "sup" ? interval.high : interval.low;
  });
}

function expected(holds: (v: Valuation) => boolean): unknown[] {
  const found = valuations.filter(holds).map(valueOf);
  return found.length === 0 ? ["nowhere", "nowhere"] : [Math.max(...found), Math.min(...found)];
}

describe("long conditions", () => {
  it("hold where they should", () => {
    for (let seed = 1; seed <= many(120); seed++) {
      const { text, holds } = conditionOf(seeded(seed), 5);
      const name = `seed ${seed}: ${text}`;
      expect(model.verify(`E<> P.S && ${text}`).outcome, name).toBe(valuations.some(holds) ? "satisfied" : "violated");
      expect(model.verify(`A[] P.S imply ${text}`).outcome, name).toBe(
        valuations.every(holds) ? "satisfied" : "violated",
      );
      expect(extremes(text), name).toEqual(expected(holds));
    }
  });

  it("hold in one of many ways, with clocks", () => {
    for (let seed = 1; seed <= many(60); seed++) {
      const { text, holds } = disjunction(seeded(7000 + seed), seed % 10 === 0 ? 150 : 12);
      const name = `seed ${seed}: ${text}`;
      for (const v of [0, 1, 2].map((k) => valuations[(seed * 97 + 131 * k) % valuations.length]!)) {
        const here = `a == ${v.a} && b == ${v.b} && c == ${v.c} && d == ${v.d}`;
        expect(model.verify(`E<> P.S && ${here} && (${text})`).outcome, name).toBe(holds(v) ? "satisfied" : "violated");
        expect(model.verify(`A[] P.S && ${here} imply !(${text})`).outcome, name).toBe(
          holds(v) ? "violated" : "satisfied",
        );
      }
    }
  });
});
