/**
 * Symmetries without scalar sets: parameters of templates whose values only name processes. For each parameter (and for
 * all parameters of one range together) the network is compared with its image under two permutations of the values: the
 * exchange of the first two and the rotation of all. Both together generate every permutation; where only the rotation is
 * one, the processes stand in a ring. Processes of one template with the same arguments are copies of each other: nothing names
 * them, so their numbers are values that no variable holds. See `automorphism.ts` for what is compared and `order.ts` for what else would show.
 */
import { append, first, greatest, smallest } from "../../base/index.ts";
import type { Network, Process } from "../../network/index.ts";
import { Ranges } from "../values/range.ts";
import { Automorphism } from "./automorphism.ts";
import type { Failure, Moves, Permutation } from "./images.ts";
import { Kinds } from "./kinds.ts";
import { orderedBroadcast, orderedLoop } from "./order.ts";

/** Parameters that may name processes, and what came of them. */
export interface Identifiers {
  /** As the user knows it: `id_t`, or `int[0,3] i of P`. */
  readonly name: string;
  /** The type as it was written for the first of the parameters. */
  readonly type: string;
  readonly low: number;
  readonly high: number;
  readonly found: Interchange | undefined;
  /** Why nothing was found, or why only rotations. */
  readonly failure: Failure | undefined;
  /** Processes that nothing names, by element. */
  readonly copies?: readonly string[];
}

/** Elements `low` to `high` may change places: all of them (`exchange` is there), or by rotations only. */
export interface Interchange {
  readonly low: number;
  readonly high: number;
  readonly kinds: Kinds;
  readonly identifiers: ReadonlySet<number>;
  readonly rotation: Moves;
  readonly exchange: Moves | undefined;
}

interface Choice {
  readonly template: string;
  readonly parameter: number;
  readonly name: string;
  readonly type: string;
  readonly low: number;
  readonly high: number;
}

/** More elements than this are left alone, and larger networks: sorting and comparing them would take long. */
const MOST_ELEMENTS = 128;
const MOST_EDGES = 50_000;
/** The first number of a copy: larger than what variables hold. */
const COPIES = 2 ** 29;

const known = new WeakMap<Network, readonly Identifiers[]>();

/** Worked out once for each network. */
export function identifiersOf(network: Network): readonly Identifiers[] {
  const before = known.get(network);
  if (before) return before;
  const made = find(network);
  known.set(network, made);
  return made;
}

function find(network: Network): readonly Identifiers[] {
  const choices = choicesOf(network);
  const copies = copiesOf(network);
  if (choices.length + copies.length === 0 || network.vectors.length > 0) return [];
  if (network.processes.reduce((sum, p) => sum + p.edges.length, 0) > MOST_EDGES) return [];
  let ranges: Ranges | undefined;
  const kinds = new Kinds(network, undefined, (at) => {
    ranges ??= new Ranges(network);
    return ranges.addresses(at);
  });
  const all: Identifiers[] = [];
  const failed: { readonly choice: Choice; readonly made: Identifiers }[] = [];
  for (const choice of choices) {
    const made = attempt(network, kinds, [choice]);
    if (made.found?.exchange) all.push(made);
    else failed.push({ choice, made });
  }
  // What does not go alone may go together with the others of its range.
  while (failed.length > 0) {
    const { choice, made } = failed[0]!;
    const others = failed.filter(({ choice: c }) => c.low === choice.low && c.high === choice.high);
    const together =
      others.length > 1
        ? attempt(
            network,
            kinds,
            others.map((o) => o.choice),
          )
        : made;
    for (const other of others) failed.splice(failed.indexOf(other), 1);
    if (together.found !== undefined || others.length === 1) all.push(together);
    else if (others.some((o) => o.made.found))
      append(
        all,
        others.map((o) => o.made),
      );
    else all.push(together);
  }
  return [...all, ...copies.map((processes) => attemptCopies(network, kinds, processes))];
}

/** Processes of one template with the same arguments, as far as these are integers or scalars; the others are compared. */
function copiesOf(network: Network): Process[][] {
  const by = new Map<string, Process[]>();
  for (const process of network.processes) {
    const values = (process.parameters ?? []).map(({ value }) => value);
    const key = `${process.template}(${values.join()})(${process.args.join()})`;
    const known = by.get(key);
    if (known) known.push(process);
    else by.set(key, [process]);
  }
  return [...by.values()].filter((processes) => processes.length > 1);
}

/** Parameters with at least two values, without gaps, in a template with at least two processes. */
function choicesOf(network: Network): Choice[] {
  const choices: Choice[] = [];
  for (const [template, processes] of byTemplate(network)) {
    (first(processes).parameters ?? []).forEach(({ name, type }, parameter) => {
      const values = new Set(processes.map((p) => p.parameters![parameter]!.value));
      const [low, high] = [smallest(values), greatest(values)];
      if (values.size < 2 || high - low + 1 !== values.size) return;
      choices.push({ template, parameter, name, type, low, high });
    });
  }
  return choices;
}

function byTemplate(network: Network): Map<string, Process[]> {
  const by = new Map<string, Process[]>();
  for (const process of network.processes) {
    if (process.parameters === undefined) continue;
    const known = by.get(process.template);
    if (known) known.push(process);
    else by.set(process.template, [process]);
  }
  return by;
}

function attempt(network: Network, kinds: Kinds, choices: readonly Choice[]): Identifiers {
  const { low, high, type, name, template } = first(choices);
  const isNamed = /^\w+$/.test(type) && type !== "int";
  const called = isNamed && choices.every((c) => c.type === type) ? type : `${type} ${name} of ${template}`;
  const identifiers = new Set<number>();
  // A parameter that is a variable of its process holds an element from the start.
  const own = new Set(
    choices.flatMap((c) =>
      network.processes.filter((p) => p.template === c.template).map((p) => `${p.name}.${c.name}`),
    ),
  );
  network.slots.forEach((slot, cell) => {
    if (own.has(slot.name) && kinds.whyNumber(cell) === undefined) identifiers.add(kinds.root(cell));
  });
  const images = (to: (v: number) => number) => processesTo(network, choices, to);
  return { name: called, type, low, high, ...interchange(network, kinds, low, high, identifiers, images) };
}

function attemptCopies(network: Network, kinds: Kinds, processes: readonly Process[]): Identifiers {
  const [low, high] = [COPIES, COPIES + processes.length - 1];
  const images = (to: (v: number) => number): Int32Array => {
    const processTo = Int32Array.from(network.processes, (_, k) => k);
    processes.forEach((p, k) => {
      processTo[p.index] = processes[to(COPIES + k) - COPIES]!.index;
    });
    return processTo;
  };
  const { found, failure } = interchange(network, kinds, low, high, new Set(), images);
  return {
    name: `copies of ${processes[0]!.template}`,
    type: processes[0]!.template,
    low,
    high,
    // Processes that only rotations permute stand in a ring by their references; that is left alone.
    found: found?.exchange ? found : undefined,
    failure,
    copies: processes.map((p) => p.name),
  };
}

/** Compares the network with its images; `identifiers` are those known before, and grows. */
function interchange(
  network: Network,
  kinds: Kinds,
  low: number,
  high: number,
  identifiers: Set<number>,
  images: (to: (value: number) => number) => Int32Array | Failure,
): { readonly found: Interchange | undefined; readonly failure: Failure | undefined } {
  if (high - low >= MOST_ELEMENTS) return { found: undefined, failure: { message: "it has too many elements" } };
  const size = high - low + 1;
  const rotate = (v: number) => (v < low || v > high ? v : v === high ? low : v + 1);
  const swap = (v: number) => (v === low ? low + 1 : v === low + 1 ? low : v);
  const compare = (to: (v: number) => number, isRotation: boolean): Automorphism | Failure => {
    const permutation: Permutation = { low, high, to, isRotation };
    const processTo = images(to);
    if (!(processTo instanceof Int32Array)) return processTo;
    const all = new Automorphism(network, kinds, permutation, processTo, identifiers);
    all.attempt(() => all.wholeNetwork());
    return all.failure ?? all;
  };
  let rotation = compare(rotate, true);
  if (!(rotation instanceof Automorphism)) return { found: undefined, failure: rotation };
  const before = identifiers.size;
  const exchange = compare(swap, size === 2);
  // Identifiers that only the exchange has brought to light must go with the rotation, too.
  if (identifiers.size > before) rotation = compare(rotate, true);
  if (!(rotation instanceof Automorphism)) return { found: undefined, failure: rotation };
  const processTo = images(rotate) as Int32Array;
  const ordered =
    orderedLoop(network.functions, ({ cell }) => identifiers.has(kinds.root(cell))) ??
    orderedBroadcast(network, (p) => processTo[p] !== p);
  if (ordered) return { found: undefined, failure: ordered };
  const isFull = exchange instanceof Automorphism;
  return {
    found: { low, high, kinds, identifiers, rotation: rotation.moves, exchange: isFull ? exchange.moves : undefined },
    failure: isFull ? undefined : exchange,
  };
}

/** The image of each process: the one of its template whose chosen parameters have the images of the values. */
function processesTo(
  network: Network,
  choices: readonly Choice[],
  to: (value: number) => number,
): Int32Array | Failure {
  const processTo = Int32Array.from(network.processes, (_, k) => k);
  for (const [template, processes] of byTemplate(network)) {
    const chosen = new Set(choices.filter((c) => c.template === template).map((c) => c.parameter));
    if (chosen.size === 0) continue;
    const at = new Map(processes.map((p) => [p.parameters!.map(({ value }) => value).join(), p.index]));
    if (at.size < processes.length) return { message: `two processes of ${template} have the same arguments` };
    for (const p of processes) {
      const image = p.parameters!.map(({ value }, k) => (chosen.has(k) ? to(value) : value)).join();
      const index = at.get(image);
      if (index === undefined) return { message: `there is no ${template}(${image})`, origin: p.origin };
      processTo[p.index] = index;
    }
  }
  return processTo;
}
