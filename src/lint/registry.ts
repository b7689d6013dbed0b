import type { Rule } from "./rule.ts";
import { channelRules } from "./rules/channels.ts";
import { conditionRules } from "./rules/conditions.ts";
import { flowRules } from "./rules/flow.ts";
import { networkRules } from "./rules/network.ts";
import { provedRules } from "./rules/proved.ts";
import { queryRules } from "./rules/queries.ts";
import { shapeRules } from "./rules/shape.ts";
import { sizeRules } from "./rules/size.ts";
import { timeRules } from "./rules/time.ts";
import { unusedRules } from "./rules/unused.ts";

/** Every rule, in the order in which they are listed and asked. */
export const lintRules: readonly Rule[] = [
  ...unusedRules,
  ...flowRules,
  ...channelRules,
  ...shapeRules,
  ...timeRules,
  ...conditionRules,
  ...sizeRules,
  ...queryRules,
  ...networkRules,
  ...provedRules,
];
