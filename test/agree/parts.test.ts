/**
 * Answers in parts and in one piece, on random models: three or four processes that move their own elements of arrays by
 * functions, with an index that is a parameter, or count together, beside processes that set, send, receive or forbid
 * something: invariants, committed and urgent locations, urgent and broadcast channels, indices and values out of range,
 * divisions. `SEED=<number> RUNS=1` runs one model again; `RUNS=<number>` runs more.
 */
import { expect, it } from "vitest";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import {
  answeredBy,
  askPartInTurns,
  type Outcome,
  QuestionParts,
  type VerifyOptions,
  verify,
} from "../../src/search/index.ts";
import { many } from "../many.ts";
import { model } from "../search/model.ts";
import { Random } from "./random-network.ts";

const runs = Number(process.env.RUNS ?? many(6));
const first = Number(process.env.SEED ?? 1);

const declarations = (r: Random) => `const int N = 3; int[0,3] pos[N]; bool up[N]; int[-1,4] hp[N] = {2, 3, 4};
int dmg[N] = {1, 2, 1}; int[${r.pick(["-20,20", "0,5", "-2,5"])}] lives = 5; int[0,2] n; bool f; clock y;
chan c, k[N]; broadcast chan d, e[N]; urgent chan u; urgent broadcast chan ub; broadcast chan b;
int speed(int i) { return i < 2 ? 1 : 2; }
bool ends(int i) { return pos[i] >= ${r.between(1, 3)}; }
void move(int i) { if (up[i]) { pos[i] = pos[i] + 1; } else { up[i] = ${r.pick(["true", "true", "!f", "!up[0]"])}; } }
void drop(int i, int by) { hp[i] = hp[i] - by; }
int weakest() { int i; int best = 0; for (i = 0; i < N; i++) if (hp[i] < hp[best]) best = i; return best; }
void hit(int[-1,4] &h) { h = h ${r.pick(["> 0 ? h - 1 : 0", "- 1"])}; }`;

/** A process that minds its own elements, mostly. */
function mover(r: Random, name: string, id: number): string {
  const odd = (usual: string, ...others: string[]): string => (r.chance(0.1) ? r.pick(others) : usual);
  const own = `${id}`;
  const other = `${(id + 1) % 3}`;
  const guards = [
    `x >= speed(${own}) && !ends(${own})`,
    `x >= 1 && pos[${own}] < 3`,
    `hp[${own}] > 0 && !ends(${own})`,
    `pos[${own}] < 3`,
    `x <= 2 && up[${own}] && pos[${own}] < 2`,
  ];
  const guard = () =>
    odd(r.pick(guards), "n > 0", "f", `pos[${other}] > 0`, "y >= 1", "10 / n > 3", "true", "lives > 3");
  const updates = [
    `move(${own})`,
    "x = 0",
    `up[${own}] = false`,
    `pos[${own}] = 0`,
    `lives = lives - dmg[${own}]`,
    `drop(${own}, 1)`,
    `hit(hp[${own}])`,
  ];
  const update = () =>
    odd(
      r.pick(updates),
      `drop(${other}, 1)`,
      "n = 1",
      "f = !f",
      "y = 0",
      `hit(hp[${other}])`,
      "hp[weakest()] = 1",
      `pos[${own}] = pos[n]`,
      `pos[${own}] = pos[${own}] + n`,
    );
  const sync = () =>
    r.pick([
      "",
      "",
      "",
      "",
      `sync k[${own}]!; `,
      `sync k[${own}]?; `,
      `sync e[${own}]!; `,
      "sync d?; ",
      "sync d!; ",
      "sync c?; ",
      "sync u!; ",
      "sync ub!; ",
      "sync b?; ",
      "sync u?; ",
      "sync k[n]!; ",
    ]);
  const locations = ["A", "B", "C"];
  const edge = () => {
    const chosen = [...new Set(r.list(0, 2, update))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { guard ${guard()}; ${sync()}${chosen.length > 0 ? `assign ${chosen.join(", ")}; ` : ""}}`;
  };
  const invariant = () => (r.chance(0.3) ? ` { x <= ${odd(`${r.between(1, 3)}`, "1 + n", `pos[${other}]`)} }` : "");
  const still = r.chance(0.35) ? `${r.pick(["commit", "urgent"])} ${r.pick(["B", "C"])};` : "";
  return `process ${name}() { clock x;
  state ${locations.map((l) => `${l}${invariant()}`).join(", ")}; ${still} init A;
  trans A -> ${r.pick(["B", "C"])} { guard ${r.pick(guards)}; assign move(${own})${r.pick(["", ", x = 0"])}; },
    ${r.list(2, 4, edge).join(",\n    ")}; }`;
}

/** A process that belongs to nobody. */
function other(r: Random, name: string): string {
  const locations = ["U", "V"];
  const guards = ["true", "n < 2", "f", "t >= 1", "t <= 2", "y <= 2", "hp[0] > 0", "10 / (2 - n) > 1"];
  const updates = ["t = 0", "n = (n + 1) % 3", "f = !f", "n = n + 1", "y = 0", "hp[weakest()] = 1", "lives++"];
  const sync = () =>
    r.pick([
      "",
      "",
      "sync c!; ",
      "sync d!; ",
      "sync d?; ",
      "sync k[0]!; ",
      "sync k[1]?; ",
      "sync e[2]?; ",
      "sync u?; ",
      "sync ub?; ",
      "sync b!; ",
      "sync b?; ",
      "sync k[n]?; ",
    ]);
  const edge = () => {
    const chosen = [...new Set(r.list(0, 2, () => r.pick(r.chance(0.7) ? updates.slice(0, 2) : updates)))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { guard ${r.pick(guards)}; ${sync()}${chosen.length > 0 ? `assign ${chosen.join(", ")}; ` : ""}}`;
  };
  const still = r.chance(0.4) ? `${r.pick(["commit", "urgent"])} V;` : "";
  return `process ${name}() { clock t; state U${r.chance(0.3) ? " { t <= 2 }" : ""}, V${r.chance(0.3) ? " { t <= 1 }" : ""}; ${still} init U;
  trans ${r.list(1, 3, edge).join(",\n    ")}; }`;
}

const queries = [
  "A[] forall (i : int[0,2]) pos[i] < 3 || up[i]",
  "A[] pos[0] < 3 && pos[1] < 2",
  "E<> pos[2] == 2 || P1.C && pos[1] > 1",
  "A[] !(P0.B && P0.x > 2) && (pos[1] <= 1 || hp[1] < 3)",
  "E<> exists (i : int[0,2]) pos[i] == 3 && hp[i] > 0",
  "A[] P0.C imply (up[0] && pos[0] > 0)",
  "E<> !(P2.A || P2.B) && P2.x >= 3",
  "A[] forall (i : int[0,2]) hp[i] >= 0 && hp[i] <= 4",
  "A[] !(P0.C && P1.C)",
];

/** Each part asked by itself, as others would who know only its numbers, the last first. */
function apart(network: Network, query: NetworkQuery, options: VerifyOptions): Outcome | undefined {
  const parts = new QuestionParts(network, query, options);
  for (let [part] = parts.wanted.slice(-1); part !== undefined; [part] = parts.wanted.slice(-1)) {
    const turns = askPartInTurns(network, query, part, options);
    let turn = turns.next();
    while (turn.done !== true) turn = turns.next();
    parts.note(part, turn.value);
  }
  return parts.verdict?.outcome;
}

it("changes no answer", () => {
  let [compared, parted, alike] = [0, 0, 0];
  const counts = new Map<string, number>();
  for (let seed = first; seed < first + runs; seed++) {
    const r = new Random(seed);
    const names = ["P0", "P1", "P2", ...(r.chance(0.7) ? ["R"] : []), ...(r.chance(0.3) ? ["S"] : [])];
    const text = `${declarations(r)}
${names.map((name, k) => (k < 3 ? mover(r, name, k) : other(r, name))).join("\n")}
system ${(r.chance(0.5) ? names : [...names].reverse()).join(", ")};`;
    const m = model(text);
    for (const question of queries) {
      const query = m.query(question);
      const few = verify(m.network, query, { compiled: false, knobs: { due: { cones: 0 } }, maxStates: 300 });
      const far = apart(m.network, query, { compiled: false, maxStates: 300 });
      const isParted = answeredBy(few)?.road === "cones";
      if (!isParted && far === undefined) continue;
      const all = verify(m.network, query, {
        reduce: false,
        symmetry: false,
        acceleration: false,
        compiled: false,
        maxStates: 4000,
      });
      if (all.outcome === "unknown") continue;
      if (isParted) parted++;
      if (far !== undefined) alike++;
      counts.set(all.outcome, (counts.get(all.outcome) ?? 0) + 1);
      compared++;
      const say = `SEED=${seed} ${question}\n${text}`;
      if (isParted) expect(`${few.outcome} ${say}`).toBe(`${all.outcome} ${say}`);
      if (far !== undefined) expect(`apart: ${far} ${say}`).toBe(`apart: ${all.outcome} ${say}`);
    }
  }
  if (process.env.RUNS) console.log(`${parted} of ${runs * queries.length} in parts, ${alike} apart`, compared, counts);
  if (runs >= 10) expect(Math.min(parted, alike)).toBeGreaterThan(runs / 2);
}, 600_000);
