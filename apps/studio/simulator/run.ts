import { batch, computed, effect, signal } from "@preact/signals";
import {
  ConcreteSimulator,
  type Interval,
  type Network,
  type Rational,
  rationals,
  type SimulatorOption,
  SymbolicSimulator,
  type Trace,
  type TraceTransition,
} from "../../../src/index.ts";
import { checked, network, opening } from "../core/document.ts";
import { tell } from "../core/view.ts";

/**
 * The run of the simulator: a list of steps and a position in it. Going to another position replays the simulator up to there,
 * so that options are always those of the state that is shown; taking another step than the recorded one branches off: what came
 * behind is dropped. Symbolic runs have transitions only, concrete ones delays as well.
 */
export type Step =
  | { readonly kind: "transition"; readonly transition: TraceTransition }
  | { readonly kind: "delay"; readonly delay: Rational };

/** What the page shows of a state. */
export interface Shown {
  readonly locations: readonly number[];
  readonly variables: readonly number[];
  /** Symbolic: constraints as text. Concrete: values of the clocks. */
  readonly constraints: readonly string[];
  readonly values?: readonly Rational[];
  readonly zones?: readonly Int32Array[];
}

type Simulator =
  | { readonly mode: "symbolic"; readonly at: SymbolicSimulator }
  | { readonly mode: "concrete"; readonly at: ConcreteSimulator };

export const mode = signal<"symbolic" | "concrete">("symbolic");
export const steps = signal<readonly Step[]>([]);
export const states = signal<readonly Shown[]>([]);
export const position = signal(0);
export const options = signal<readonly SimulatorOption[]>([]);
export const delays = signal<Interval | null>(null);
/** How a loaded trace ends: "the run loops from state 3". */
export const ending = signal<{ readonly text: string; readonly loop?: number } | undefined>(undefined);
export const hovered = signal<TraceTransition | undefined>(undefined);
export const shown = computed(() => states.value[position.value]);

let simulator: Simulator | undefined;
let made: Network | undefined;
/** How many steps the simulator has really made. */
let reached = 0;

/** Starts a new run in the initial state. */
export function restart(): void {
  batch(() => {
    made = network.value;
    simulator = undefined;
    reached = 0;
    steps.value = [];
    states.value = [];
    position.value = 0;
    options.value = [];
    delays.value = null;
    ending.value = undefined;
    hovered.value = undefined;
    if (made === undefined) return;
    guarded(() => {
      if (made === undefined) return;
      simulator =
        mode.value === "symbolic"
          ? { mode: "symbolic", at: new SymbolicSimulator(made) }
          : { mode: "concrete", at: new ConcreteSimulator(made) };
      if (!simulator.at.isEmpty) states.value = [look()];
      refresh();
    });
  });
}

/** The run is of the network it was started with; after an edit it starts over. */
export function ensureRun(): void {
  if (made !== network.value || (simulator === undefined && network.value !== undefined)) restart();
}

export function take(index: number): void {
  const option = options.value[index];
  if (option === undefined) return;
  const next = steps.value[position.value];
  if (next?.kind === "transition" && sameTransition(next.transition, option.transition)) {
    goTo(position.value + 1);
    return;
  }
  extend({ kind: "transition", transition: option.transition }, () => simulator?.at.take(index) === true);
}

export function wait(delay: Rational): void {
  const at = simulator;
  if (at?.mode === "concrete") extend({ kind: "delay", delay }, () => at.at.delay(delay));
}

function extend(step: Step, act: () => boolean): void {
  batch(() =>
    guarded(() => {
      if (!act()) return;
      steps.value = [...steps.value.slice(0, position.value), step];
      reached = position.value + 1;
      states.value = [...states.value.slice(0, reached), look()];
      position.value = reached;
      ending.value = undefined;
      refresh();
    }),
  );
}

export function goTo(target: number): void {
  if (target < 0 || target >= states.value.length || simulator === undefined) return;
  batch(() =>
    guarded(() => {
      while (reached > target) {
        simulator?.at.back();
        reached--;
      }
      while (reached < target) {
        replay(steps.value[reached]);
        reached++;
      }
      position.value = target;
      refresh();
    }),
  );
}

function replay(step: Step): boolean {
  if (simulator === undefined) return false;
  if (step.kind === "delay") return simulator.mode === "concrete" && simulator.at.delay(step.delay);
  const index = simulator.at.options().findIndex((o) => sameTransition(o.transition, step.transition));
  return index >= 0 && simulator.at.take(index);
}

/** Random steps with a seed, from where the run is. */
export function randomSteps(count: number, seed: number): void {
  const random = seeded(seed);
  batch(() => {
    for (let i = 0; i < count && options.value.length > 0; i++) take(Math.floor(random() * options.value.length));
  });
}

/** A trace of the verifier as a run. Symbolic traces show all the states each step can lead to. */
export function load(trace: Trace): void {
  batch(() => {
    mode.value = trace.concrete && mode.value === "concrete" ? "concrete" : "symbolic";
    restart();
    const wanted: Step[] = [];
    trace.states.forEach((state, i) => {
      if (mode.value === "concrete" && state.delay !== undefined && state.delay.n !== 0n)
        wanted.push({ kind: "delay", delay: state.delay });
      const transition = trace.transitions[i];
      if (transition !== undefined) wanted.push({ kind: "transition", transition });
    });
    loadSteps(wanted);
    ending.value = endingOf(trace);
    goTo(0);
  });
}

export function loadSteps(wanted: readonly Step[]): void {
  batch(() =>
    guarded(() => {
      for (const step of wanted) {
        if (!replay(step)) {
          tell(`the run goes no further than step ${steps.value.length}: the model has changed`, "error");
          break;
        }
        steps.value = [...steps.value, step];
        states.value = [...states.value, look()];
        reached++;
        position.value = reached;
      }
      refresh();
    }),
  );
}

function endingOf(trace: Trace): { text: string; loop?: number } {
  switch (trace.ending) {
    case "loop":
      return {
        text: `goes on for ever from state ${trace.loop ?? 0}`,
        ...(trace.loop === undefined ? {} : { loop: trace.loop }),
      };
    case "deadlock":
      return { text: "ends in a deadlock" };
    case "divergence":
      return { text: "ends where time may pass for ever" };
    default:
      return { text: "ends where the formula is decided" };
  }
}

function look(): Shown {
  if (simulator === undefined) return { locations: [], variables: [], constraints: [] };
  const { at } = simulator;
  const common = { locations: at.locations, variables: at.variables };
  if (simulator.mode === "concrete") {
    const values = simulator.at.values;
    const constraints = (made?.clocks ?? []).slice(1).map((c, i) => `${c.name} = ${rationals.showRational(values[i])}`);
    return { ...common, constraints, values };
  }
  return {
    ...common,
    constraints: constraintLines(simulator.at.constraints),
    zones: simulator.at.zones as readonly Int32Array[],
  };
}

/** One zone: a line per constraint; several: a line per zone. */
function constraintLines(zones: string): readonly string[] {
  return zones.includes(" or ")
    ? zones.split(" or ").map((zone, i) => (i === 0 ? zone : `or ${zone}`))
    : zones.split(", ");
}

function refresh(): void {
  options.value = simulator === undefined || simulator.at.isEmpty ? [] : simulator.at.options();
  delays.value = simulator?.mode === "concrete" ? simulator.at.delays() : null;
  hovered.value = undefined;
}

/** Why an edge of a process cannot be taken now, with what is written there, and when that changes by waiting. */
export function explain(edge: number): readonly string[] {
  try {
    const found = simulator?.at.explain(edge) ?? [];
    const lines = found.map(({ message, origin }) => {
      const written = checked.value.text
        .slice(origin.start, origin.end)
        .replace(/&lt;/g, "<")
        .replace(/&gt;/g, ">")
        .replace(/&amp;/g, "&");
      return written === "" || written.length > 80 || written.includes("</") || message.includes(written)
        ? message
        : `${written}: ${message}`;
    });
    const after = found.some((o) => o.kind === "clock") ? whenPossible(edge) : undefined;
    return after === undefined ? lines : [...lines, `It can be taken after waiting ${rationals.showRational(after)}.`];
  } catch (error) {
    return [(error as Error).message];
  }
}

/**
 * The least delay after which an edge can be taken, if there is one within 100 units. Constants are integers, so what clocks allow
 * changes only where one of them is an integer: those moments, and points between them, are tried in order.
 */
function whenPossible(edge: number): Rational | undefined {
  if (simulator?.mode !== "concrete") return undefined;
  const { at } = simulator;
  const { rational, minus, plus, compareRational } = rationals;
  const rests = at.values.map((v) => minus(rational(v.n / v.d + 1n), v));
  const moments = rests
    .flatMap((rest) => Array.from({ length: 100 }, (_, k) => plus(rest, rational(k))))
    .sort(compareRational);
  let before = rational(0);
  for (const moment of moments) {
    if (compareRational(moment, before) === 0) continue;
    const middle = rational(before.n * moment.d + moment.n * before.d, 2n * before.d * moment.d);
    for (const delay of [middle, moment]) {
      if (!at.delay(delay)) return undefined;
      const free = at.explain(edge).length === 0;
      at.back();
      if (free) return delay;
    }
    before = moment;
  }
  return undefined;
}

/** Faults of the model (a value out of range) are told, and the run stays where it is. */
function guarded(act: () => void): void {
  try {
    act();
  } catch (error) {
    tell(`the simulator stops: ${error instanceof Error ? error.message : String(error)}`, "error");
  }
}

export function sameTransition(a: TraceTransition, b: TraceTransition): boolean {
  return (
    a.parts.length === b.parts.length &&
    a.parts.every((p, i) => {
      const q = b.parts[i];
      return p.process === q.process && p.edge === q.edge && p.selects.every((s, k) => s.value === q.selects[k]?.value);
    })
  );
}

/** The run as a trace, for charts and files. */
export function asTrace(): Trace | undefined {
  if (made === undefined || states.value.length === 0) return undefined;
  const transitions = steps.value.flatMap((s) => (s.kind === "transition" ? [s.transition] : []));
  // A chart has one row per transition: states between delays are left out.
  const rows = states.value.filter((_, i) => i === 0 || steps.value[i - 1]?.kind === "transition");
  return {
    processes: made.processes.map((p) => ({
      name: p.name,
      template: p.template,
      locations: p.locations.map((l) => l.name),
    })),
    variables: made.slots.slice(made.processes.length).map((s) => s.name),
    clocks: made.clocks.slice(1).map((c) => c.name),
    states: rows.map(({ locations, variables, values }) => ({
      locations,
      variables,
      zone: [],
      ...(values === undefined ? {} : { values }),
    })),
    transitions,
    ending: ending.value?.loop === undefined ? "goal" : "loop",
    ...(ending.value?.loop === undefined ? {} : { loop: ending.value.loop }),
    concrete: false,
  };
}

function seeded(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

effect(() => {
  opening.value;
  restart();
});

/** The run as text for a link: per step the edges with the values chosen, or the delay. */
export function sharedRun(): string {
  const list = steps.value.map((s) =>
    s.kind === "delay"
      ? { d: `${s.delay.n}/${s.delay.d}` }
      : { t: s.transition.parts.map((p) => [p.process, p.edge, ...p.selects.map((v) => v.value)]) },
  );
  return JSON.stringify({ mode: mode.value, steps: list });
}

/** The inverse; steps that the model does not have end the run there. */
export function openSharedRun(shared: string): void {
  const { mode: wanted, steps: list } = JSON.parse(shared) as {
    mode?: string;
    steps?: readonly { d?: string; t?: readonly (readonly number[])[] }[];
  };
  batch(() => {
    mode.value = wanted === "concrete" ? "concrete" : "symbolic";
    restart();
    for (const step of list ?? []) {
      const before = steps.value.length;
      if (step.d !== undefined) {
        const [n, d] = step.d.split("/");
        wait(rationals.rational(BigInt(n), BigInt(d)));
      } else {
        const wantedParts = JSON.stringify(step.t);
        const index = options.value.findIndex(
          (o) =>
            JSON.stringify(o.transition.parts.map((p) => [p.process, p.edge, ...p.selects.map((v) => v.value)])) ===
            wantedParts,
        );
        if (index >= 0) take(index);
      }
      if (steps.value.length === before) break;
    }
    goTo(0);
  });
}
