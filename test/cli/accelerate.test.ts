import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseXtr } from "../../src/index.ts";
import { figure1 } from "../transform/accelerating.ts";
import { file, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

const counting = `clock y, z; int[0,1] n;
process P() { state A { y <= 4 }, B; init A; trans A -> A { guard y >= 1; assign y = 0, n = 1 - n; }, A -> B { guard z >= 500 && n == 1; }; }
system P;
`;

/** The cycle of Figure 1. */
const over = "P: L0 -> L1 -> L2 -> L0, window [3, 7]";

const watched = `clock y, z; int[0,1] in;
process P() { state A { y <= 4 }; init A; trans A -> A { guard y >= 1 && in == 0; assign y = 0; }; }
process Q() { state S; init S; trans S -> S { guard z >= 9; assign in = 1 - in, z = 0; }; }
system P, Q;
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

  test.each([
    ["accelerate", ["accelerate", "--json"], figure1(100)],
    ["accelerate", ["accelerate", "--json", "--replace"], watched],
    ["accelerate", ["accelerate", "--json", "--compress", "--approximate"], counting],
    ["accelerate", ["accelerate", "--json"], "process P() { state A; init B; } system P;"],
    ["cycles", ["analyse", "cycles", "--json"], figure1(100)],
    [
      "cycles",
      ["analyse", "cycles", "--json"],
      "clock y; process P() { state A; init A; trans A -> A { assign y = 0; }; } system P;",
    ],
    ["cycles", ["analyse", "cycles", "--json"], "process P() { state A; init B; } system P;"],
  ] as const)("JSON is as its schema says: %s %j", async (schema, argv, text) => {
    const { out } = await run([...argv, file("schema.xta", text)]);
    expect(schemaFaults(schema, JSON.parse(out))).toEqual([]);
  });

  test("compresses and replaces, and says where it does not replace", async () => {
    const model = file("shapes.xta", figure1(100_000));
    for (const [option, says] of [
      ["--compress", "appended beside P: L0 -> L1 -> L2: L0_wait\n"],
      ["--replace", "in the place of P: L0 -> L1 -> L2: L0_wait\n"],
    ]) {
      const { code, out } = await run(["accelerate", model, option!, "-o", path("shaped.xta")]);
      expect([code, out.includes(says!)]).toEqual([0, true]);
      expect((await run(["verify", path("shaped.xta"), "-e", "E<> P.L4"])).code).toBe(0);
    }
    const { out } = await run(["accelerate", file("watched.xta", watched), "--replace"]);
    expect(out).toContain("(not replaced: others may change what its guards read)");
    expect((await run(["accelerate", model, "--compress", "--replace"])).code).toBe(2);
  });
});

describe("zonal analyse cycles", () => {
  test("tells windows and reasons", async () => {
    const { code, out } = await run(["analyse", "cycles", file("counting.xta", counting)]);
    expect(code).toBe(0);
    expect(out).toBe(
      "P: A -> A  clock y, window [1, 4], over-approximation with 2 unfoldings: A -> A writes variables\n" +
        "'verify' does not jump over P: A -> A: A -> A does not change n by a constant\n",
    );
  });
});

test("zonal analyse cycles says where there are more cycles than it looked at", async () => {
  const text =
    "clock y; process P() { state A { y <= 2 }; init A; trans A -> A { assign y = 0; }, A -> A { guard y >= 1; assign y = 0; }; } system P;";
  const { code, out } = await run(["analyse", "cycles", "--limit", "1", file("many.xta", text)]);
  expect([code, out.split("\n").at(-2)]).toEqual([0, "P has more cycles than were looked at; see --limit"]);
});

describe("zonal verify --accelerate", () => {
  const explored = (out: string): number => JSON.parse(out).queries[0].statistics.explored;

  test("answers in few states where it is exact", async () => {
    const model = file("verify.xta", figure1(100_000));
    const plain = await run(["verify", model, "-e", "E<> P.L4", "--json", "--no-acceleration"]);
    const { code, out, err } = await run(["verify", model, "-e", "E<> P.L4", "--json", "--accelerate"]);
    expect(code).toBe(0);
    expect(err).toContain("1 cycle accelerated, exactly");
    expect(explored(out)).toBeLessThan(30);
    expect(explored(plain.out)).toBeGreaterThan(10_000);
  });

  test("jumps by itself where a search is long, and never where that is switched off", async () => {
    const model = file("long.xta", figure1(100_000_000));
    const { code, out } = await run(["verify", model, "-e", "E<> P.L4", "--statistics"]);
    expect([code, out.includes("accelerated: jumps over rounds of 1 cycle\n")]).toEqual([0, true]);
    const json = await run(["verify", model, "-e", "E<> P.L4", "--json"]);
    expect(JSON.parse(json.out).queries[0]).toMatchObject({
      outcome: "satisfied",
      roads: expect.arrayContaining([{ road: "jumps", what: "answered", cycles: 1, jumped: [over] }]),
    });
    expect(schemaFaults("verify", JSON.parse(json.out))).toEqual([]);
    const small = await run(["verify", file("small.xta", figure1(1000)), "-e", "E<> P.L4", "--json"]);
    expect(JSON.parse(small.out).queries[0].roads).toContainEqual({ road: "jumps", what: "not due" });
    const never = await run(["verify", model, "-e", "E<> P.L4", "--json", "--no-acceleration", "--timeout", "0.2"]);
    expect([never.code, JSON.parse(never.out).queries[0].outcome]).toEqual([3, "unknown"]);
    expect((await run(["verify", model, "--accelerate", "--no-acceleration"])).code).toBe(2);
  });

  test("traces are those of the original", async () => {
    // ceil(LARGE / 7) rounds of three steps, the first begun in the middle, and the last step.
    for (const [large, option, transitions] of [
      [1000, ["--accelerate"], 429],
      [20_000, [], 8574],
    ] as const) {
      const model = file("trace.xta", figure1(large));
      const argv = ["verify", model, "-e", "E<> P.L4", "--trace", "some", "--json", ...option];
      const { code, out } = await run(argv);
      const [{ roads, trace }] = JSON.parse(out).queries;
      const [told] = trace.rounds;
      const round = told.to - told.from;
      expect([code, trace.transitions.length + round * (told.times - 1)]).toEqual([0, transitions]);
      expect([trace.concrete, trace.transitions.length, trace.duration]).toEqual([true, 6, `${large}`]);
      expect(roads).toContainEqual({ road: "jumps", what: "answered", cycles: 1, jumped: [over] });
      expect(schemaFaults("verify", JSON.parse(out))).toEqual([]);
      // UPPAAL's formats have no words for rounds: there they are written out.
      const written = file("trace.xtr", "");
      await run(["verify", model, "-e", "E<> P.L4", "--trace-file", written, ...option]);
      expect(parseXtr(readFileSync(written, "utf8"))?.transitions.length).toBe(transitions);
    }
  });

  test("rounds are told once in every format of ours, and refused by name in UPPAAL's", async () => {
    const model = file("long.xta", figure1(1_000_000_000));
    const texts: Record<string, string> = {};
    for (const ending of ["txt", "json", "mmd", "svg"]) {
      const to = file(`long.${ending}`, "");
      expect((await run(["verify", model, "-e", "E<> P.L4", "--trace-file", to])).code).toBe(0);
      texts[ending] = readFileSync(to, "utf8");
    }
    const often = "142,857,142 times";
    expect(texts.txt).toContain(`These 3 steps, to state 5, ${often}, each round 7 long (3 to 7 would do).`);
    expect(schemaFaults("trace", JSON.parse(texts.json!))).toEqual([]);
    expect(texts.mmd).toContain(`loop ${often}, each 7`);
    expect(texts.svg).toContain(`${often}, each 7`);
    expect(texts.svg).toContain("at 1000000000");
    const refused = await run([
      "verify",
      model,
      "-e",
      "E<> P.L4",
      "--trace",
      "some",
      "--trace-file",
      file("long.xtr", ""),
    ]);
    expect(refused.out + refused.err).toContain("it has more than 500000 transitions where its rounds are written out");
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

  test("asks the original for other queries, for shortest traces, and where an approximation reaches a state", async () => {
    const model = file("original.xta", figure1(1000));
    const deadlock = await run(["verify", model, "-e", "A[] not deadlock", "--accelerate"]);
    expect(deadlock.err).toContain("acceleration does not keep deadlocks; the original model is asked");
    const trace = await run(["verify", model, "-e", "E<> P.L4", "--accelerate", "--trace", "shortest"]);
    expect(trace.err).toContain("a shortest trace is asked for; the original model is asked");
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

describe("zonal import rcx", () => {
  test("writes a model with its idle cycle accelerated", async () => {
    const code = file("loop.rcx", ".sensor 0 0..3\n0 tbf snsval[0]==3, 2\n1 baf 0\n2 actmode[A] := on\n3 baf 3\n");
    const made = await run(["import", "rcx", code, "--period", "100000", "-o", path("loop.xml")]);
    expect([made.code, made.err]).toEqual([0, "note: 4 instructions, 1 sensor, 2 idle cycles accelerated\n"]);
    expect((await run(["verify", path("loop.xml"), "-e", "E<> a", "-e", "A[] a imply in1 >= 0"])).code).toBe(0);
    const plain = await run(["import", "rcx", code, "--no-accelerate"]);
    expect([plain.code, plain.out.includes("_wait"), plain.out.includes("int LARGE = 1000;")]).toEqual([
      0,
      false,
      true,
    ]);
  });

  test("underlines what is wrong", async () => {
    const { code, err } = await run(["import", "rcx", file("bad.rcx", "0 v[0] := 1\n5 baf 7\n")]);
    expect(code).toBe(2);
    expect(err).toContain("bad.rcx:2:7: error: there is no instruction at address 7 [rcx-target]");
    expect((await run(["import", "java", file("bad.rcx", "")])).code).toBe(2);
    expect((await run(["import", "rcx", file("bad.rcx", "0 baf 0"), "--period", "0"])).code).toBe(2);
    const late = await run(["import", "rcx", file("late.rcx", "0 baf 0"), "--period", "99999999999"]);
    expect(late.code).toBe(2);
    expect(late.err).toContain("the period 99999999999 is not one of 1 to 2147483647");
  });
});
