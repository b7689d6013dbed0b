/**
 * A network in which numbers that nobody reads name nobody, against the network as it is: no search uses symmetries, so only the
 * replacing of numbers is compared. All of it is tried, whether symmetries gain by it or not.
 */
import {
  check,
  checkQuery,
  everywhereQuery,
  Fragment,
  instantiate,
  instantiateQuery,
  type NetworkQuery,
  parseQuery,
  read,
  type Verdict,
  verify,
} from "../../src/index.ts";
import { namingNobody } from "../../src/reduce/index.ts";
import { queueModel } from "./queue-models.ts";
import { Random } from "./random-network.ts";
import { symmetricModel } from "./symmetric-models.ts";

export function nobodyDifference(seed: number): { readonly problem?: string; readonly replaced: boolean } {
  const random = new Random(seed);
  const { text, queries } = seed % 4 === 3 ? symmetricModel(random, "uneven") : queueModel(random);
  const formula = random.pick(queries);
  const source = read(text, { name: "random.xta" });
  if (source.format === "tck") throw new Error("not a model");
  const model = check(source.tree);
  const made = instantiate(model).made;
  if (made === undefined) throw new Error(`not a model: ${JSON.stringify(model.diagnostics)}\n${text}`);
  const query = instantiateQuery(made, checkQuery(model, parseQuery(Fragment.of(formula)).query!), formula).query!;
  const named = namingNobody(made.network, query);
  if (named === undefined) return { replaced: false };
  const options = { symmetry: false, reduce: seed % 3 > 0, maxStates: 4000, knobs: { ceiling: 64 } };
  const ask = (asked: NetworkQuery): readonly Verdict[] => [made.network, named].map((n) => verify(n, asked, options));
  const [a, b] = ask(query);
  if (a!.outcome === "unknown" || b!.outcome === "unknown") return { replaced: true };
  // What comes first, an answer or a fault, depends on the order of the search: then both have the fault, looked for everywhere.
  if ((a!.fault === undefined) !== (b!.fault === undefined)) {
    const everywhere = ask(everywhereQuery).map(({ outcome }) => outcome);
    if (everywhere.every((outcome) => outcome === "fault")) return { replaced: true };
  }
  const said = [a, b].map((v) => `${v!.outcome} ${JSON.stringify(v!.values)} ${v!.fault?.message ?? ""}`);
  return said[0] === said[1]
    ? { replaced: true }
    : { replaced: true, problem: `${said.join(" became ")}\n${text}// ${formula}` };
}
