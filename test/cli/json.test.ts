import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

/** Every JSON document is as its schema in `docs/schema/` says. */
const broken = lampXml.replace("n &lt; 3", "m &lt; 3");
const selecting = `chan c[2]; broadcast chan b; clock x; int n;
process S() { state s { x <= 5 }; init s; trans s -> s { select i : int[0,1]; guard x >= 1; sync c[i]!; assign x = 0, n = i; }, s -> s { sync b!; }; }
process R(const int[0,1] k) { state r; init r; trans r -> r { sync c[k]?; }, r -> r { sync b?; }; }
system S, R;
`;
const cases: readonly (readonly [string, readonly string[]])[] = [
  [
    "check",
    [
      "check",
      "--json",
      file("good.xml", lampXml),
      file("broken.xml", broken),
      path("missing.xml"),
      file("t.tck", "system:t\nprocess:P\n"),
    ],
  ],
  ["verify", ["verify", "--json", "--trace", "some", file("good.xml", lampXml)]],
  [
    "verify",
    [
      "verify",
      "--json",
      "--trace",
      "fastest",
      file("s.xta", selecting),
      "-e",
      "E<> n == 1",
      "-e",
      "A[] not deadlock",
      "-e",
      "S.s --> n == 7",
      "-e",
      "A<> n == 2",
      "-e",
      "bounds: n, x",
      "-e",
      "sup: x",
      "-e",
      "E<> nope",
      "-e",
      "simulate[<=1] {x}",
    ],
  ],
  ["verify", ["verify", "--json", file("broken.xml", broken)]],
  ["verify", ["verify", "--json", file("range.xta", lamp.replace("guard n < 3; ", "")), "-e", "A[] true"]],
  [
    "diff",
    [
      "diff",
      "--json",
      file("good.xml", lampXml),
      file(
        "other.xml",
        lampXml.replace("n &lt; 3", "n &lt; 1").replace('x="150"', 'x="1"').replace("clock x;", "clock x, y;"),
      ),
    ],
  ],
  ["show", ["show", "--json", file("good.xml", lampXml)]],
  ["show", ["show", "--json", file("t.tck", "system:t\nprocess:P\nlocation:P:A{initial: : labels: a}\n")]],
  ["simulate", ["simulate", "--json", file("s.xta", selecting), "--random", "4"]],
  ["simulate", ["simulate", "--json", file("s.xta", selecting), "--concrete", "--random", "9"]],
  ["graph", ["export", "--graph", "--json", file("s.xta", selecting)]],
];

test.each(cases)("%s: %j", async (schema, argv) => {
  const { out, err } = await run(argv);
  expect(err).not.toContain("internal error");
  expect(schemaFaults(schema, JSON.parse(out))).toEqual([]);
});

test("a trace file", async () => {
  await run(["verify", file("s.xta", selecting), "-e", "E<> n == 1", "--trace-file", path("t.json")]);
  const document = JSON.parse(readFileSync(path("t.json"), "utf8"));
  expect(schemaFaults("trace", document)).toEqual([]);
  expect(document.trace.transitions[0]).toMatchObject({
    channel: "c[1]",
    edges: [{ process: "S", select: { i: 1 }, sync: "c[i]!" }, { process: "R(1)" }],
  });
});

test("the checker of schemas finds faults", () => {
  expect(schemaFaults("check", { schemaVersion: 1, tool: { name: "zonal", version: "1" }, command: "check" })).toEqual([
    "$: no files",
  ]);
  expect(
    schemaFaults("check", { schemaVersion: 2, tool: { name: "zonal", version: "1" }, command: "check", files: [{}] }),
  ).not.toEqual([]);
});
