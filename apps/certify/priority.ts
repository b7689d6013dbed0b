/**
 * Priorities of channels (docs/semantics.md 1.7): groups from low to high; `default` is the lowest where no declaration names it.
 */
import type { Declaration } from "../../src/syntax/index.ts";
import { address, shape } from "./expression.ts";
import { type Context, typeOf } from "./scope.ts";
import type { Channel } from "./system.ts";

/** Gives each channel its priority; returns that of internal transitions. */
export function prioritise(
  channels: readonly Channel[],
  declarations: readonly Declaration[],
  context: Context,
): number {
  let standard = 0;
  const of = new Map<number, number>();
  const all = declarations.filter((d) => d.kind === "priority");
  for (const [k, item] of all.flatMap((d) => d.groups.flatMap((group, g) => group.map((i) => [g + 1, i] as const)))) {
    if (item.kind === "default") {
      standard = k;
      continue;
    }
    const at = address(item, context)();
    const { size } = shape(typeOf(item, context), context);
    for (let c = 0; c < size; c++) of.set(context.memory.cells[at + c]!, k);
  }
  channels.forEach((channel, c) => {
    channel.priority = of.get(c) ?? standard;
  });
  return standard;
}
