/**
 * Random models of which little is alive at a time: every process has several clocks of which an edge tests one and sets
 * another, and all share long arrays of which a step changes a few cells, by index, through a reference, or as a whole.
 * Clocks are copied, compared with each other, stopped, set through references and asked for by queries. Whatever of a state
 * is left out, tied or folded, and whichever of these ways is switched off: the same discrete states as the interpreter's,
 * the same answers, and a trace wherever there is one.
 */
import { clockBounds, formulasOf, mentionsDeadlock } from "../../src/analysis/index.ts";
import { CompiledReach, Fault, type Small, whyNotCompiled } from "../../src/engine/index.ts";
import type { Network, NetworkQuery } from "../../src/network/index.ts";
import { type VerifyOptions, verify } from "../../src/search/index.ts";
import { model } from "../search/model.ts";
import { showVerdict } from "./compare.ts";
import { nowhere, statesOf } from "./loose.ts";
import { Random } from "./random-network.ts";

interface AliveCase {
  readonly text: string;
  readonly query: string;
}

export const aliveKinds = ["E<>", "A[]", "deadlock", "sup", "inf", "E[]", "A<>", "-->"] as const;
type Kind = (typeof aliveKinds)[number];

/** The model and the query of a seed. */
export function aliveCase(seed: number, kind: Kind = aliveKinds[seed % aliveKinds.length]!): AliveCase {
  const random = new Random(seed);
  const length = random.pick([24, 60, 150]);
  const most = random.pick([1, 3, 200, 70_000]);
  const processes = random.between(2, 3);
  const own = random.between(3, 5);
  // Each of them is rare, so that it is met alone as well.
  const rare = () => random.below(4) === 0;
  const isDead = kind === "deadlock";
  const has = {
    differences: rare(),
    stopped: rare(),
    copies: rare(),
    priorities: !isDead && rare() && rare(),
    urgent: rare(),
  };
  const index = () => random.pick([0, 7, length - 1, random.below(length)]);
  const value = () => random.pick([0, 1, most]);
  const clock = (p: number) => (random.below(6) === 0 ? random.pick(["g", "h"]) : `x${p}[${random.below(own)}]`);
  // Stored in entries of one, two and four bytes.
  const scale = [1, 1, 1000, 300_000][(seed >> 3) % 4]!;
  const constant = () => scale * random.between(0, 6);
  const compared = (p: number): string => {
    const how = random.pick(["<=", "<", ">=", ">", ">=", "<="]);
    if (has.differences && rare()) return `${clock(p)} - ${clock(p)} ${how} ${scale * random.between(-3, 3)}`;
    return `${clock(p)} ${how} ${constant()}`;
  };
  const step = (): string =>
    random.pick([
      () => `put(a, ${index()}, ${value()})`,
      () => `b[${index()}] = ${value()}`,
      () => `put(${random.pick(["a", "b"])}, ${index()}, ${random.pick(["a", "b"])}[${index()}])`,
      () => random.pick(["a = b", "clear(b)", "n = 1 - n", "n = 0"]),
    ])();
  const sets = (p: number): string => {
    if (has.copies && rare()) return `${clock(p)} = ${clock(p)}`;
    return random.pick([`${clock(p)} = 0`, `${clock(p)} = 0`, `restart(${clock(p)})`, `${clock(p)} = ${constant()}`]);
  };
  const location = (p: number, l: number): string => {
    const invariant = [
      ...(random.below(3) === 0 ? [`${clock(p)} <= ${scale * random.between(2, 7)}`] : []),
      ...(has.stopped && rare() ? [`x${p}[${random.below(own)}]' == 0`] : []),
    ];
    return invariant.length === 0 ? `l${l}` : `l${l} { ${invariant.join(" && ")} }`;
  };
  const edge = (p: number, from: number): string => {
    const guard = [
      ...(random.below(3) === 0 ? [] : [compared(p)]),
      ...(rare() ? [random.pick([`a[${index()}] == ${value()}`, `b[${index()}] != ${value()}`, "n == 1"])] : []),
    ];
    const sync =
      random.below(3) === 0
        ? `sync ${random.pick(isDead && guard.length > 0 ? ["c!", "c?", "d!"] : ["c!", "c?", "d!", "d?"])};`
        : "";
    const update = [...random.list(0, 2, () => sets(p)), ...(random.below(3) === 0 ? [step()] : [])];
    return `l${from} -> l${random.below(3)} { ${guard.length === 0 ? "" : `guard ${guard.join(" && ")};`} ${sync} ${
      update.length === 0 ? "" : `assign ${update.join(", ")};`
    } }`;
  };
  const names = Array.from({ length: processes }, (_, p) => p);
  const bodies = names.map((p) => {
    const edges = [0, 1, 2, ...random.list(0, 2, () => random.below(3))].map((from) => edge(p, from));
    const urgent = has.urgent && rare() ? random.pick(["urgent l2;", "commit l2;"]) : "";
    return `process P${p}() { state ${[0, 1, 2].map((l) => location(p, l)).join(", ")}; ${urgent} init l0; trans ${edges.join(", ")}; }`;
  });
  const text = `typedef int[0, ${most}] cell_t; cell_t a[${length}], b[${length}]; int[0, 1] n; clock g, h; ${names
    .map((p) => `clock x${p}[${own}];`)
    .join(" ")} chan c; broadcast chan d; ${has.priorities ? "chan priority c < default < d;" : ""}
void put(cell_t &to[${length}], int k, cell_t v) { to[k] = v; }
void clear(cell_t &what[${length}]) { int k; for (k = 0; k < ${length}; k += 7) what[k] = 0; }
void restart(clock &x) { x = 0; }
${bodies.join("\n")}
system ${names.map((p) => `P${p}`).join(", ")};`;
  const place = () => {
    const p = random.below(processes);
    return `P${p}.l${random.below(3)}`;
  };
  const asked = (): string => compared(random.below(processes));
  const formula = () =>
    random.pick([
      () => `${place()} and ${asked()}`,
      () => `${place()} and ${place()}`,
      () => `${place()} and a[${index()}] + b[${index()}] == ${value()}`,
    ])();
  const clocks = () => `${clock(random.below(processes))}`;
  const queries: Readonly<Record<Kind, () => string>> = {
    "E<>": () => `E<> ${formula()}`,
    "A[]": () => `A[] not (${formula()})`,
    deadlock: () => random.pick(["A[] not deadlock", `E<> deadlock and ${place()}`]),
    sup: () => `sup{${place()}}: ${clocks()}`,
    inf: () => `inf{${place()}}: ${clocks()}, a[${index()}]`,
    "E[]": () => `E[] not (${formula()})`,
    "A<>": () => `A<> ${formula()}`,
    "-->": () => `${place()} --> ${formula()}`,
  };
  return { text, query: queries[kind]() };
}

const OFF = Number.POSITIVE_INFINITY;
const ON: Required<Small> = { active: 0, tie: 0, fold: 0, list: 0 };
/** Nothing is made small; everything; everything but one way. */
export const aliveWays: Readonly<Record<string, Required<Small>>> = {
  plain: { active: OFF, tie: OFF, fold: OFF, list: OFF },
  small: ON,
  "without active clocks": { ...ON, active: OFF },
  "without folding": { ...ON, fold: OFF },
  "without tied zones": { ...ON, tie: OFF },
  "without lists": { ...ON, list: OFF },
};

/** States after which no search goes on. */
const MOST = 1500;

interface AliveCompared {
  readonly what: "agree" | "open" | "interpreted" | "differ";
  readonly words: string;
}

/** Discrete states are compared in all ways; answers as they are, made small, and in one of the other ways, by turns. */
export function compareAlive({ text, query }: AliveCase, turn: number): AliveCompared {
  const { network, query: made } = model(text);
  const asked = made(query);
  const told = (words: string): AliveCompared => ({ what: "differ", words: `${words}\n${text}\n// ${query}` });
  const states = discreteStates(network, asked);
  const expected = states && statesOf(network, asked);
  if (states && expected) {
    for (const [way, found] of Object.entries(states)) {
      if (found === undefined) return told(`${way}: not explored to its end`);
      for (const state of expected) if (!found.has(state)) return told(`${way}: not reached: ${state}`);
      for (const state of found)
        if (!expected.has(state)) return told(`${way}: reached without the interpreter: ${state}`);
    }
  }
  const [plain, small, ...others] = Object.entries(aliveWays);
  const asking = [plain!, small!, others[turn % others.length]!];
  const answers = asking.map(([way, small]) => [way, answer(network, asked, { knobs: { small } })] as const);
  if (answers.some(([, a]) => a === "limit")) return { what: "open", words: "" };
  const [, expectedAnswer] = answers[0]!;
  for (const [way, found] of answers)
    if (found !== expectedAnswer) return told(`plain ${expectedAnswer}, ${way} ${found}`);
  return { what: states && expected ? "agree" : states ? "open" : "interpreted", words: "" };
}

/** The answer in words: with what is asked for by way of a trace. */
function answer(network: Network, query: NetworkQuery, options: VerifyOptions): string {
  const verdict = verify(network, query, {
    trace: "some",
    maxStates: 2 * MOST,
    ...options,
    knobs: { leaf: 3, ceiling: 64, ...options.knobs },
  });
  const { outcome, values, trace, traceReason, fault } = verdict;
  if (outcome === "unknown") return "limit";
  // A model that faults does so wherever the search comes to it first.
  if (outcome === "fault") return `fault ${fault?.kind}`;
  const shown = values === undefined ? "" : showVerdict(verdict);
  return `${outcome} ${shown} ${trace === undefined ? (traceReason ?? "no trace") : "trace"}`;
}

/** By way, the discrete states of a search for nothing; undefined where the model is interpreted. */
function discreteStates(
  network: Network,
  query: NetworkQuery,
): Readonly<Record<string, ReadonlySet<string> | undefined>> | undefined {
  const symmetric = formulasOf(query).some(mentionsDeadlock);
  const bounds = clockBounds(network, { query, symmetric });
  const everything = nowhere(query);
  if (whyNotCompiled(network, everything, bounds) !== undefined) return undefined;
  const options = {
    order: "bfs",
    trace: false,
    shortest: false,
    memory: 2 ** 26,
    leaf: 3,
    confirm: () => false,
  } as const;
  return Object.fromEntries(
    Object.entries(aliveWays).map(([way, small]) => {
      try {
        const search = new CompiledReach(network, everything, bounds, { ...options, small });
        // One that does not fit into so many bits begins anew, and is still working.
        let status = search.run(4 * MOST);
        for (let tries = 0; status === "working" && tries < 2; tries++) status = search.run(4 * MOST);
        if (status !== "exhausted") return [way, undefined];
        const found = new Set<string>();
        search.each(({ cells }) => found.add(cells.join()));
        return [way, found];
      } catch (error) {
        if (error instanceof Fault) return [way, undefined];
        throw error;
      }
    }),
  );
}
