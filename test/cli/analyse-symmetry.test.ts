import { expect, test } from "vitest";
import { file, lamp, run } from "./harness.ts";

const token = `typedef scalar[3] id_t; id_t holder; int[0,1] a[id_t]; int n;
void first() { for (i : id_t) if (a[i] == 1) { holder = i; return; } }
process P(const id_t p) { clock x; state A, B; init A; trans A -> B { guard holder == p; assign x = 0, a[p] = 1; }, B -> A { assign a[p] = 0, holder = p; }; }
system P;
`;

test("names the sets that are interchangeable", async () => {
  const { code, out } = await run(["analyse", "symmetry", file("token.xta", token)]);
  expect({ code, out }).toEqual({
    code: 0,
    out: "id_t: 3 interchangeable elements, each with 2 locations and variables and 1 clocks\n",
  });
});

test("says why a set is left alone", async () => {
  const asked = token.replace("assign a[p] = 0, holder = p", "assign a[p] = 0, first()");
  const { out } = await run(["analyse", "symmetry", file("token.xta", asked)]);
  expect(out).toBe("id_t: not used: a loop in 'first' may depend on the order of the elements (2:1)\n");
});

test("a query cannot name an element", async () => {
  const { code, out, err } = await run(["verify", file("token.xta", token), "-e", "E<> P(0).B"]);
  expect(code).toBe(2);
  expect(out + err).toMatch(/error/);
});

test("without scalar sets there is nothing to tell", async () => {
  expect((await run(["analyse", "symmetry", file("lamp.xta", lamp)])).out).toBe(
    "there are no scalar sets, and no parameters that may name processes (integers with a value for each)\n",
  );
});
