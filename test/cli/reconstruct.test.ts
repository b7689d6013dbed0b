import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

test("a random run is rebuilt and written as a model that answers from there", async () => {
  const model = file("lamp.xml", lampXml);
  const output = path("restored.xml");
  const { code, out, err } = await run(["reconstruct", model, "--random", "40", "--seed", "3", "-o", output]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toMatch(/^after 6 transitions: L\.\w+ {2}n=3/);
  expect(out).toMatch(/constant length +\d/);
  const text = readFileSync(output, "utf8");
  expect(text).toContain("n = 3");
  // The original layout is still there.
  expect(text).toContain('<location id="id1" x="150" y="0"><name>on</name>');
  const verified = await run(["verify", output]);
  expect(verified.code).toBe(1);
  expect(verified.out).toMatch(/E<> Restore\.done && \(L\.on\)/);
});

test("JSON is as its schema says", async () => {
  const { code, out } = await run(["reconstruct", file("lamp.xta", lamp), "--random", "3", "--json"]);
  expect(code).toBe(0);
  expect(schemaFaults("reconstruct", JSON.parse(out))).toEqual([]);
});

test("a script names transitions; a wrong one is told with what is possible", async () => {
  const model = file("lamp2.xta", lamp);
  const good = await run(["reconstruct", model, "--script", file("good.txt", "1\n1\n# again\n1\n")]);
  expect(good.code).toBe(0);
  expect(good.out).toContain("after 3 transitions: L.on  n=2");
  const bad = await run(["reconstruct", model, "--script", file("bad.txt", "1\n7\n")]);
  expect(bad.code).toBe(2);
  expect(bad.err).toContain("  1  L.on -> off");
  const zero = await run(["reconstruct", model, "--script", file("zero.txt", "0\n")]);
  expect(zero).toMatchObject({ code: 2, err: expect.stringContaining("counted from 1, as in zonal simulate") });
  const asked = await run(["reconstruct", model, "--script", "-"], { stdin: "1\nnonsense\n1\nquit\n" });
  expect(asked.out).toContain("after 2 transitions");
  expect(asked.err).toContain("'nonsense' is not possible");
});

test("a script of numbers leads where it leads in simulate", async () => {
  const model = file(
    "choice.xta",
    `process P() { state A, B, C; init A; trans A -> B { }, A -> C { }, C -> B { }; }\nsystem P;\n`,
  );
  for (const [steps, place] of [
    ["1\n", "P.B"],
    ["2\n", "P.C"],
    ["2\n1\n", "P.B"],
  ]) {
    const script = file("steps.txt", steps!);
    expect((await run(["simulate", model, "--script", script])).out).toContain(`${place}\n`);
    expect((await run(["reconstruct", model, "--script", script])).out).toContain(`: ${place}\n`);
  }
});

test("what cannot be rebuilt is said", async () => {
  const stopped = file("stop.xta", "clock x; process P() { state A { x' == 0 }; init A; }\nsystem P;\n");
  const { code, err } = await run(["reconstruct", stopped]);
  expect(code).toBe(3);
  expect(err).toContain("clocks that stop");
});
