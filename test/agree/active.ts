import { type EngineCase, engineCase, focus } from "./engines.ts";
import { loose } from "./loose.ts";
import type { QueryKind } from "./random-network.ts";

/** However few clocks there are, those that are not active are not stored; and however short states are, they are folded. */
export const ALWAYS = { small: { active: 0, fold: 0, tie: 0, list: 0 } } as const;

/** Two of three networks have clocks of their own for every process. */
export function activeCase(seed: number, kind: QueryKind): EngineCase {
  const found = engineCase(seed, kind, focus[seed % focus.length]!);
  return seed % 3 === 0 ? found : { ...found, spec: loose(found.spec) };
}
