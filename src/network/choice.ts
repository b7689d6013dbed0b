import type { Expr } from "../syntax/index.ts";

/** One channel that an edge may use, and the conditions under which it does. */
export interface Choice {
  readonly channel?: Expr;
  readonly when: readonly { readonly condition: Expr; readonly holds: boolean }[];
}

/** `(p ? a : b)!` is an edge for each of its channels (W5), with the condition as part of the guard. */
export function choicesOf(channel: Expr | undefined, when: Choice["when"] = []): readonly Choice[] {
  if (channel?.kind !== "conditional") return [{ ...(channel ? { channel } : {}), when }];
  const { condition, yes, no } = channel;
  return [
    ...choicesOf(yes, [...when, { condition, holds: true }]),
    ...choicesOf(no, [...when, { condition, holds: false }]),
  ];
}
