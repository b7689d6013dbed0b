import { describe, expect, it } from "vitest";
import { seeded } from "../../src/base/index.ts";
import { arrivalTimes, ConcreteSimulator, intervalText, randomIn, SymbolicSimulator } from "../../src/trace/index.ts";
import { rationals } from "../../src/zones/index.ts";
import { model } from "../search/model.ts";

/** When the states of a run can be entered, and what an exact state lets happen later. */
const { compareRational, plus, rational, showRational, ZERO } = rationals;

const relay = model(`clock x; process P() { state A { x <= 5 }, B { x < 3 }, C; init A;
  trans A -> B { guard x > 2; assign x = 0; }, B -> C { guard x >= 1; assign x = 7; }; } system P;`).network;

/** A choice that is forced by the committed location, an urgent channel, and a guard far away. */
const late = model(`clock x, y; urgent chan hurry; process P() { state A, B, C { y <= 1500 }, D; commit B; init A;
  trans A -> B { guard x >= 1000; assign y = 0; }, B -> C { }, C -> D { guard y > 3 && y < 4; }, C -> A { guard y == 1500; assign x = 0; }; }
  process Q() { state S, T; init S; trans S -> T { guard x >= 7; }, T -> S { sync hurry!; assign x = 0; }; }
  process R() { state U; init U; trans U -> U { sync hurry?; }; } system P, Q, R;`).network;

describe("arrival", () => {
  it("tells the earliest and the latest time of each step", () => {
    const s = new SymbolicSimulator(relay);
    while (s.random(() => 0));
    expect(arrivalTimes(relay, s.transitions)).toMatchObject([
      { low: ZERO, high: ZERO },
      { low: rational(2), lowStrict: true, high: rational(5), highStrict: false },
      { low: rational(3), lowStrict: true, high: rational(8), highStrict: true },
    ]);
  });
  it("refuses what is no run", () => {
    const s = new SymbolicSimulator(relay);
    s.take(0);
    expect(arrivalTimes(relay, [...s.transitions, ...s.transitions])).toBe("these transitions are no run of the model");
  });
});

describe("later", () => {
  const words = (s: ConcreteSimulator): string[] =>
    s.later().map(({ transition, delays }) => `${transition.parts[0]!.edge}: ${delays.map(intervalText).join(" or ")}`);
  it("tells the delays after which each transition is possible", () => {
    const s = new ConcreteSimulator(late);
    expect(words(s)).toEqual(["0: 1000 or more", "4: 7 or more"]);
    s.delay(rational(13, 2));
    expect(words(s)).toEqual(["0: 1987/2 or more", "4: 1/2 or more"]);
  });
  it("knows that time does not go on past something urgent or committed", () => {
    const s = new ConcreteSimulator(late);
    s.delay(rational(7));
    s.take(0);
    expect(words(s)).toEqual(["5: up to 0"]);
  });
  it("is what waiting and looking finds, on random runs", () => {
    for (const network of [relay, late])
      for (let seed = 1; seed <= 20; seed++) {
        const s = new ConcreteSimulator(network);
        const random = seeded(seed);
        for (let i = 0; i < 12; i++) {
          const later = s.later();
          // Whatever is possible now is among them, with no delay.
          const now = later.filter((l) => l.delays.some((d) => compareRational(d.low, ZERO) === 0 && !d.lowStrict));
          expect(now.map((l) => l.transition)).toEqual(expect.arrayContaining(s.options().map((o) => o.transition)));
          expect(now).toHaveLength(s.options().length);
          const chosen = later[Math.floor(random() * later.length)];
          if (chosen === undefined) break;
          const delay = randomIn(chosen.delays[0]!, random);
          expect(s.delay(delay), showRational(plus(delay, ZERO))).toBe(true);
          const at = s.options().findIndex((o) => JSON.stringify(o.transition) === JSON.stringify(chosen.transition));
          expect(at).toBeGreaterThanOrEqual(0);
          s.take(at);
        }
      }
  });
});
