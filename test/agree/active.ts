import type { Small } from "../../src/engine/index.ts";
import { type EngineCase, engineCase, focus } from "./engines.ts";
import { loose } from "./loose.ts";
import type { QueryKind } from "./random-network.ts";

/** However small states are, they are made small in every way. */
export const ALWAYS = { small: { active: 0, tie: 0, fold: 0, list: 0 } } as const;

/** Every way on, or one of them off. */
export function smallKnobs(seed: number): { readonly small: Small } {
  const off = [[], ["tie"], ["list"], ["active"], ["fold"]][seed % 5]!;
  return { small: { ...ALWAYS.small, ...Object.fromEntries(off.map((way) => [way, Infinity])) } };
}

/** Two of three networks have clocks of their own for every process. */
export function activeCase(seed: number, kind: QueryKind): EngineCase {
  const found = engineCase(seed, kind, focus[seed % focus.length]!);
  return seed % 3 === 0 ? found : { ...found, spec: loose(found.spec) };
}
