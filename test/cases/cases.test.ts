import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  type Network,
  type Opened,
  open,
  type ValueInterval,
  type Verdict,
  type VerifyOptions,
  verify,
} from "../../src/index.ts";
import { printXta, read, type Tree } from "../../src/syntax/index.ts";

/**
 * Every fact about the meaning of models as a small annotated model, in the text files beside this one. A block starts with
 * `== title`, goes on with a model in XTA and ends with lines `? query => answer`. An answer is an outcome, the upper end of
 * `sup` (`5)` where it is strict), the lower of `inf`, the intervals of `bounds`, or `error code`; `!! code` instead of
 * queries says that the model is refused.
 *
 * Each query is put to the compiled engine and to the interpreter, and in turn without the reduction of dead variables, depth
 * first, at random, for any, a shortest and a fastest trace; and every trace must replay. The model printed and read
 * again must be the very same network, so that it need not be asked.
 */
const folder = new URL(".", import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith(".txt"));

interface Case {
  readonly title: string;
  readonly text: string;
  readonly asked: readonly (readonly [query: string, answer: string])[];
  readonly refused?: string;
}

function casesOf(file: string): readonly Case[] {
  const blocks = readFileSync(new URL(file, folder), "utf8").split(/^== /m).slice(1);
  return blocks.map((block) => {
    const [title, ...lines] = block.split("\n");
    const asked = lines.flatMap((line) => {
      if (!line.startsWith("? ")) return [];
      const [query, answer] = line.slice(2).split(" => ");
      return [[query!.trim(), answer!.trim()] as const];
    });
    const refused = lines.find((line) => line.startsWith("!! "))?.slice(3);
    const text = lines.filter((line) => !line.startsWith("? ") && !line.startsWith("!! ")).join("\n");
    return { title: title!, text, asked, ...(refused === undefined ? {} : { refused }) };
  });
}

const engines = [{ compiled: true }, { compiled: false }] as const;
const others = [
  { compiled: true, reduce: false, order: "dfs", forgetCommitted: true },
  { compiled: false, reduce: false, order: "dfs", forgetCommitted: true },
  { compiled: false, trace: "shortest" },
  { compiled: true, trace: "some" },
  { compiled: true, order: "random", seed: 3 },
  { compiled: true, trace: "fastest" },
] as const;
/**
 * How the kth query is asked: of each engine, and of the other ways one after the other; `npm run test:more` goes all of them.
 */
function roadsOf(k: number): readonly VerifyOptions[] {
  if (process.env.QUICK !== undefined) return engines;
  return process.env.MORE === undefined ? [...engines, others[k % others.length]!] : [...engines, ...others];
}
let asking = 0;

function answerOf(verdict: Verdict): string {
  if (verdict.traceReason !== undefined) return `no trace: ${verdict.traceReason}`;
  if (verdict.outcome === "fault") return `fault ${verdict.fault?.kind}`;
  if (verdict.values === undefined) return verdict.outcome;
  const show = verdict.values.map(({ intervals }) => {
    if (intervals.length === 0) return "none";
    const low = ({ lowStrict, low }: ValueInterval) => `${lowStrict ? "(" : "["}${low}`;
    const high = ({ highStrict, high }: ValueInterval) => `${high}${highStrict ? ")" : "]"}`;
    if (verdict.query.startsWith("inf")) return low(intervals[0]!);
    if (verdict.query.startsWith("sup")) return high(intervals[intervals.length - 1]!);
    return intervals.map((i) => `${low(i)}, ${high(i)}`).join(" ");
  });
  return `${verdict.outcome === "satisfied" ? "" : `${verdict.outcome} `}${show.join("; ")}`;
}

function treeOf(text: string): Tree {
  const source = read(text);
  if (source.format === "tck") throw new Error("not a model in XTA");
  return source.tree;
}

type Made = Opened & { readonly network: Network };
type Asked = ReturnType<Opened["query"]>;

function made(text: string): Made {
  const model = open(text);
  if (model.network === undefined) throw new Error(model.diagnostics.map((d) => d.message).join("; "));
  return model as Made;
}

function once<T>(make: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
}

/** The model, and the very same printed and read again. */
function twice(text: string): readonly [Made, Made] {
  const [model, again] = [made(text), made(printXta(treeOf(text)))];
  expect(meaning(again.network)).toBe(meaning(model.network));
  return [model, again];
}

function codeOf({ query, diagnostics }: Asked): string {
  return meaning({ query, codes: diagnostics.map((d) => d.code) });
}

/** All of a network or a query but where it is written. */
function meaning(of: object): string {
  return JSON.stringify(of, (key, value: unknown) => {
    if (key === "origin") return undefined;
    if (typeof value === "number" && !Number.isFinite(value)) return String(value);
    const isData = typeof value !== "function" && (typeof value !== "object" || isPlain(value));
    if (!isData) throw new Error(`${key} is not plain data, and cannot be compared as such`);
    return value;
  });
}

function isPlain(value: object | null): boolean {
  return value === null || [Object.prototype, Array.prototype].includes(Object.getPrototypeOf(value));
}

function answers({ network }: Made, made: Asked, roads: readonly VerifyOptions[]): readonly string[] {
  if (made.query === undefined) return roads.map(() => `error ${made.diagnostics[0]!.code}`);
  const asked = made.query;
  return roads.map((options) => answerOf(verify(network, asked, options)));
}

describe.each(files)("%s", (file) => {
  const cases = casesOf(file);
  it("has cases", () => expect(cases.length).toBeGreaterThan(0));
  for (const { title, text, asked, refused } of cases) {
    if (refused !== undefined) {
      it(title, () => {
        const { network, diagnostics } = open(text);
        expect(network).toBeUndefined();
        expect(diagnostics.map((d) => d.code)).toContain(refused);
      });
      continue;
    }
    // A query is the same whatever was asked before (test/network/query.test.ts), so one network does for all of a case.
    const both = once(() => twice(text));
    it.each(asked)(`${title}: %s => %s`, (query, answer) => {
      const roads = roadsOf(asking++);
      const [model, again] = both();
      const question = model.query(query);
      expect(codeOf(again.query(query))).toBe(codeOf(question));
      expect(answers(model, question, roads)).toEqual(roads.map(() => answer));
    });
  }
});
