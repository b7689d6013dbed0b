import {
  type Instantiated,
  prove,
  Recording,
  showTransformation,
  spliceTree,
  synthesise,
  type UppaalSource,
  whyNotRecorded,
} from "../../../src/index.ts";
import type { Proposal } from "./list.ts";

/**
 * A model that begins where a run ends (Rinast and others). The run is taken again and recorded; a short sequence of resets,
 * delays and constraints that leads to the same clock values becomes the initialisation of a new model. Before it is shown, the
 * new model's initialisation is run and compared with the recorded state. Throws with words where that is not possible.
 */
export function reconstructed(
  source: UppaalSource,
  { model, network }: Instantiated,
  run: readonly (readonly number[])[],
): Proposal {
  const why = whyNotRecorded(network);
  if (why !== undefined) throw new Error(`this model cannot be reconstructed: ${why}`);
  const recording = new Recording(network);
  const { run: recorded } = recording;
  for (const [i, words] of run.entries()) {
    const step = recorded
      .options()
      .find((o) => o.words.length === words.length && words.every((w, k) => w === o.words[k]));
    if (step === undefined) throw new Error(`step ${i + 1} of the run cannot be taken again`);
    recorded.take(step);
  }
  const { plan, transformations, method } = recording.reconstruct();
  if (plan === undefined)
    throw new Error("the state has no reconstruction of constant length to be written as a model");
  const { state } = recorded;
  const synthesised = synthesise(model, network, state, plan);
  if ("refused" in synthesised) throw new Error(synthesised.refused);
  const proof = prove(synthesised.made, network, state, recorded.stateZone());
  if ("failed" in proof) throw new Error(`the new model does not begin in the state: ${proof.failed}`);
  const names = ["0", ...network.clocks.slice(1).map((c) => c.name)];
  const places = network.processes.map((p, i) => `${p.name}.${p.locations[state[i]!]!.name}`);
  return {
    text: spliceTree(source, synthesised.made.tree),
    notes: [
      `After ${run.length} ${run.length === 1 ? "transition" : "transitions"}: ${places.join(", ")}. All clock values that the run can have there are restored, delays included.`,
      `${recording.recorded} transformations of the clocks were recorded; ${transformations.length} rebuild them. The new model was run, and comes to the same state.`,
    ],
    rows: [
      {
        where: `Initialisation, ${method === "constant" ? "by the last resets" : "value-aware"}`,
        what: transformations.map((t) => showTransformation(t, names)).join("\n"),
        why: "each keeps the clock values that the steps before it gave, and the last has those of the state",
      },
    ],
  };
}
