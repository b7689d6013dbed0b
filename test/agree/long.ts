/**
 * Random models with long arrays of which a step changes a few cells: by index, by a function that is given the array, by
 * copies of whole arrays. States must be the same whether they are folded or not.
 */
import { verify } from "../../src/search/index.ts";
import { model } from "../search/model.ts";
import { Random } from "./random-network.ts";

interface LongCase {
  readonly text: string;
  readonly query: string;
}

export function longCase(seed: number): LongCase {
  const random = new Random(seed);
  const length = random.between(2, 400);
  const most = random.pick([1, 3, 200, 70_000]);
  const index = () => random.below(length);
  const value = () => random.between(0, most);
  const steps = [
    () => `a[${index()}] = ${value()}`,
    () => `put(a, (${random.between(1, 9)} * n) % ${length}, ${value()})`,
    () => `put(b, ${index()}, a[${index()}])`,
    () => `a[i] = b[${index()}]`,
    () => "a = b",
    () => `clear(${random.pick(["a", "b"])}, n % ${length})`,
    () => `m[${random.below(5)}] = i`,
    () => "x = 0",
  ];
  const guards = [() => `a[${index()}] == ${value()}`, () => `x >= ${random.between(1, 4)}`, () => `b[i] < ${value()}`];
  const edge = (from: number): string => {
    const guard = random.list(0, 1, () => random.pick(guards)()).join(" && ");
    const update = [...random.list(1, 3, () => random.pick(steps)()), `n = (n + ${random.between(1, 5)}) % 12`].join(
      ", ",
    );
    return `l${from} -> l${random.below(3)} { select i : int[0, ${Math.min(length - 1, random.below(3))}]; ${
      guard === "" ? "" : `guard ${guard};`
    } assign ${update}; }`;
  };
  const text = `int[0, ${most}] a[${length}], b[${length}]; int m[5]; int n;
    void put(int[0, ${most}] &to[${length}], int k, int v) { to[k] = v; }
    void clear(int[0, ${most}] &what[${length}], int from) { int k; for (k = from; k < ${length}; k += 7) what[k] = 0; }
    process P() { clock x; state l0, l1, l2; init l0; trans ${[0, 0, 1, 1, 2].map(edge).join(", ")}; } system P;`;
  const query = `E<> P.l2 and n == ${random.below(12)} and a[${index()}] + b[${index()}] == ${value()}`;
  return { text, query };
}

/** What folded states change, or other than the interpreter's; undefined if nothing. */
export function longDisagreement({ text, query }: LongCase): string | undefined {
  const { network, query: made } = model(text);
  const asked = made(query);
  const ask = (options: object) => {
    const { outcome, reason, trace, statistics } = verify(network, asked, {
      ...{ trace: "shortest", order: "bfs", maxStates: 300, symmetry: false },
      ...options,
    });
    // Limits are looked at after each state, or now and then.
    if (reason !== undefined) return "limit";
    return `${outcome}, ${statistics.stored} stored, ${trace?.transitions.length} steps`;
  };
  const [plain, folded] = [ask({ knobs: { small: { fold: Infinity } } }), ask({ knobs: { small: { fold: 0 } } })];
  if (plain !== folded) return `plain ${plain}, folded ${folded}\n${text}\n${query}`;
  const interpreted = ask({ compiled: false });
  const isSame = interpreted === folded || [interpreted, folded].includes("limit");
  return isSame ? undefined : `interpreted ${interpreted}, folded ${folded}\n${text}\n${query}`;
}
