import type { TraceTransition } from "../../../src/index.ts";
import { network } from "../core/document.ts";
import { rationalText, type Step } from "./step.ts";

/** A step in words: who moves, by which channel, with what was selected; or how long it is waited. */
export function stepText(step: Step): string {
  return step.kind === "delay" ? `wait ${rationalText(step.delay)}` : transitionText(step.transition);
}

export function transitionText(t: TraceTransition): string {
  const made = network.value;
  const name = (p: number): string => made?.processes[p]?.name ?? "?";
  const selects = t.parts.flatMap((p) => p.selects.map((s) => `${s.name}=${s.value}`));
  const sender = t.parts[0]!;
  const locations = made?.processes[sender.process]?.locations;
  const where =
    t.channel === undefined
      ? `${name(sender.process)}: ${locations?.[sender.source]?.name} → ${locations?.[sender.target]?.name}`
      : `${t.channel}: ${name(sender.process)} → ${
          t.parts.length === 1
            ? "nobody"
            : t.parts
                .slice(1)
                .map((p) => name(p.process))
                .join(", ")
        }`;
  return selects.length === 0 ? where : `${where} [${selects.join(", ")}]`;
}
