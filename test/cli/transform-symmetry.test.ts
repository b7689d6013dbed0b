import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, run } from "./harness.ts";

const fischer = `const int N = 4;
typedef int[0,N-1] id_t;
bool set; int[-1,N-1] id = -1; int[0,3] at[id_t];
process P(const id_t p) {
  clock x;
  state Idle, Req { x <= 2 }, Wait, Cs;
  init Idle;
  trans Idle -> Req { guard !set; assign x = 0, at[p] = 1; },
        Req -> Wait { guard x <= 2; assign x = 0, id = p, set = true, at[p] = 2; },
        Wait -> Req { guard !set; assign x = 0, at[p] = 1; },
        Wait -> Cs { guard x > 2 && set && id == p; assign at[p] = 3; },
        Cs -> Idle { assign set = false, at[p] = 0; };
}
system P;
`;
const token = `const int N = 3;
typedef int[0,N-1] id_t;
bool busy[id_t];
process P(const id_t p) {
  clock x;
  state A, B { x <= 4 };
  init A;
  trans A -> B { guard forall (i : id_t) !busy[i]; assign x = 0, busy[p] = true; },
        B -> A { guard x >= 2; assign busy[p] = false; };
}
system P;
`;
const exclusive = "A[] forall (i : id_t) forall (j : id_t) (P(i).B and P(j).B) imply i == j";

test("declares a scalar set where all permutations are symmetries", async () => {
  const output = file("scalar.xta", "");
  const { code, err } = await run(["transform", "symmetry", file("token.xta", token), "-o", output, "--in-place"]);
  expect({ code, err }).toEqual({ code: 0, err: "id_t: now a scalar set of 3 elements\n" });
  const text = readFileSync(output, "utf8");
  expect(text).toBe(token.replace("int[0,N-1] id_t", "scalar[N] id_t"));
  for (const model of [token, text]) {
    const asked = await run(["verify", file("again.xta", model), "-e", exclusive, "--statistics"]);
    expect(asked.out).toMatch(/: satisfied\n.* 2 states explored.*\n.*permutations of 3 elements\n.*were canonical/);
  }
});

test("leaves what a scalar set cannot say, with the reason", async () => {
  const { code, out, err } = await run(["transform", "symmetry", file("fischer.xta", fischer)]);
  expect(code).toBe(0);
  expect(out).toBe(fischer);
  expect(err).toMatch(/^id_t: left as it is: .* \(near \d+:\d+\)\n$/);
});

test("tells as JSON", async () => {
  const output = file("scalar.xta", "");
  const { out } = await run(["transform", "symmetry", file("t.xta", token), "-o", output, "--in-place", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ kind: "symmetry", rewritten: [{ name: "id_t", size: 3 }], left: [] });
});
