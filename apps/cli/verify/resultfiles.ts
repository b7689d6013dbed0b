import { type Finding, toJUnit, toSarif, version } from "../../../src/index.ts";
import type { Entry } from "./results.ts";

/**
 * The files of results, `--junit` and `--sarif`, from plain data: the verb writes them at its end, and where its run is ended
 * from outside whoever stands behind it does, with the reason for what has no answer.
 */
export interface ResultFiles {
  readonly junit?: string | undefined;
  readonly sarif?: string | undefined;
  /** The name of the model, and what is wrong with it. */
  readonly model: string;
  readonly findings: readonly Finding[];
}

/** Each is written by a call of its own, so that one which cannot be does not keep the other from it. */
export function resultFiles(
  { junit, sarif, model, findings }: ResultFiles,
  entries: readonly Entry[],
): readonly { readonly path: string; readonly text: string }[] {
  const all = [...findings, ...entries.flatMap((entry) => entry.sarif)];
  return [
    ...(junit === undefined
      ? []
      : [
          {
            path: junit,
            text: toJUnit(
              model,
              entries.map((entry) => entry.junit),
            ),
          },
        ]),
    ...(sarif === undefined ? [] : [{ path: sarif, text: toSarif(all, { name: "zonal", version }) }]),
  ];
}

/** Stands for a reason that is not known yet. */
export const REASON = "\uf8ffreason\uf8ff";

/** The same entry, with the reason. */
export function because(entry: Entry, reason: string): Entry {
  return JSON.parse(JSON.stringify(entry).replaceAll(REASON, JSON.stringify(reason).slice(1, -1))) as Entry;
}
