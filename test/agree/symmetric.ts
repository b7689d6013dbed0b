import { findSymmetry } from "../../src/analysis/index.ts";
import {
  check,
  checkQuery,
  Fragment,
  instantiate,
  instantiateQuery,
  parseQuery,
  read,
  verify,
} from "../../src/index.ts";
import { withNobody } from "../../src/search/symmetry.ts";
import { copiesModel } from "./copies-models.ts";
import { graphModel } from "./graph-models.ts";
import { queueModel } from "./queue-models.ts";
import { Random } from "./random-network.ts";
import { symmetricModel } from "./symmetric-models.ts";

export const kinds = ["scalar", "integer", "named", "ring", "uneven", "copies", "graph", "queue"] as const;
export type Kind = (typeof kinds)[number];

export function modelOf(random: Random, kind: Kind) {
  if (kind === "copies") return copiesModel(random);
  if (kind === "queue") return queueModel(random);
  return kind === "graph" ? graphModel(random) : symmetricModel(random, kind);
}

/** One query of one random model, with and without symmetries: what differs, and whether any was used and saved states. */
export function symmetricDifference(seed: number): { problem?: string; used: boolean; saved: boolean } {
  const random = new Random(Math.floor(seed / kinds.length));
  const { text, queries } = modelOf(random, kinds[seed % kinds.length]!);
  const formula = random.pick(queries);
  const source = read(text, { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  const made = instantiate(model).made!;
  const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula).query!;
  const smaller = withNobody(made.network, query);
  const { sets, rings } = findSymmetry(smaller?.network ?? made.network, query);
  if (sets.length + rings.length === 0) return { used: false, saved: false };
  const trace = random.chance(0.3) ? "shortest" : "none";
  const ask = (symmetry: boolean) =>
    verify(made.network, query, { symmetry, trace, reduce: seed % 3 > 0, maxStates: 2000, knobs: { ceiling: 64 } });
  const [a, b] = [ask(false), ask(true)];
  if (a.outcome === "unknown" || b.outcome === "unknown") return { used: true, saved: false };
  // Only of a shortest path to a state the length is the same.
  const isPath = query.kind === "E<>" || query.kind === "A[]";
  const said = [a, b].map(
    (v) =>
      `${v.outcome} ${JSON.stringify(v.values)} ${isPath ? `${v.trace?.transitions.length} ${v.traceReason ?? ""}` : ""}`,
  );
  const saved = b.statistics.stored < a.statistics.stored;
  if (said[0] === said[1]) return { used: true, saved };
  return { problem: `${said.join(" became ")}\n${text}// ${formula}`, used: true, saved };
}
