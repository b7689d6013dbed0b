/**
 * Random models in which elements are used in every way that the language has: by one grammar of expressions and statements
 * over elements, numbers and conditions. Tables of one and of two elements, structs that are copied as a whole, arrays of a
 * process and of a function, references, loops in loops that return early, quantifiers in quantifiers, tickets, hooks,
 * priorities, CSP, urgent channels, rates, copies of clocks, bounds in arrays, ranges that overlap with that of the elements;
 * over integers or scalars. Most of it tells no elements apart, some of it does, and some of it may fault.
 */
import { ElementCode, type Scope } from "./element-code.ts";
import type { Random } from "./random-network.ts";

interface ElementModel {
  readonly text: string;
  readonly queries: readonly string[];
}

export function elementModel(r: Random): ElementModel {
  return new Maker(r).model();
}

class Maker extends ElementCode {
  private functions(): string {
    const { r, isScalar } = this;
    const s: Scope = { ids: ["i"], nums: [], own: false, effects: true, depth: 1 };
    // Functions call those before them.
    const test = `bool test(id_t i) { ${r.pick([
      () => `return ${this.plainCondition()};`,
      () =>
        `for (j : id_t) if (${r.pick(["rel[i][j]", "a[j] == 1", "v[j].on && j != i", "to[j] == i"])}) return true; return false;`,
      () =>
        `for (j : id_t) { if (a[j] == 1) return true; if (rel[j][i]) return ${r.pick(["true", "false"])}; } return false;`,
    ])()} }`;
    const pick = `id_t pick(id_t i) { ${r.pick(["return i;", "if (a[i] == 1) return pick0(i); return i;", "return f ? i : pick0(i);", "for (j : id_t) if (j != i) return j; return i;"])} }`;
    const some = (name: string): string => `void ${name}(id_t i) { ${this.block(s, true)} }`;
    return [
      `id_t pick0(id_t i) { return ${this.holds ? "o" : "i"}; }`,
      test,
      pick,
      `id_t take(id_t i) { ${this.holds ? "if (n == 1) { o = i; return i; } return o;" : "g = i; n = 1; return i;"} }`,
      "Rec at(id_t i) { return v[i]; }",
      `void swap(Rec &s, Rec &t) { ${this.isScalar ? "s = t;" : "Rec u; u = s; s = t; t = u;"} }`,
      `void mark(bool &row[id_t], id_t i) { row[i] = true; }`,
      some("one"),
      `void all() { ${!isScalar && r.chance(0.4) ? `int[0,2] loc[id_t]; for (i : id_t) loc[i] = ${r.pick(["a[i]", "v[i].count", "1"])}; for (i : id_t) { a[i] = loc[i]; ${this.statement(s, true)} }` : `for (i : id_t) { ${this.block(s, true)} }`} }`,
      some("two"),
    ].join("\n");
  }

  private plainCondition(): string {
    return this.r.pick(["a[i] > 0", "rel[i][i]", "v[i].on || f", "to[i] == g", "w.who == i"]);
  }

  private update(s: Scope): string {
    const { r } = this;
    if (r.chance(0.35))
      return r.pick([
        `one(${this.id(s)})`,
        `two(${this.id(s)})`,
        "all()",
        ...(this.copies && r.chance(0.2)
          ? [`swap(v[${this.id(s)}], w)`, `mark(rel[${this.id(s)}], ${this.id(s)})`]
          : []),
      ]);
    return this.assignment(s);
  }

  private edge(s: Scope, locations: readonly string[]): string {
    const { r } = this;
    const selects = s.ids.length === 0 || r.chance(0.35);
    const pure = { ...s, ids: [...s.ids, ...(selects ? ["q"] : [])] };
    const chosen = { ...pure, effects: true };
    const select = selects ? "select q : id_t; " : "";
    const sync = r.chance(0.5) ? "" : `sync ${this.sync(pure)}; `;
    const clock = s.own
      ? r.pick(["x <= 2", "x >= 1", `y[${this.id(pure)}] >= 1`, `x < ${this.number(pure)}`])
      : r.pick(["z >= 1", "z <= 2"]);
    const guards = [...(r.chance(0.6) ? [this.condition(pure)] : []), ...(r.chance(0.3) ? [clock] : [])];
    const updates = [...(s.own && r.chance(0.3) ? ["x = 0"] : []), ...r.list(0, 2, () => this.update(chosen))];
    return `${r.pick(locations)} -> ${r.pick(locations)} { ${select}${guards.length > 0 ? `guard ${guards.join(" && ")}; ` : ""}${sync}${updates.length > 0 ? `assign ${updates.join(", ")}; ` : ""}}`;
  }

  private sync(s: Scope): string {
    const { r } = this;
    if (this.channels === "csp") return r.pick(["c", `e[${this.id(s)}]`]);
    return `${r.pick(["c", "b", "b", `e[${this.id(s)}]`, `d[${this.id(s)}]`, "u"])}${r.pick(["!", "?", "?"])}`;
  }

  private invariant(s: Scope): string {
    const { r } = this;
    if (this.trap === "fault" && r.chance(0.5))
      return r.pick(["a[p] < 2 && 2 / (1 - l) != 0", "1 / (1 - a[p]) >= 0 && x <= 3", "rel[p][p] && t[n] > 0"]);
    return r.pick([
      "x <= 2",
      "x <= 3",
      `y[p] <= 3`,
      `${this.condition({ ...s, depth: 2 })} && x <= 2`,
      `(${this.condition({ ...s, depth: 2 })}) || x <= 1`,
      `x' == (f ? 0 : 1) && x <= 2`,
      `forall (j : id_t) (j == p || y[j] <= 4)`,
      `x <= 1 + a[p]`,
    ]);
  }

  model(): ElementModel {
    const { r, isScalar, size } = this;
    const own: Scope = { ids: ["p"], nums: [], own: true, effects: false, depth: 1 };
    const none: Scope = { ids: [], nums: [], own: false, effects: false, depth: 1 };
    const maybe = isScalar ? "id_t" : `int[-1,N-1]`;
    const start = isScalar ? "" : " = -1";
    const list = (value: string): string => `{ ${Array.from({ length: size }, () => value).join(", ")} }`;
    const locations = ["A", "B", "C"].slice(0, r.between(2, 3));
    const hook = (name: string): string =>
      r.chance(0.08) ? `${name} { ${r.pick(["all()", "n = (n + 1) % 3", "f = !f", "cnt = (cnt + n) % 4"])} }\n` : "";
    const functions = this.functions();
    const state = (l: string): string => (r.chance(0.35) ? `${l} { ${this.invariant(own)} }` : l);
    const kind = r.chance(0.15) ? `${r.pick(["urgent", "commit"])} ${r.pick(locations)}; ` : "";
    const priority = this.channels === "io" && r.chance(0.08) ? "chan priority c < b;\n" : "";
    const isConst = isScalar || r.chance(0.7);
    const text = `const int N = ${size};
typedef ${isScalar ? "scalar[N]" : "int[0,N-1]"} id_t;
typedef struct { ${this.holds ? "id_t" : maybe} who; int[0,2] count; bool on; } Rec;
int[0,2] n, m; bool f; int[0,3] cnt; int[0,N-1] k; const int t[2] = { 1, 2 };${isScalar ? "" : ` const int none[N] = ${list("-1")};`}
${maybe} g${start}, h${start}; ${this.holds ? "id_t o" : `${maybe} o = -1`}; ${maybe} to[id_t]${isScalar ? "" : ` = ${list("-1")}`};
int[0,2] a[id_t]; bool rel[id_t][id_t]; ${r.chance(0.06) ? "meta " : ""}Rec v[id_t]${this.holds ? "" : ` = ${list("{ -1, 0, false }")}`}; Rec w${this.holds ? "" : " = { -1, 0, false }"};
clock y[id_t], z; ${this.channels === "csp" ? "chan c, e[id_t];" : `${r.chance(0.1) ? "urgent " : ""}chan c, e[id_t]; broadcast chan b, d[id_t]; ${r.chance(0.3) ? "urgent " : ""}broadcast chan u;`}
${priority}${functions}
process P(${isConst ? "const " : ""}id_t p) { clock x; int[0,2] l; ${this.holds ? "id_t mine" : `${maybe} mine = -1`}; int[0,2] la[id_t]; state ${locations.map(state).join(", ")}; ${kind}init A; trans ${r.list(2, 4, () => this.edge(own, locations)).join(", ")}; }
process Q() { state S, T; init S; trans ${r.list(1, 3, () => this.edge(none, ["S", "T"])).join(", ")}; }
${hook("before_update")}${hook("after_update")}system ${r.pick(["P, Q", "P, Q", "P", "Q, P", "Q < P"])};
`;
    const asked: Scope = { ids: ["i"], nums: [], own: false, effects: false, depth: 2 };
    const said = (): string => this.condition(asked);
    const queries = [
      `E<> exists (i : id_t) P(i).B and ${said()}`,
      `A[] forall (i : id_t) P(i).A or ${said()}`,
      "A[] not deadlock",
      "A[] true",
      `A[] cnt < 3 or (exists (i : id_t) ${said()})`,
      `E<> exists (i : id_t) exists (j : id_t) i != j and P(i).B and P(j).x > 2 and rel[i][j]`,
      "sup: cnt",
      "sup: z",
      `inf{n == 1}: z`,
      `A<> (exists (i : id_t) P(i).B) or n == 1`,
      `E[] n < 2`,
      `n == 1 --> (forall (i : id_t) a[i] < 2)`,
      ...(isScalar
        ? []
        : [
            "E<> P(1).B and a[1] == 1",
            "E<> o == 1",
            "sup: o",
            "E<> P(0).B and deadlock",
            "A[] g != 1 or y[1] <= 2",
            "P(1).B --> f",
            "sup{P(0).B}: y[0]",
            "bounds: P(1).l",
          ]),
    ];
    return { text, queries };
  }
}
