import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "rolldown";
import { afterAll, describe, expect, test } from "vitest";
import { certify } from "../../apps/certify/certify.ts";
import type { Io } from "../../apps/cli/io/io.ts";
import { verify } from "../../src/index.ts";
import { queryOf, subjectOf } from "../certify/prove.ts";

/**
 * Unsound on purpose: the command with one line of its source changed, and a model about which it then says "satisfied"
 * wrongly. Either it writes a certificate, which the checker refuses, or the search for one finds what the answer excludes,
 * and the command says so and does not end with 0; or it answers otherwise as soon as a certificate is wanted, and that
 * answer is proved.
 */
interface Planted {
  readonly fault: string;
  /** File, what stands there once, and what stands there instead. */
  readonly changes: readonly (readonly [string, string, string])[];
  readonly model: string;
  readonly query: string;
}

const planted: readonly Planted[] = [
  {
    fault: "a wrong extrapolation: lower bounds are forgotten",
    changes: [
      [
        "src/analysis/bounds/bounds.ts",
        "out[at++] = symmetric ? Math.max(b.lower, b.upper) : b.lower;",
        "out[at++] = NO_BOUND;",
      ],
    ],
    model:
      "clock x, y; process P() { state A, B; init A; trans A -> A { guard y >= 1 && y <= 1; assign y = 0; }, A -> B { guard x >= 3 && y <= 0; }; } system P;",
    query: "A[] not P.B",
  },
  {
    fault: "a missed urgent channel",
    changes: [["src/network/allocate.ts", "urgent: leaf.urgent", "urgent: false"]],
    model:
      "clock x; urgent chan a; process P() { state A, B, C; init A; trans A -> B { sync a!; }, A -> C { guard x >= 3; }; } process Q() { state A; init A; trans A -> A { sync a?; }; } system P, Q;",
    query: "E<> P.C",
  },
  {
    fault: "a dropped broadcast receiver",
    changes: [
      [
        "src/network/process.ts",
        "if (edge.fromBranch) continue;",
        'if (edge.fromBranch || edge.node.sync?.value.direction === "?") continue;',
      ],
    ],
    model:
      "broadcast chan a; process P() { state A, B; init A; trans A -> B { sync a!; }; } process Q() { state A, B; init A; trans A -> B { sync a?; }; } system P, Q;",
    query: "A[] not Q.B",
  },
  {
    fault: "a wrong reset: that of another clock",
    changes: [
      [
        "src/network/assign.ts",
        'return { op: "reset", clock, value: sum.rest, origin };',
        'return { op: "reset", clock: { ...clock, base: clock.base + 1 }, value: sum.rest, origin };',
      ],
    ],
    model:
      "clock x, y; process P() { state A, B { x <= 1 }, C; init A; trans A -> B { guard x >= 5; assign x = 0; }, B -> C { guard y >= 0; }; } system P;",
    query: "A[] not P.C",
  },
  {
    fault: "a wrong dead variable",
    changes: [
      ["src/analysis/live/cells.ts", "append(cells, members.get(x) ?? []);", "append(cells, x < 0 ? [] : []);"],
    ],
    model:
      "int[0,1] n; process P() { state A, B, C; init A; trans A -> B { assign n = 1; }, B -> C { guard n == 1; }; } system P;",
    query: "A[] not P.C",
  },
  {
    fault: "a wrong symmetry: one that the query does not have",
    changes: [
      [
        "src/analysis/symmetry/symmetry.ts",
        "if (asked.isKept(permutation, movesOf(network, turn, query.cells))) return true;",
        "return true;",
      ],
    ],
    model:
      "bool lock; process T(const int[0,1] i) { state A, B, C; init A; trans A -> B { guard !lock; assign lock = true; }, B -> C { }; } system T;",
    query: "A[] not T(0).C",
  },
  {
    fault: "strictness off by one",
    changes: [["src/network/constraint.ts", "return [upper(false)];", "return [upper(true)];"]],
    model: "clock x; process P() { state A { x <= 5 }, B; init A; trans A -> B { guard x >= 5; }; } system P;",
    query: "A[] not P.B",
  },
  {
    fault: "a lost committed location",
    changes: [["src/network/process.ts", "committed: node.committed", "committed: false"]],
    model:
      "process P() { state A, B; commit A; init A; trans A -> B { }; } process Q() { state A, B; init A; trans A -> B { }; } system P, Q;",
    query: "E<> P.A && Q.B",
  },
  {
    fault: "a bystander that matters",
    changes: [["src/analysis/influence/bystander.ts", "isApart(touched[p]!.writes, sent[p]!, outside) &&", ""]],
    model:
      "int[0,1] n; clock y; process P() { state A, B; init A; trans A -> B { guard n == 1; }; } process Q() { state A { y <= 2 }; init A; trans A -> A { guard y >= 1; assign y = 0, n = 1; }; } system P, Q;",
    query: "A[] not P.B",
  },
  {
    fault: "a cone that matters: nobody sends to it",
    changes: [
      ["src/reduce/cones.ts", '...[...sent].map((c) => offer(p, id++, c, "!")),', ""],
      ["src/search/roads/cones.ts", "const PATIENCE = 10_000;", "const PATIENCE = 100_000;"],
      ["src/search/roads/cones.ts", "question.options.knobs?.due?.cones ?? PATIENCE;", "0;"],
    ],
    model:
      "int[0,40000] n; chan a; process P() { state A, B; init A; trans A -> B { sync a?; }; } process Q() { state A, B; init A; trans A -> A { guard n < 40000; assign n = n + 1; }, A -> B { guard n == 40000; sync a!; }; } system P, Q;",
    query: "A[] not P.B",
  },
];

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "zonal-planted-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The command with its source changed. */
async function commandWith(changes: Planted["changes"], name: string) {
  const open = new Map(changes.map((change) => [change, 0]));
  await build({
    input: { zonal: join(root, "apps/cli/zonal.ts") },
    platform: "node",
    logLevel: "silent",
    output: { dir: join(folder, name), format: "esm", entryFileNames: "[name].mjs", chunkFileNames: "[name].mjs" },
    plugins: [
      {
        name: "planted",
        transform: (code: string, id: string) =>
          changes
            .filter(([file]) => id.endsWith(file))
            .reduce((text, change) => {
              open.set(change, text.split(change[1]).length - 1);
              return text.replace(change[1], () => change[2]);
            }, code),
      },
    ],
  });
  expect([...open.values()], "each change is made once").toEqual(changes.map(() => 1));
  const { zonal } = await import(join(folder, name, "zonal.mjs"));
  return async (argv: readonly string[]): Promise<{ code: number; text: string }> => {
    let text = "";
    const print = (part: string | Uint8Array): void => void (text += part);
    const watch = { since: 0, stage: () => {}, within: <T>(job: () => T): T => job(), ended: () => undefined };
    const io: Partial<Io> = {
      out: print,
      err: print,
      env: {},
      now: () => performance.now(),
      memory: () => 0,
      signal: () => undefined,
      watch,
    };
    return { code: await zonal(argv, io), text };
  };
}

describe("planted faults", () => {
  const named = planted.map((one, k) => ({ ...one, name: `fault-${k + 1}` }));

  test.each(named)("$fault", async ({ changes, model, query, name }) => {
    const file = join(folder, `${name}.xta`);
    const proof = join(folder, `${name}.jsonl`);
    writeFileSync(file, `${model}\n`);
    const bytes = readFileSync(file);
    const subject = subjectOf(bytes, file)!;
    expect(verify(subject.made.network, queryOf(subject, query)!).outcome).toBe("violated");
    const command = await commandWith(changes, name);
    expect((await command(["verify", file, "-e", query])).text).toContain(`${query}: satisfied`);
    const { code, text } = await command(["verify", file, "-e", query, "--certificate", proof]);
    const judged = existsSync(proof) ? certify(bytes, file, readFileSync(proof)) : undefined;
    const ending = judged === undefined ? "no certificate" : `${judged.outcome} is ${judged.result}`;
    if (process.env.CERTIFY_COUNTS !== undefined) console.log(`${name}: ${ending}: ${code} ${text}`, judged);
    expect(["satisfied is refused", "violated is proved", "no certificate"]).toContain(ending);
    if (ending === "no certificate") expect(text).toContain("one of the two is wrong");
    if (ending !== "satisfied is refused") expect(code).not.toBe(0);
  });
});
