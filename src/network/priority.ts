import type { Declaration } from "../syntax/index.ts";
import type { Context } from "./context.ts";
import { fixedPlace } from "./fixed.ts";

/**
 * Channel priorities (docs/compatibility.md S12, PR2): groups from low to high. Internal edges and channels that are not listed
 * have the priority `default`; where no declaration lists it, it is below every listed group (open question 6).
 */
interface ChannelPriorities {
  readonly of: ReadonlyMap<number, number>;
  readonly default: number;
  readonly declared: boolean;
}

export function channelPriorities(declarations: readonly Declaration[], context: Context): ChannelPriorities {
  const of = new Map<number, number>();
  let standard = 0;
  let declared = false;
  for (const declaration of declarations) {
    if (declaration.kind !== "priority") continue;
    declared = true;
    for (const [k, group] of declaration.groups.entries()) {
      for (const item of group) {
        if (item.kind === "default") {
          standard = k + 1;
          continue;
        }
        const place = fixedPlace(item, context);
        if (!place) {
          context.refuse("not-symbolic", "this has no priority that symbolic verification knows", item);
          continue;
        }
        const { channels } = place.shape.room;
        for (let c = 0; c < channels; c++) of.set(place.base.channels + c, k + 1);
      }
    }
  }
  return { of, default: standard, declared };
}
