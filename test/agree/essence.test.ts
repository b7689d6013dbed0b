/**
 * What `zonal verify --watch` rests on: after random edits of random models, an answer that would be kept, because the
 * essence of its question is the same as before, is the one that a search of the edited model gives. Edits change numbers,
 * guards, updates and synchronisations, drop and double edges, declare and comment, rename and reorder.
 * `SEED=<number> RUNS=1` runs one model again; `RUNS=<number>` runs more.
 */
import { expect, it } from "vitest";
import { open } from "../../src/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { essence } from "../../src/reduce/index.ts";
import { verify } from "../../src/search/index.ts";
import { many } from "../many.ts";
import { onlookersModel, onlookersQueries } from "./onlookers.ts";
import { Random } from "./random-network.ts";
import { richModel, richQuery } from "./rich.ts";

const runs = Number(process.env.RUNS ?? many(10));
const first = Number(process.env.SEED ?? 1);

type Edit = (text: string, r: Random) => string;

/** Replaces one of the places that match, chosen at random. */
function one(text: string, pattern: RegExp, r: Random, by: (found: string) => string): string {
  const all = [...text.matchAll(pattern)];
  if (all.length === 0) return text;
  const { index, 0: found } = r.pick(all);
  return text.slice(0, index) + by(found) + text.slice(index + found.length);
}

const edits: readonly Edit[] = [
  (text, r) => one(text, /\d+/g, r, () => String(r.between(0, 3))),
  (text, r) => one(text, /guard [^;]*; /g, r, () => ""),
  (text, r) => one(text, /assign [^;]*;/g, r, () => ""),
  (text, r) => one(text, /sync [^;]*;/g, r, () => ""),
  (text, r) => one(text, / (<|<=|>|>=|==) /g, r, () => r.pick([" < ", " <= ", " > ", " >= ", " == "])),
  (text, r) => one(text, /,\s*\w+ -> \w+ \{[^}]*\}/g, r, (found) => r.pick(["", found + found])),
  (text, r) => one(text, /\n/g, r, () => "\n// said\n"),
  (text, r) => one(text, /^/g, r, () => r.pick(["int[0,4] more[3]; ", "clock late; ", "broadcast chan odd; "])),
  (text, r) =>
    one(text, /process \w+\([^)]*\) \{/g, r, (found) => `${found} ${r.pick(["int here = 2;", "clock own2;"])}`),
  (text, r) => one(text, /process \w+\(/g, r, (found) => `void help() { int i[2]; i[0] = 1; }\n${found}`),
  (text) => text.replace(/(int\[0,2\] n)( = 1)?;/, (_, said, one) => (one ? `${said};` : `${said} = 1;`)),
  (text, r) => one(text, /init \w/g, r, () => `init ${r.pick(["A", "B", "U", "V"])}`),
  (text) => text.replace(/\bt\b/g, "tau"),
  (text) => text.replace(/system (\w+), (\w+)/, "system $2, $1"),
  (text, r) =>
    text.replace(/system/, `process Far() { state a, b; init a; trans a -> b { }; }\nsystem ${r.pick(["", "Far, "])}`),
];

interface Known {
  readonly essence: string;
  /** Searches once, when it is first asked for. */
  readonly said: () => string;
}

/** What is known of each query; undefined if the model is wrong. */
function ask(text: string, questions: readonly string[]): readonly Known[] | undefined {
  const { network, query } = open(text);
  if (network === undefined) return undefined;
  const asked = questions.flatMap((question) => query(question).query ?? []);
  if (asked.length < questions.length) return undefined;
  return asked.map((q) => {
    let found: string | undefined;
    return { essence: essence(network, q), said: () => (found ??= answer(network, q)) };
  });
}

function answer(network: Network, query: NetworkQuery): string {
  const { outcome, values } = verify(network, query, { compiled: false, maxStates: 400 });
  return `${outcome} ${JSON.stringify(values)}`;
}

const isSure = (said: string): boolean => /^(satisfied|violated)/.test(said);

it("is the same only where the answer is", () => {
  const seen = { kept: 0, asked: 0, compared: 0 };
  for (let seed = first; seed < first + runs; seed++) {
    const r = new Random(seed);
    const isRich = r.chance(0.2);
    const kinds = ["E<>", "A[]", "E[]", "A<>"] as const;
    const questions = isRich ? kinds.map((kind) => richQuery(r, kind)) : r.list(4, 4, () => r.pick(onlookersQueries));
    let text = isRich ? richModel(r) : onlookersModel(r);
    let before = ask(text, questions);
    for (let step = 0; step < 8 && before !== undefined; step++) {
      const edited = r.pick(edits)(text, r);
      const after = ask(edited, questions);
      if (after === undefined) continue;
      text = edited;
      for (const [k, now] of after.entries()) {
        const then = before[k]!;
        const isKept = now.essence === then.essence;
        seen[isKept ? "kept" : "asked"]++;
        if (!isKept || !isSure(now.said()) || !isSure(then.said())) continue;
        seen.compared++;
        const say = `SEED=${seed} ${questions[k]}\n${text}`;
        expect(`${now.said()} ${say}`).toBe(`${then.said()} ${say}`);
      }
      before = after;
    }
  }
  if (process.env.RUNS) console.log(seen);
  if (runs >= 10) for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
}, 600_000);

it("is the same beside variables, clocks and functions that nobody uses", () => {
  const model = `int n; clock x;
    void set(int v) { int w = v; n = w; }
    int get() { return n; }
    process P() { clock y; state A { y <= 3 }, B; init A; trans A -> B { guard x >= 1; assign set(2); }, B -> A { guard get() > 1; assign y = 0; }; }
    system P;`;
  const question = ["A[] n <= 2", "E<> P.B && x > 2", "P.A --> P.B", "A[] not deadlock", "sup: n"];
  const essences = (text: string): readonly string[] => ask(text, question)!.map((known) => known.essence);
  const before = essences(model);
  expect(before).toHaveLength(question.length);
  for (const more of ["int more;", "int more[3];", "clock late;", "chan odd;", "void idle() { int i; i = 1; }"]) {
    expect(essences(`${more}\n${model}`), more).toEqual(before);
    if (!more.startsWith("chan")) expect(essences(model.replace("clock y;", `clock y; ${more}`)), more).toEqual(before);
  }
  expect(essences(model.replace("n = w;", "n = w + 1;"))).not.toEqual(before);
});

it("tells which process moves among those that the query looks at", () => {
  const model = (p: string, q: string): string => `process P() { state A, B; init A; ${p} }
    process Q() { state A, B; init A; ${q} } system P, Q;`;
  const move = "trans A -> B { };";
  const questions = ["E<> P.B && Q.A", "P.B --> Q.B", "E[] P.A && Q.A"];
  const [first, second] = [ask(model(move, ""), questions)!, ask(model("", move), questions)!];
  expect(first.map(({ said }) => said().split(" ")[0])).toEqual(["satisfied", "violated", "satisfied"]);
  expect(second.map(({ said }) => said().split(" ")[0])).toEqual(["violated", "satisfied", "satisfied"]);
  first.forEach((known, k) => expect(known.essence).not.toBe(second[k]!.essence));
});
