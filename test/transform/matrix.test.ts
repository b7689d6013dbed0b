import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import {
  type Acceleration,
  accelerate,
  acceleratedQuery,
  check,
  composeTest,
  hasErrors,
  type Instantiated,
  instantiate,
  type Model,
  open,
  prove,
  Recording,
  read,
  reduce,
  refine,
  runScript,
  type Shape,
  seeded,
  selectProcesses,
  synthesise,
  type UppaalSource,
  verify,
  whyNotRecorded,
  withScalars,
} from "../../src/index.ts";
import { constructs, plain, queries } from "./matrix-models.ts";

/**
 * Every transformation with every construct: what docs/compatibility.md says of the two is what happens. `kept`: the model
 * was changed and the answers are the same; `left`: there was nothing to change; `refused`: by a message that names why.
 */
type Cell = "kept" | "left" | "refused";
interface Ready {
  readonly source: UppaalSource;
  readonly model: Model;
  readonly made: Instantiated | undefined;
}
type Result = { readonly refused: string } | { readonly text: string; readonly same: () => void };

function ready(text: string): Ready {
  const source = read(text) as UppaalSource;
  const model = check(source.tree);
  expect([...source.diagnostics, ...model.diagnostics].filter((d) => d.severity === "error")).toEqual([]);
  const { made, diagnostics } = instantiate(model);
  return { source, model, made: hasErrors(diagnostics) ? undefined : made };
}

const options = { maxStates: 50_000, reduce: false, symmetry: false, acceleration: false, compiled: false } as const;

/** What is answered, by query; those that are refused are left out. */
function answers(text: string, asked: readonly string[] = queries): Readonly<Record<string, string>> {
  const opened = open(text);
  if (opened.network === undefined) throw new Error(`${opened.diagnostics[0]?.message}\n${text}`);
  return Object.fromEntries(
    asked.flatMap((q) => (opened.query(q).query === undefined ? [] : [[q, opened.verify(q, options).outcome]])),
  );
}

const sameAnswers = (before: string, after: string): void => expect(answers(after)).toEqual(answers(before));

function byScript(of: (text: string) => string, reference: (text: string) => string = (t) => t) {
  return ({ source }: Ready): Result => {
    let text: string;
    try {
      text = runScript(source, of(source.text)).text;
    } catch (error) {
      return { refused: (error as Error).message };
    }
    return { text, same: () => sameAnswers(reference(source.text), text) };
  };
}

function faster(shape: Shape) {
  return ({ source, made }: Ready): Result => {
    const result = accelerate(source, made!, { shape });
    return { text: result.text, same: () => sameOfOld(source.text, made!, result) };
  };
}

function sameOfOld(before: string, made: Instantiated, { text, exact }: Acceleration): void {
  expect(exact).toBe(true);
  const after = open(text);
  for (const [q, outcome] of Object.entries(
    answers(
      before,
      queries.filter((x) => !/deadlock|-->/.test(x)),
    ),
  )) {
    const asked = acceleratedQuery(after.query(q).query!, made.network, after.network!);
    if ("reason" in asked) throw new Error(asked.reason);
    expect([q, verify(after.network!, asked, options).outcome]).toEqual([q, outcome]);
  }
}

function tested({ source, model }: Ready): Result {
  const made = composeTest(source, model, { specification: "S", implementation: ["I"] });
  const side = (name: string) => open(selectProcesses(source.tree, [name]).tree!).network;
  const [impl, spec] = [side("I"), side("S")];
  if ("refusal" in made) return { refused: made.refusal };
  return {
    text: made.text,
    same: () => {
      const { outcome } = refine(impl!, spec!, { maxStates: 50_000 });
      expect(["included", "not-included"]).toContain(outcome);
      expect(open(made.text).verify(made.query, options).outcome).toBe(
        outcome === "included" ? "satisfied" : "violated",
      );
    },
  };
}

function rebuilt({ source, model, made }: Ready): Result {
  const { network } = made!;
  const why = whyNotRecorded(network);
  if (why !== undefined) return { refused: why };
  const recording = new Recording(network);
  const random = seeded(5);
  for (let i = 0; i < 9; i++) {
    const all = recording.run.options();
    if (all.length > 0) recording.run.take(all[Math.floor(random() * all.length)]!);
  }
  const best = recording.reconstruct();
  const { state } = recording.run;
  if (best.plan === undefined) return { refused: "no reconstruction of constant length" };
  const result = synthesise(model, network, state, best.plan);
  if ("refused" in result) return { refused: result.refused };
  return {
    text: `${source.text} `,
    same: () => expect(prove(result.made, network, state, recording.run.stateZone())).not.toHaveProperty("failed"),
  };
}

const everywhere = (text: string, operation: (template: string) => string): string =>
  [...text.matchAll(/^process (\w+)/gm)].map(([, name]) => operation(name!)).join("\n");
const implementation = (text: string): string => (/process J/.test(text) ? "J" : "I");
const inImplementation = (text: string, from: RegExp, to: string): string => {
  const at = text.indexOf(`process ${implementation(text)}(`);
  const end = text.indexOf("\n}", at);
  return text.slice(0, at) + text.slice(at, end).replace(from, to) + text.slice(end);
};

/** By column of the table; what needs a network is refused where there is none. */
const transformations: Readonly<Record<string, { readonly network: boolean; readonly run: (r: Ready) => Result }>> = {
  test: { network: false, run: tested },
  symmetry: {
    network: true,
    run: ({ source, made }) => {
      const { text } = withScalars(source, made!);
      return { text, same: () => sameAnswers(source.text, text) };
    },
  },
  reduce: {
    network: true,
    run: ({ source, made }) => {
      const opened = open(source.text);
      const asked = queries.flatMap((q) => opened.query(q).query ?? []);
      const { text } = reduce(source, made!, { queries: asked, substitute: true });
      return { text, same: () => sameAnswers(source.text, text) };
    },
  },
  accelerate: { network: true, run: faster("append") },
  compress: { network: true, run: faster("compress") },
  replace: { network: true, run: faster("replace") },
  reconstruct: { network: true, run: rebuilt },
  restrict: {
    network: false,
    // No guard holds on an edge that has been taken away.
    run: byScript(
      (text) => `restrict ${implementation(text)}: b`,
      (text) => inImplementation(text, /guard (?=[^;]*; sync \(?[^;]*\bb\b)/, "guard !true && "),
    ),
  },
  actions: {
    network: false,
    // The channels exchanged where they are declared: what is urgent, or goes before others, goes with the name.
    run: byScript(
      (text) => everywhere(text, (t) => (/[SIJE]/.test(t) ? `actions ${t}: a <-> b` : "")),
      (text) =>
        text.replace(/^.*?(?= typedef int)/, (line) => line.replace(/\b[ab]\b/g, (c) => (c === "a" ? "b" : "a"))),
    ),
  },
  multiply: { network: false, run: byScript((text) => everywhere(text, (t) => `multiply ${t}: 3`)) },
  "copy, remove": {
    network: false,
    run: byScript((text) => `copy ${implementation(text)}: Z\nremove S\naccept Y: b`),
  },
};

function cellOf({ network, run }: (typeof transformations)[string], text: string): readonly [Cell, string] {
  const model = ready(text);
  if (network && model.made === undefined) return ["refused", "the model cannot be instantiated"];
  const result = run(model);
  if ("refused" in result) return ["refused", result.refused];
  if (model.made !== undefined) result.same();
  return [result.text === text ? "left" : "kept", ""];
}

/** The table of the documentation, by construct and transformation. */
const table = (() => {
  const here = dirname(fileURLToPath(import.meta.url));
  const text = readFileSync(join(here, "..", "..", "docs", "compatibility.md"), "utf8");
  const section = /## Transformations and constructs\n([\s\S]*?)\n## /.exec(text)?.[1] ?? "";
  const rows = section.split("\n").flatMap((line) =>
    line.startsWith("|")
      ? [
          line
            .split("|")
            .slice(1, -1)
            .map((c) => c.replaceAll("`", "").trim()),
        ]
      : [],
  );
  return { columns: (rows[0] ?? []).slice(1, -1), rows: rows.slice(2) };
})();

test("the table has a line for each construct and a column for each transformation", () => {
  expect(table.rows.map(([name]) => name)).toEqual(Object.keys(constructs));
  expect(table.columns).toEqual(Object.keys(transformations));
});

test("the plain model is one that every transformation changes", () => {
  for (const [name, transformation] of Object.entries(transformations))
    expect([name, cellOf(transformation, plain)[0]]).toEqual([name, "kept"]);
});

test.each(["meta variables", "global clocks", "shared variables", "doubles and hybrid clocks"])(
  "%s: the tester works on copies of its own",
  (name) => {
    const { source, model } = ready(constructs[name]!);
    const made = composeTest(source, model, { specification: "S", implementation: ["I"] });
    if ("refusal" in made) throw new Error(made.refusal);
    const { templates } = check((read(made.text) as UppaalSource).tree);
    const written = (template: string): readonly string[] =>
      templates
        .find((t) => t.name === template)!
        .edges.flatMap(({ node }) => (node.update?.value ?? []).flatMap((u) => (u.kind === "assign" ? [u.target] : [])))
        .flatMap((e) => (e.kind === "name" ? [e.name] : []));
    const globals = new Set(["t", "c", "g", "d"]);
    expect(written("I").some((v) => globals.has(v))).toBe(true);
    expect(written("STest").filter((v) => globals.has(v))).toEqual([]);
  },
);

describe.each(table.rows.map((row) => [row[0], row] as const))("%s", (name, row) => {
  test.each(table.columns.map((column, k) => [column, row[k + 1]] as const))("%s: %s", (column, expected) => {
    const [cell, why] = cellOf(transformations[column]!, constructs[name!]!);
    expect([cell, cell === "refused" ? why : ""]).toEqual([expected, cell === "refused" ? why : ""]);
    if (cell === "refused") expect(why.length).toBeGreaterThan(10);
  });
});
