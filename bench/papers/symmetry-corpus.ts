/**
 * Symmetries of models written by others: `npm run bench -- papers symmetry-corpus DIR [--timeout S] [--only RE]`, with DIR as
 * for `npm run corpus`. Every symbolic query of every model with a scalar set, or with integers found to name processes only,
 * is answered with and without the reduction; where a trace is found with it, it has been replayed without. Queries that
 * take longer than the timeout without it are left out. Exit code 1 if any answers differ.
 */
import { performance } from "node:perf_hooks";
import { findSymmetry, verify } from "../../src/index.ts";
import { argumentsOf, corpusModels, difference, queryOf } from "./corpus-frame.ts";

export async function run(args: readonly string[]): Promise<number> {
  const given = argumentsOf("papers symmetry-corpus", args);
  if (given === undefined) return 2;
  const limits = { timeout: given.timeout, now: () => performance.now(), memory: 2 ** 30 };
  const all = {
    models: 0,
    scalar: 0,
    detected: 0,
    rings: 0,
    partly: 0,
    queries: 0,
    compared: 0,
    traces: 0,
    with: 0,
    without: 0,
    partlyWith: 0,
    partlyWithout: 0,
    gain: 0,
    differ: 0,
  };
  let slowest = 0;
  for (const { file, made, texts } of corpusModels(given)) {
    all.models++;
    const started = performance.now();
    const { found } = findSymmetry(made.network);
    slowest = Math.max(slowest, performance.now() - started);
    if (found.every((f) => f.used === "no")) continue;
    if (found.some((f) => f.used !== "no" && f.origin === "scalar")) all.scalar++;
    if (found.some((f) => f.used === "permutations" && f.origin === "detected")) all.detected++;
    if (found.some((f) => f.used === "rotations")) all.rings++;
    // All or nothing would find nothing here.
    const isPartly = !found.some((f) => f.used !== "no" && f.classes.length === 1 && f.classes[0]!.length === f.size);
    if (isPartly) all.partly++;
    let [before, after] = [0, 0];
    for (const text of texts) {
      const query = queryOf(made, text);
      if (query === undefined) continue;
      all.queries++;
      const { sets, rings } = findSymmetry(made.network, query);
      if (sets.length + rings.length === 0) continue;
      const plain = verify(made.network, query, { ...limits, symmetry: false });
      if (plain.outcome === "unknown") continue;
      const reduced = verify(made.network, query, { ...limits, timeout: 3 * limits.timeout });
      all.compared++;
      before += plain.statistics.stored;
      after += reduced.statistics.stored;
      const traced = verify(made.network, query, { ...limits, timeout: 3 * limits.timeout, trace: "some" });
      if (traced.trace) all.traces++;
      const problem =
        difference(plain, reduced) ??
        (traced.outcome === "unknown" ? undefined : difference(plain, traced)) ??
        (plain.outcome === reduced.outcome ? traced.traceReason : undefined);
      if (problem === undefined) continue;
      all.differ++;
      console.log(`${file}: ${text}: ${problem}`);
    }
    all.without += before;
    all.with += after;
    if (after < before) all.gain++;
    if (isPartly) {
      all.partlyWithout += before;
      all.partlyWith += after;
    }
    if (before > 0) console.log(`${file}: ${before} states without, ${after} with${isPartly ? ", in part" : ""}`);
  }
  console.log(
    `${all.models} models; ${all.scalar} with interchangeable scalars, ${all.detected} with integers that only name processes, ${all.rings} rings; in ${all.partly} only some elements are interchangeable`,
  );
  console.log(
    `${all.gain} models gain; those with some elements only: ${all.partlyWithout} states without, ${all.partlyWith} with`,
  );
  console.log(
    `${all.compared} of ${all.queries} queries compared within the timeout, ${all.traces} traces, ${all.differ} differences; ${all.without} states without the reduction, ${all.with} with it; detection took ${slowest.toFixed(0)} ms at most`,
  );
  return all.differ === 0 ? 0 : 1;
}
