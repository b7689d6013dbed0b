import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "../../src/index.ts";
import { many } from "../many.ts";
import { check } from "./seed.ts";

/**
 * A branch point only abbreviates: the edges that lead to it, each joined with each that leads on, as plain edges are the
 * same model. Guards and synchronisations may stand on either half, as long as not both synchronise.
 */
interface Half {
  readonly guard: string;
  readonly sync: string;
  readonly assign: string;
}

const label = (...texts: string[]) => fc.constantFrom("", ...texts);
const guards = label("x >= 1", "x <= 2", "n == 0", "n < 2 && x - y <= 1", "n == 1 || x > 1");
const updates = label("n = 1", "x = 0", "y = 0, n = 1 - n", "n = 2", "n = n > 0 ? 0 : 2");
const syncs = label("a!", "a?", "b!", "b?", "c[n]!", "c[1]?");
const half = fc.record({ guard: guards, sync: fc.constant(""), assign: updates });
const synchronised = fc.record({ guard: guards, sync: syncs, assign: updates });
const branch = fc.boolean().chain((isFirst) =>
  fc.record({
    ways: fc.array(isFirst ? synchronised : half, { minLength: 1, maxLength: 2 }),
    out: fc.array(fc.record({ edge: isFirst ? half : synchronised, target: fc.constantFrom("S", "T", "U") }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);
const templates = fc.tuple(branch, branch);

const clause = ({ guard, sync, assign }: Half) =>
  `{ ${guard && `guard ${guard}; `}${sync && `sync ${sync}; `}${assign && `assign ${assign}; `}}`;
const join = (a: string, b: string, by: string) => (a && b ? `${a}${by}${b}` : a || b);
const joined = (a: Half, b: Half): Half => ({
  guard: a.guard && b.guard ? `(${a.guard}) && (${b.guard})` : a.guard || b.guard,
  sync: a.sync || b.sync,
  assign: join(a.assign, b.assign, ", "),
});

type Template = typeof templates extends fc.Arbitrary<infer T> ? T : never;

function branching(name: string, [first, second]: Template): string {
  const edges = [first, second].flatMap(({ ways, out }, k) => [
    ...ways.map((e) => `${"ST"[k]} -> B${k} ${clause(e)}`),
    ...out.map(({ edge, target }) => `B${k} -> ${target} ${clause(edge)}`),
  ]);
  return `process ${name}() { state S, T { y <= 3 }, U; branchpoint B0, B1; init S; trans ${edges.join(", ")}; }`;
}

function plain(name: string, [first, second]: Template): string {
  const edges = [first, second].flatMap(({ ways, out }, k) =>
    ways.flatMap((e) => out.map(({ edge, target }) => `${"ST"[k]} -> ${target} ${clause(joined(e, edge))}`)),
  );
  return `process ${name}() { state S, T { y <= 3 }, U; init S; trans ${edges.join(", ")}; }`;
}

const model = (make: typeof plain, p: Template, q: Template) =>
  `clock x, y; int[0,2] n; chan a, c[3]; broadcast chan b; ${make("P", p)} ${make("Q", q)} system P, Q;`;
const places = ["S", "T", "U"].flatMap((p) => ["S", "T", "U"].map((q) => `E<> P.${p} && Q.${q} && n > 0`));
const queries = [...places, "A[] n < 2", "E<> P.T && x > 2", "A<> P.U", "E<> Q.T && n == 0 && y < 1"];

test("branch points are abbreviations", () => {
  const seen = new Map<string, number>();
  check(
    fc.tuple(templates, templates),
    ([p, q]) => {
      const [a, b] = [open(model(branching, p, q)), open(model(plain, p, q))];
      expect(a.diagnostics.filter((d) => d.severity === "error")).toEqual([]);
      queries.forEach((query, k) => {
        const [here, there] = [a, b].map((m) => m.verify(query, { compiled: k % 4 === 0 }).outcome);
        expect([query, here]).toEqual([query, there]);
        seen.set(here!, (seen.get(here!) ?? 0) + 1);
      });
    },
    30,
  );
  expect(seen.get("satisfied")).toBeGreaterThan(many(50));
  expect(seen.get("violated")).toBeGreaterThan(many(50));
});
