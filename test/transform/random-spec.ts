/**
 * Random specifications, as text: locations with invariants, edges with selects, quantifiers, disjunctions, subscripts of
 * every kind. Names come from a small pool, so that selects hide variables, quantifiers hide selects, and one name means
 * different things on different edges.
 */
export class Random {
  private state: number;
  constructor(seed: number) {
    this.state = seed | 0;
  }
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  below(n: number): number {
    return Math.floor(this.next() * n);
  }
  chance(p: number): boolean {
    return this.next() < p;
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

/** Variables of every specification, with their ranges; clocks apart. */
export const data = [
  { name: "a", low: 0, high: 2 },
  { name: "b", low: 0, high: 1 },
  { name: "s", low: 0, high: 2 },
  { name: "v[0]", low: 0, high: 2 },
  { name: "v[1]", low: 0, high: 2 },
  { name: "v[2]", low: 0, high: 2 },
];
export const clocks = ["x", "y", "k[0]", "k[1]", "k[2]"];
export const declarations = "const int N = 2; chan c; chan d[2]; chan e[2][3];";
const own = "clock x, y, k[3]; int[0,2] a, s; int[0,1] b; int[0,2] v[3];";
const pool = ["i", "j", "a", "s", "m", "x", "s1", "i1"];
const types = ["int[0,1]", "int[0,2]", "int[1,2]", "int[0,N]", "int[1,0]"];

/** What can be named: an integer name and its largest value; the clock x may be hidden by a select. */
interface Scope {
  readonly ints: readonly { readonly name: string; readonly high: number }[];
  readonly hasX: boolean;
  readonly upper?: boolean;
}

const base: Scope = {
  ints: [
    { name: "a", high: 2 },
    { name: "b", high: 1 },
    { name: "s", high: 2 },
  ],
  hasX: true,
};

function bind({ ints, hasX, upper = false }: Scope, name: string, high: number): Scope {
  return { upper, ints: [...ints.filter((i) => i.name !== name), { name, high }], hasX: hasX && name !== "x" };
}

function highOf(type: string): number {
  return type === "int[0,1]" ? 1 : type === "int[1,0]" ? 1 : 2;
}

function int(r: Random, scope: Scope): string {
  const { name } = r.pick(scope.ints);
  return r.chance(0.2) ? `${r.below(3)}` : r.chance(0.2) ? `v[${name}]` : name;
}

function dataAtom(r: Random, scope: Scope): string {
  if (r.chance(0.12)) {
    const q = r.pick(pool);
    return `(${r.pick(["exists", "forall"])} (${q} : ${r.pick(types)}) (${dataAtom(r, bind(scope, q, 2))}))`;
  }
  const op = r.pick(["<", "<=", "==", "!=", ">", ">="]);
  return `${int(r, scope)} ${op} ${int(r, scope)}`;
}

function clockTerm(r: Random, scope: Scope): string {
  const { name } = r.pick(scope.ints);
  return r.pick([...(scope.hasX ? ["x", "x"] : []), "y", "y", "k[0]", `k[${name}]`]);
}

/** In an invariant only upper bounds may stand. */
function clockAtom(r: Random, scope: Scope): string {
  if (scope.upper)
    return `${clockTerm(r, scope)} ${r.pick(["<", "<="])} ${r.chance(0.7) ? `${r.below(4)}` : int(r, scope)}`;
  const op = r.pick(["<", "<=", ">", ">=", "=="]);
  const bound = r.chance(0.7) ? `${r.below(4)}` : int(r, scope);
  if (r.chance(0.1)) return `y - k[0] ${op} ${bound}`;
  return r.chance(0.1) ? `${bound} ${op} ${clockTerm(r, scope)}` : `${clockTerm(r, scope)} ${op} ${bound}`;
}

function conjunct(r: Random, scope: Scope, clocky: number): string {
  if (!r.chance(clocky)) return dataAtom(r, scope);
  if (r.chance(0.15)) {
    const q = r.pick(pool);
    const inner = bind(scope, q, 2);
    const body = r.chance(0.4) ? `(${dataAtom(r, inner)} || ${clockAtom(r, inner)})` : clockAtom(r, inner);
    return `(forall (${q} : ${r.pick(["int[0,1]", "int[0,2]", "int[0,N]"])}) ${body})`;
  }
  if (r.chance(0.2)) return `(${dataAtom(r, scope)} || ${clockAtom(r, scope)})`;
  if (r.chance(0.1)) return `(${dataAtom(r, scope)} imply ${clockAtom(r, scope)})`;
  return clockAtom(r, scope);
}

function guard(r: Random, scope: Scope, clocky = 0.5): string {
  return Array.from({ length: r.below(4) }, () => conjunct(r, scope, clocky)).join(" && ");
}

/** A subscript for a dimension of some size, never out of its range. */
function subscript(r: Random, scope: Scope, size: number, selects: readonly string[]): string {
  const fitting = scope.ints.filter((i) => i.high < size);
  const selected = fitting.filter((i) => selects.includes(i.name));
  if (selected.length > 0 && r.chance(0.6)) return r.pick(selected).name;
  if (fitting.length > 0 && r.chance(0.5)) return r.pick(fitting).name;
  return r.chance(0.3) ? `${r.below(size)}` : `(${int(r, scope)} + ${int(r, scope)}) % ${size}`;
}

function sync(r: Random, scope: Scope, selects: readonly string[]): string {
  const which = r.below(3);
  const direction = r.pick(["?", "!"]);
  if (which === 0) return `c${direction}`;
  if (which === 1) return `d[${subscript(r, scope, 2, selects)}]${direction}`;
  return `e[${subscript(r, scope, 2, selects)}][${subscript(r, scope, 3, selects)}]${direction}`;
}

function edge(r: Random, locations: number): string {
  let scope = base;
  const selects: string[] = [];
  const binders: string[] = [];
  for (let n = r.below(3); n > 0; n--) {
    const name = r.pick(pool.filter((p) => !selects.includes(p)));
    const type = r.pick(types);
    selects.push(name);
    binders.push(`${name} : ${type}`);
    scope = bind(scope, name, highOf(type));
  }
  const text = guard(r, scope);
  const labels = [
    binders.length === 0 ? "" : `select ${binders.join(", ")};`,
    text === "" ? "" : `guard ${text};`,
    `sync ${sync(r, scope, selects)};`,
  ];
  return `l${r.below(locations)} -> l${r.below(locations)} { ${labels.filter((l) => l !== "").join(" ")} }`;
}

/** The declarations and process of a specification called S. */
export function randomSpec(seed: number): string {
  const r = new Random(seed);
  const locations = 1 + r.below(2);
  const states = Array.from({ length: locations }, (_, i) => {
    const text = r.chance(0.6) ? guard(r, { ...base, upper: true }, 0.7) : "";
    return `l${i}${text === "" ? "" : ` { ${text} }`}`;
  });
  const edges = Array.from({ length: 1 + r.below(5) }, () => edge(r, locations));
  return `${declarations}\nprocess S() { ${own}\nstate ${states.join(", ")};\ninit l0;\ntrans ${edges.join(",\n")};\n}\nsystem S;\n`;
}
