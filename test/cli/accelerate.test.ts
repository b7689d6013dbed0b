import { describe, expect, test } from "vitest";
import { figure1 } from "../transform/accelerating.ts";
import { file, path, run } from "./harness.ts";

const counting = `clock y, z; int[0,1] n;
process P() { state A { y <= 4 }, B; init A; trans A -> A { guard y >= 1; assign y = 0, n = 1 - n; }, A -> B { guard z >= 500 && n == 1; }; }
system P;
`;

describe("zonal accelerate", () => {
  test("writes a model that is verified as the original", async () => {
    const model = file("figure1.xta", figure1(100_000));
    const { code, out } = await run(["accelerate", model, "-o", path("faster.xta")]);
    expect(code).toBe(0);
    expect(out).toContain("1 cycle accelerated: exact");
    const answer = await run(["verify", path("faster.xta"), "-e", "E<> P.L4"]);
    expect(answer.code).toBe(0);
  });

  test("does not overwrite its input", async () => {
    const model = file("input.xta", figure1(100));
    expect((await run(["accelerate", model, "-o", model])).code).toBe(2);
  });

  test("reports as JSON", async () => {
    const { out } = await run(["accelerate", file("json.xta", figure1(100)), "--json"]);
    expect(JSON.parse(out)).toMatchObject({
      exact: true,
      cycles: [{ template: "P", kind: "exact", window: { lower: 3, upper: 7 } }],
    });
  });
});

describe("zonal analyse cycles", () => {
  test("tells windows and reasons", async () => {
    const { code, out } = await run(["analyse", "cycles", file("counting.xta", counting)]);
    expect(code).toBe(0);
    expect(out).toBe(
      "P: A -> A  clock y, window [1, 4], over-approximation with 2 unfoldings: A -> A writes variables\n",
    );
  });
});

describe("zonal verify --accelerate", () => {
  const explored = (out: string): number => JSON.parse(out).queries[0].statistics.explored;

  test("answers in few states where it is exact", async () => {
    const model = file("verify.xta", figure1(100_000));
    const plain = await run(["verify", model, "-e", "E<> P.L4", "--json"]);
    const { code, out, err } = await run(["verify", model, "-e", "E<> P.L4", "--json", "--accelerate"]);
    expect(code).toBe(0);
    expect(err).toContain("1 cycle accelerated, exactly");
    expect(explored(out)).toBeLessThan(30);
    expect(explored(plain.out)).toBeGreaterThan(10_000);
  });

  test("does not count new locations", async () => {
    const model = file("all.xta", figure1(1000));
    const { code } = await run([
      "verify",
      model,
      "-e",
      "A[] (P.L0 or P.L1 or P.L2 or P.L3 or P.L4) and (P.L0 imply y <= 2)",
      "--accelerate",
    ]);
    expect(code).toBe(0);
  });

  test("asks the original for other queries, for traces, and where an approximation reaches a state", async () => {
    const model = file("original.xta", figure1(1000));
    const deadlock = await run(["verify", model, "-e", "A[] not deadlock", "--accelerate"]);
    expect(deadlock.err).toContain("acceleration does not keep deadlocks; the original model is asked");
    const trace = await run(["verify", model, "-e", "E<> P.L4", "--accelerate", "--trace", "some"]);
    expect(trace.err).toContain("a trace is asked for; the original model is asked");
    expect(trace.out).not.toContain("_wait");
    const over = file("over.xta", counting);
    const reached = await run(["verify", over, "-e", "E<> P.B", "--accelerate", "approximate"]);
    expect([reached.code, reached.err.includes("a state is reached in an over-approximation")]).toEqual([0, true]);
    const never = await run(["verify", over, "-e", "E<> P.B and z < 500", "--accelerate", "approximate"]);
    expect([never.code, never.err.includes("the original model")]).toEqual([1, false]);
  });

  test("says where nothing can be accelerated", async () => {
    const { code, err } = await run(["verify", file("none.xta", counting), "-e", "E<> P.B", "--accelerate"]);
    expect([code, err]).toEqual([0, "note: no cycle can be accelerated; 'zonal analyse cycles' says why\n"]);
  });
});
