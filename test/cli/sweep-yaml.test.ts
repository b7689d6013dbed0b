import { spawnSync } from "node:child_process";
import { expect, inject, test } from "vitest";
import { yamlStudy } from "../../apps/cli/sweep/yaml.ts";
import { readStudy } from "../../src/index.ts";
import { file, path } from "./harness.ts";

/** Studies in YAML: what they mean is what the same data means in JSON, and what is no YAML is told in a line. */
test("a study in YAML is the study in JSON", () => {
  const study = yamlStudy(`# by hand
$schema: ../docs/schema/study.json
models: [ring.xml]
set:
  - { N: 2..4, P.k: [1, 2, 8..10], lossy: [true, false] }
  - N: 7
queries:
  - formula: "A[] forall (i : id_t) P(i).x <= 10"
    expect: true
  - >-
    E<> P(0).Cs
    and P(1).Cs
limits: { timeout: 60 }
`);
  const json = {
    models: ["ring.xml"],
    set: [{ N: "2..4", "P.k": [1, 2, "8..10"], lossy: [true, false] }, { N: 7 }],
    queries: [{ formula: "A[] forall (i : id_t) P(i).x <= 10", expect: true }, "E<> P(0).Cs and P(1).Cs"],
    limits: { timeout: 60 },
  };
  expect(study).toEqual(readStudy(JSON.stringify({ $schema: "../docs/schema/study.json", ...json })));
  expect(study).not.toHaveProperty("faults");
});

const laughs = ["a: &a0 [x, x]", ...Array.from({ length: 30 }, (_, k) => `b${k}: &a${k + 1} [*a${k}, *a${k}]`)].join(
  "\n",
);

test.each([
  ["models: [a.xml\nset: {}\n", /^it is not YAML: .* at line 2, column 1$/],
  ["models: [a.xml]\nmodels: [b.xml]\n", /^it is not YAML: Map keys must be unique at line 2, column 1$/],
  ["models:\n\t- a.xml\n", /^it is not YAML: Tabs are not allowed as indentation at line 2, column 1$/],
  ["models: [a.xml]\n---\nmodels: [b.xml]\n", /^it is not YAML: Source contains multiple documents/],
  ["models: !file a.xml\n", /^it is not YAML: Unresolved tag: !file at line 1, column 9$/],
  [laughs, /^it is not YAML: Excessive alias count/],
  ["models: [a.xml]\nquery: E<> P.a\n", /query/],
  [
    "models: [a.xml]\nset: { N: &n [1, *n] }\n",
    /^set.N\[1\]: it must be a number, a truth value, or a text such as 2..12$/,
  ],
  ["models: [a.xml]\nset: !!set { N }\n", /^set: it must be an object$/],
  ["models: [a.xml]\nset: !!omap [{ N: 2 }]\n", /^set: it must be an object$/],
  ["", /./],
])("%j is refused", (text, fault) => {
  const study = yamlStudy(text);
  if (!("faults" in study)) throw new Error("it is taken for a study");
  expect(study.faults[0]).toMatch(fault);
});

test("zonal sweep does a study in YAML", () => {
  const sweep = (...words: readonly string[]) =>
    spawnSync(process.execPath, [`${inject("commands")}/zonal.js`, "sweep", ...words], {
      encoding: "utf8",
      cwd: path("."),
    });
  file("yaml.xta", "const int N = 1; process P() { state a; init a; trans a -> a { guard N >= 1; }; } system P;");
  const study = file("study.yaml", "models: [yaml.xta]\nset: { N: 1..3 }\nqueries: [E<> P.a]\n");
  const { status, stdout } = sweep(study, "--threads", "1", "--json");
  const { runs } = JSON.parse(stdout) as { runs: { outcome: string }[] };
  expect([status, ...runs.map(({ outcome }) => outcome)]).toEqual([0, "satisfied", "satisfied", "satisfied"]);
  const wrong = sweep(file("wrong.yml", "models: ["));
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(
    /wrong.yml is no study: it is not YAML: .*\nhint: .* a text with a colon in it stands in quotes, and so does one with brackets inside of \[ \]\n/,
  );
  const odd = sweep(file("odd.yml", "models: [yaml.xta]\nset: { ? [N] : 1 }\nqueries: [E<> P.a]\n"));
  expect(odd.status).toBe(2);
  expect(odd.stderr).toMatch(/^error: .*yaml.xta: there is no constant '\[ N \]'; the model has N\n$/);
  const other = sweep(file("other.yml", "models: [yaml.xta]\noptions: { localTime: on }\n"));
  expect(other.status).toBe(2);
  expect(other.stderr).toMatch(
    /other.yml is no study: options.localTime: there is no such part; .*\nhint: docs\/guide\/sweeps.md tells what a study is\n$/,
  );
});
