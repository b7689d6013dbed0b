import { hasErrors, type Replay, replayToJson, replayToText, type Trace, traceOfRun } from "../../../src/index.ts";
import { jsonDocument } from "../io/json.ts";
import type { Ready } from "../model/load.ts";
import { Failure } from "../process/exit.ts";
import { traceFormat, traceText } from "./tracefile.ts";

/**
 * A run of a statistical query as text: `.txt` and `.json` have it as it was, in floating point; the other formats of traces
 * have it made again by exact steps, which not every model lets be done.
 */
export function runText(
  run: Replay,
  asked: { readonly query: string; readonly seed: number; readonly json: boolean },
  path: string | undefined,
  loaded: Ready,
): string {
  const { query, seed, json } = asked;
  const format = path === undefined ? (json ? ".json" : ".txt") : traceFormat(path);
  if (format === ".txt") return replayToText(run);
  if (format === ".json") return jsonDocument("run", { query, seed, replay: replayToJson(run) });
  const { network, texts } = loaded;
  const trace = exactly(run, loaded);
  if (typeof trace === "string" || network === undefined)
    throw new Failure(`run ${run.run} cannot be written as ${format}: ${trace}`, {
      hint: "write it as .txt or .json",
    });
  return traceText(trace, format, network, texts, query);
}

function exactly(run: Replay, { network, refused = [] }: Ready): Trace | string {
  if (network !== undefined) return traceOfRun(network, run);
  const why = refused.find((diagnostic) => hasErrors([diagnostic]));
  return `symbolic states do not take this model: ${why?.message ?? "it is only for runs"}`;
}
