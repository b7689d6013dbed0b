import { expect, test } from "vitest";
import { examine, examineLoops } from "./examine.ts";
import { randomSpec } from "./random-spec.ts";

/** `ZONAL_SPECS` and `ZONAL_SEED` run more, or other, specifications. */
const count = Number(process.env.ZONAL_SPECS ?? 300);
const first = Number(process.env.ZONAL_SEED ?? 1);

test(`the tester is as Definition 3.2 says, on ${count} specifications from seed ${first}`, () => {
  const refusals: string[] = [];
  for (let seed = first; seed < first + count; seed++) {
    const { refused, faults } = examine(seed);
    if (refused !== undefined) refusals.push(refused);
    expect(faults.slice(0, 3), `seed ${seed}\n${randomSpec(seed)}`).toEqual([]);
  }
  // Only universals over very many choices may be refused.
  expect(refusals.filter((r) => !r.startsWith("for every "))).toEqual([]);
  expect(refusals.length).toBeLessThan(count / 50);
});

test("the same by partitions, where the subscripts allow it", () => {
  let made = 0;
  for (let seed = first; seed < first + 150; seed++) {
    const { refused, faults } = examine(seed, true);
    if (refused === undefined) made++;
    expect(faults.slice(0, 3), `seed ${seed}\n${randomSpec(seed)}`).toEqual([]);
  }
  expect(made).toBeGreaterThan(40);
});

test("an input-enabled template has a loop exactly where no edge takes the input", () => {
  let made = 0;
  const specs = Math.ceil(count / 3);
  for (let seed = first; seed < first + specs; seed++) {
    const { refused, faults } = examineLoops(seed);
    if (refused === undefined) made++;
    else expect(refused).toContain("for every ");
    expect(faults.slice(0, 3), `seed ${seed}\n${randomSpec(seed)}`).toEqual([]);
  }
  expect(made).toBeGreaterThan(specs * 0.9);
});
