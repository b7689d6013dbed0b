/**
 * The proof of a synthesised model: its initialisation is run, symbolically, and the state in which the original processes
 * enter their locations is compared with the wanted one: locations, variables, and the zone over the original clocks.
 */
import { StepRecorder } from "../engine/index.ts";
import { type Instantiated, instantiate, type Network, processAt, slotAt } from "../network/index.ts";
import { dbm, type Zone } from "../zones/index.ts";
import type { Synthesis } from "./synthesise.ts";

export type Proof = { readonly made: Instantiated } | { readonly failed: string };

/** The network of a synthesised model, if its first state is the given one. */
export function prove(synthesis: Synthesis, network: Network, cells: ArrayLike<number>, zone: Zone): Proof {
  const { made, diagnostics } = instantiate(synthesis.model);
  if (made === undefined) return { failed: diagnostics[0]?.message ?? "the synthesised model cannot be instantiated" };
  const first = firstState(made.network, synthesis);
  if (typeof first === "string") return { failed: first };
  const wrong = compare(network, cells, zone, made.network, first);
  return wrong === undefined ? { made } : { failed: wrong };
}

interface State {
  readonly cells: Int32Array;
  readonly zone: Zone;
}

/** The state in which the initialisation ends, without delay. Nothing else can happen until then, which is looked at too. */
function firstState(network: Network, synthesis: Synthesis): State | string {
  const engine = new StepRecorder(network);
  const process = network.processes.findIndex((p) => p.name === synthesis.process);
  const done = processAt(network, process).locations.findIndex((l) => l.name === synthesis.done);
  engine.reset();
  let zone: Zone = dbm.newZero(engine.dim);
  network.clocks.forEach((c, x) => {
    if (x > 0 && c.initial !== 0) dbm.reset(zone, 0, engine.dim, x, c.initial);
  });
  for (;;) {
    const [delayed, ...pieces] = engine.delay(zone).zones;
    if (delayed === undefined || pieces.length > 0) return "the initialisation is split by urgency";
    const [step, ...others] = engine.steps(delayed);
    if (step === undefined || others.length > 0)
      return `the initialisation has ${step === undefined ? 0 : others.length + 1} ways to go on`;
    engine.cells.set(step.cells);
    zone = step.target;
    if (engine.cells[process] === done) return { cells: step.cells, zone };
  }
}

/** What differs, if anything does. */
function compare(
  network: Network,
  cells: ArrayLike<number>,
  zone: Zone,
  next: Network,
  first: State,
): string | undefined {
  const slots = new Map(next.slots.map((s, i) => [s.name, i]));
  const processes = new Map(next.processes.map((p, i) => [p.name, i]));
  for (let p = 0; p < network.processes.length; p++) {
    const q = processes.get(processAt(network, p).name);
    // Locations were added behind the original ones, so that numbers stay.
    if (q === undefined || first.cells[q] !== cells[p])
      return `process ${processAt(network, p).name} is in another location`;
  }
  for (let i = network.processes.length; i < network.slots.length; i++) {
    const { name } = slotAt(network, i);
    const at = slots.get(name);
    if (at === undefined || first.cells[at] !== cells[i]) return `${name} has another value`;
  }
  const numbers = new Map(next.clocks.map((c, x) => [c.name, x]));
  const clocks = network.clocks.map((c, x) => (x === 0 ? 0 : (numbers.get(c.name) ?? -1)));
  if (clocks.includes(-1)) return "a clock is missing";
  const [dim, wide] = [network.clocks.length, next.clocks.length];
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      if (first.zone[clocks[i]! * wide + clocks[j]!] !== zone[i * dim + j]) return "the zone is another one";
    }
  }
  return undefined;
}
