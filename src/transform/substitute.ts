import type { Liveness } from "../analysis/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import type { Instantiated } from "../network/index.ts";
import type { Edge } from "../syntax/index.ts";
import type { Reset } from "./resets.ts";

export interface Substitution {
  readonly template: CheckedTemplate;
  readonly edge: Edge;
  readonly variable: string;
  readonly value: string;
  readonly label: readonly string[];
  readonly covers: (reset: Reset) => boolean;
}

export function substitutions(_made: Instantiated, _live: Liveness, _resets: readonly Reset[]): readonly Substitution[] {
  return [];
}
