/**
 * The questions of a folder: every symbolic query of its models (as for `npm run corpus`), or where it holds .tck files,
 * every state of each.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { everywhereQuery, type Network, type NetworkQuery, open } from "../src/index.ts";
import { corpusModels, queryOf } from "./papers/corpus-frame.ts";

export interface Asked {
  readonly name: string;
  readonly network: Network;
  readonly query: NetworkQuery;
}

export function* questions(folder: string, only: RegExp): Generator<Asked> {
  const listed = readdirSync(folder).filter((file) => file.endsWith(".tck") && only.test(file));
  for (const file of listed) {
    const { network } = open(readFileSync(join(folder, file), "utf8"));
    if (network !== undefined) yield { name: file, network, query: everywhereQuery };
  }
  if (listed.length > 0) return;
  for (const { file, made, texts } of corpusModels({ folder, only, timeout: 0 }))
    for (const text of texts) {
      const query = queryOf(made, text);
      if (query !== undefined) yield { name: `${file}: ${text}`, network: made.network, query };
    }
}
