/**
 * Random models with data: values that are only compared with each other and copied, in variables of all and of processes, in
 * arrays, buffers and structs, handed on by functions, as indices of arrays, clocks and channels. The processes are equal, or
 * stand apart. About half of the models have traps: arithmetic, order, numbers that name a value, ranges that hold some only,
 * tables, guards of clocks, copies into what is no data.
 */
import type { Random } from "./random-network.ts";

interface DataModel {
  readonly text: string;
  readonly queries: readonly string[];
}

const plain = {
  guard: [
    "g == h",
    "g != h",
    "mine == g",
    "mine != h",
    "held[p] == g",
    "held[p] != mine",
    "(exists (e : data) held[p] == e && seen[e])",
    "(forall (e : data) !seen[e] || count[e] > 0)",
    "seen[g]",
    "!seen[mine]",
    "count[g] < 2",
    "f",
    "n < 2",
    "x <= 2",
    "y[h] > 1",
    "same(g, mine)",
    "msg.body == g",
    "msg.full && msg.body != mine",
    "box[0] == box[1]",
    "len > 0",
    "pack[f ? 1 : 0] == msg",
    "pack[1].body != g",
  ],
  update: [
    "g = mine",
    "h = g",
    "mine = g",
    "held[p] = h",
    "h = held[p]",
    "seen[g] = !seen[g]",
    "seen[mine] = true",
    "count[h] = (count[h] + 1) % 3",
    "f = !f",
    "n = (n + 1) % 3",
    "x = 0",
    "y[g] = 0",
    "msg.body = mine, msg.full = !msg.full",
    "msg = last",
    "last = msg",
    "keep(g)",
    "g = choose(g, h)",
    "swap(g, h)",
    "push(mine)",
    "h = pop()",
    "clear()",
    "box[0] = g",
    "box[1] = box[0]",
    "held[p] = mine",
    "pack[f ? 1 : 0] = msg",
    "msg = pack[n > 0 ? 1 : 0]",
    "last = at(f ? 1 : 0)",
    "h = pack[0].body",
  ],
  /** Those with a value of a select. */
  chosen: ["g = d", "mine = d", "held[p] = d", "msg.body = d", "seen[d] = true", "push(d)", "h = d", "y[d] = 0"],
  chosenGuard: ["d != g", "d == h", "!seen[d]", "d != mine", "count[d] == 0", "y[d] >= 1"],
};
const traps = {
  guard: [
    "g < h",
    "g > LOW",
    "mine == LOW",
    "h != LOW + 1",
    "g + 1 == h",
    "x < g",
    "x >= mine",
    "weight[g] == 1",
    "seen[LOW]",
    "g == p",
    "n == g",
    "count[LOW + 1] > 0",
    "y[LOW] > 1",
    "(sum (e : data) e * count[e]) > 2",
    "firstSeen() == g",
    "(forall (e : data) e <= g)",
    "pack[1].body > LOW",
    "last.body < g",
  ],
  update: [
    "g = LOW",
    "mine = LOW + 1",
    "h = g + 1",
    "n = g",
    "seen[LOW] = true",
    "g = p",
    "count[LOW] = 1",
    "h = firstSeen()",
    "g = (g + 1) % K",
    "g = weight[h]",
    "held[g % N] = h",
    "y[LOW] = 0",
    "few = g",
    "g = few",
    "lastSeen()",
    "refer(g)",
    "x = g",
    "g++",
    "n = pack[1].body",
    "hand(msg)",
    "look(pack[f ? 1 : 0])",
  ],
  chosen: ["g = s", "n = d", "few = d", "mine = d - 1 < LOW ? LOW : d"],
  chosenGuard: ["d > LOW", "s == d", "d == LOW", "s != g"],
};

export function dataModel(r: Random): DataModel {
  const [size, low, count] = [r.between(2, 4), r.between(0, 1), r.between(1, 3)];
  const high = low + size - 1;
  const isTrapped = r.chance(0.5);
  // Variables begin with a value, or with none.
  const none = r.chance(0.6);
  const holder = none ? `int[${low - 1},${high}]` : "data";
  const start = none ? low - 1 : low;
  // One trap at a time: each must be seen by itself.
  const where = r.pick(["guard", "update", "chosen", "chosenGuard"] as const);
  const trap = r.pick(traps[where]);
  const pick = (from: keyof typeof plain): string =>
    isTrapped && from === where && r.chance(0.35) ? trap : r.pick(plain[from]);
  const locations = ["A", "B", "C"].slice(0, r.between(2, 3));
  const sync = (chosen: boolean): string =>
    r.pick([
      ...Array.from({ length: 8 }, () => ""),
      "sync c!; ",
      "sync c?; ",
      "sync b!; ",
      "sync b?; ",
      ...(chosen ? ["sync e[d]!; ", "sync e[d]?; "] : []),
    ]);
  // An index that is no value of the data would be a fault: what holds none is asked before.
  const safe = (code: string): string[] =>
    none ? [...code.matchAll(/(?:seen|count|y|weight)\[(g|h|mine)\]/g)].map(([, of]) => `${of} != LOW - 1`) : [];
  const edge = (): string => {
    const chosen = r.chance(0.6);
    const guards = r.list(0, r.between(1, 2), () => pick(chosen && r.chance(0.4) ? "chosenGuard" : "guard"));
    const updates = [...new Set(r.list(1, 2, () => pick(chosen && r.chance(0.6) ? "chosen" : "update")))];
    const all = [...new Set([...safe([...guards, ...updates].join(" ")), ...guards])];
    const few = [...guards, ...updates].some((t) => /\bs\b/.test(t))
      ? `s : int[${low},${Math.max(low, high - 1)}]`
      : "";
    const selects = [chosen ? "d : data" : "", few].filter((t) => t !== "").join(", ");
    const guard = r.chance(0.97) || all.length === 0 ? all : all.slice(1);
    return `${r.pick(locations)} -> ${r.pick(locations)} { ${selects ? `select ${selects}; ` : ""}${guard.length > 0 ? `guard ${guard.join(" && ")}; ` : ""}${sync(chosen)}assign ${updates.join(", ")}; }`;
  };
  // What brings values in.
  const source = r.chance(0.8)
    ? [`A -> ${r.pick(locations)} { select d : data; assign ${r.pick(plain.chosen)}; }`]
    : [];
  const state = (name: string): string => (r.chance(0.4) ? `${name} { x <= ${r.between(1, 3)} }` : name);
  const isMeta = r.chance(0.15);
  const isAlone = r.chance(0.3);
  const initial = r.chance(0.85) ? start : high;
  const list = (n: number, of: number): string => `{ ${Array.from({ length: n }, () => of).join(", ")} }`;
  const priority = r.chance(0.1) ? "chan priority b < c;\n" : "";
  const text = `const int N = ${count}; const int LOW = ${low}; const int K = ${high + 1};
typedef int[${low},${high}] data; typedef int[0,N-1] id_t;
${holder} g = ${initial}, h = ${start}; ${isMeta ? "meta " : ""}${holder} held[id_t] = ${list(count, start)}; ${holder} box[2] = ${list(2, start)};
bool seen[K]; int[0,2] count[K]; bool f; int[0,2] n; int[${low - 1},${Math.max(low, high - 1)}] few = ${low - 1};
const int weight[K] = { ${Array.from({ length: high + 1 }, (_, k) => (trap.includes("weight") && k % 2 === 0 ? 2 : 1)).join(", ")} };
typedef struct { ${holder} body; bool full; } Message; Message msg = { ${start}, false }, last = { ${start}, false }, pack[2] = { { ${start}, false }, { ${start}, false } };
${holder} buf[2] = ${list(2, start)}; int[0,2] len;
clock y[K]; chan c; ${r.chance(0.3) ? "urgent " : ""}chan e[K]; broadcast chan b;
${priority}bool same(${holder} a, ${holder} o) { return a == o; }
void keep(${holder} a) { ${holder} was = h; h = a; if (was != a) f = true; }
${holder} choose(${holder} a, ${holder} o) { return f ? a : o; }
void swap(${holder} &a, ${holder} &o) { ${holder} was = a; a = o; o = was; }
void refer(${holder} &a) { a = h; }
void push(${holder} a) { if (len < 2) { buf[len] = a; len++; } }
${holder} pop() { ${holder} was = buf[0]; if (len > 0) { buf[0] = buf[1]; ${r.chance(0.7) ? `buf[1] = ${start}; ` : ""}len--; } return was; }
Message at(int[0,1] i) { return pack[i]; }
void hand(Message &m) { last = m; }
void look(Message m) { f = m.body > LOW; }
void clear() { for (e : data) seen[e] = false; }
${holder} firstSeen() { for (e : data) if (seen[e]) return e; return g; }
void lastSeen() { for (e : data) if (seen[e]) h = e; }
process P(${r.chance(0.7) ? "const " : ""}id_t p) { clock x; ${holder} mine = ${start}; state ${locations.map(state).join(", ")}; ${r.chance(0.2) ? "committed B; " : ""}init A; trans ${[...source, ...r.list(2, 6, edge)].join(", ")}; }
process Q() { clock x; ${holder} mine = ${start}; id_t p = 0; state A, B, C; init A; trans ${[...source, ...r.list(2, 4, edge)].join(", ").replaceAll("sync c!", "sync c?")}; }
system ${isAlone ? "Q" : r.chance(0.5) ? "P, Q" : "P"};
`;
  const main = isAlone ? "Q" : "P(0)";
  const queries = [
    `E<> ${main}.B and g == h and f`,
    `A[] ${main}.A or n < 2`,
    "A[] not deadlock",
    "E<> exists (e : data) seen[e] and g == e",
    "A[] forall (e : data) count[e] < 2",
    `E<> ${main}.mine == ${low} and ${main}.B`,
    `E<> h == ${high} and g == ${low}`,
    "E<> g > h",
    `E<> seen[${high}] and !seen[${low}]`,
    "A[] g != h or y[K - 1] <= 4",
    "sup: n",
    `sup: g`,
    `inf{f}: ${main}.x`,
    `sup: count[${low}]`,
    `sup{g == h}: ${main}.x`,
    `A<> f or g == h`,
    `E[] not f or n < 2`,
    `g == h --> f`,
    `f --> n == 0`,
    `g == ${low} --> h == g`,
  ];
  return { text, queries };
}
