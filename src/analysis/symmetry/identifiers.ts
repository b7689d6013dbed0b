/**
 * Symmetries without scalar sets: parameters of templates whose values only name processes. For each parameter (and for
 * all parameters of one range together) the network is compared with its images under permutations of the values
 * (`elements.ts`): of all of them, and if that fails, of those that the model does not tell from others. Processes of one
 * template with the same arguments are copies of each other: nothing names them, so their numbers are values that no
 * variable holds.
 */
import { append, first, greatest, smallest } from "../../base/index.ts";
import type { Network, Process } from "../../network/index.ts";
import { Ranges } from "../values/range.ts";
import { type Held, type Interchange, interchangeAll, interchangeSome, type Setting } from "./elements.ts";
import type { Failure } from "./images.ts";
import { Kinds } from "./kinds.ts";

/** Parameters that may name processes, and what came of them. */
export interface Identifiers {
  /** As the user knows it: `id_t`, or `int[0,3] i of P`. */
  readonly name: string;
  /** The type as it was written for the first of the parameters. */
  readonly type: string;
  readonly low: number;
  readonly high: number;
  /** Elements that may change places: all, or several classes of them. */
  readonly found: readonly Interchange[];
  /** Why nothing was found, or why not all permutations. */
  readonly failure: Failure | undefined;
  /** Elements that the model tells from all others, and by what. */
  readonly held: readonly Held[];
  /** Processes that nothing names, by element. */
  readonly copies?: readonly string[];
  /** Values that name no process (`data.ts`). */
  readonly isData?: true;
}

interface Choice {
  readonly template: string;
  readonly parameter: number;
  readonly name: string;
  readonly type: string;
  readonly low: number;
  readonly high: number;
}

/** Larger networks are left alone: comparing them would take long. */
export const MOST_EDGES = 50_000;
/** The first number of a copy: larger than what variables hold. */
const COPIES = 2 ** 29;

const known = new WeakMap<Network, readonly Identifiers[]>();
const knownKinds = new WeakMap<Network, Kinds>();

/** Worked out once for each network. */
export function kindsFor(network: Network): Kinds {
  const before = knownKinds.get(network);
  if (before) return before;
  let ranges: Ranges | undefined;
  const made = new Kinds(network, undefined, (at) => {
    ranges ??= new Ranges(network);
    return ranges.addresses(at);
  });
  knownKinds.set(network, made);
  return made;
}

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
  const kinds = kindsFor(network);
  const all: Identifiers[] = [];
  const failed: { readonly choice: Choice; readonly made: Identifiers }[] = [];
  for (const choice of choices) {
    const made = attempt(network, kinds, [choice]);
    if (isFull(made)) all.push(made);
    else failed.push({ choice, made });
  }
  while (failed.length > 0) {
    const { low, high } = failed[0]!.choice;
    const others = failed.filter(({ choice: c }) => c.low === low && c.high === high);
    for (const other of others) failed.splice(failed.indexOf(other), 1);
    append(
      all,
      attemptTogether(
        network,
        kinds,
        others.map((o) => o.choice),
        others.map((o) => o.made),
      ),
    );
  }
  return [...all, ...copies.map((processes) => attemptCopies(network, kinds, processes))];
}

const isFull = ({ found }: Identifiers): boolean => found.some(({ exchange }) => exchange !== undefined);

/** What does not go alone may go together with the others of its range; what does not go as a whole may go in part. */
function attemptTogether(
  network: Network,
  kinds: Kinds,
  choices: readonly Choice[],
  alone: readonly Identifiers[],
): readonly Identifiers[] {
  const together = choices.length > 1 ? attempt(network, kinds, choices) : first(alone);
  if (together.found.length > 0) return [together];
  if (alone.some(({ found }) => found.length > 0)) return alone;
  const part = attempt(network, kinds, choices, together.failure);
  if (part.found.length > 0 || choices.length === 1) return [part];
  const parts = choices.map((choice, k) => attempt(network, kinds, [choice], alone[k]!.failure));
  return parts.some(isFull) ? parts : [part];
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

/** With the failure of all elements, tries some of them. */
function attempt(network: Network, kinds: Kinds, choices: readonly Choice[], failure?: Failure): Identifiers {
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
  const setting: Setting = { network, kinds, elements: range(low, high), identifiers, images };
  return { name: called, type, low, high, ...(failure ? interchangeSome(setting, failure) : interchangeAll(setting)) };
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
  const setting: Setting = { network, kinds, elements: range(low, high), identifiers: new Set(), images };
  const whole = interchangeAll(setting);
  const { found, failure, held } = whole.failure === undefined ? whole : interchangeSome(setting, whole.failure);
  return {
    name: `copies of ${processes[0]!.template}`,
    type: processes[0]!.template,
    low,
    high,
    // Processes that only rotations permute stand in a ring by their references; that is left alone.
    found: found.filter(({ exchange }) => exchange !== undefined),
    failure,
    held,
    copies: processes.map((p) => p.name),
  };
}

export function range(low: number, high: number): readonly number[] {
  return Array.from({ length: high - low + 1 }, (_, k) => low + k);
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
