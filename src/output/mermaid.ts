import { first, wants } from "../base/index.ts";
import type { Trace } from "../trace/index.ts";
import { groupsOfThree, showRational } from "./numbers.ts";

/**
 * A trace as a Mermaid sequence diagram, which many wikis and code hosts draw: one participant per process, an arrow per
 * synchronisation, a note for delays and for the location each process arrives at.
 */
export function traceToMermaid(trace: Trace): string {
  wants("traceToMermaid", trace, "trace");
  const lines = ["sequenceDiagram"];
  for (const [p, { name }] of trace.processes.entries()) lines.push(`  participant P${p} as ${text(name)}`);
  const start = first(trace.states);
  for (const [p, { locations }] of trace.processes.entries()) {
    lines.push(`  Note over P${p}: ${text(locations[start.locations[p]!]!)}`);
  }
  const all = trace.processes.length > 1 ? `P0,P${trace.processes.length - 1}` : "P0";
  trace.states.forEach((state, i) => {
    if (trace.rounds?.some((r) => r.to === i)) lines.push("  end");
    if (trace.loop === i) lines.push(`  loop for ever`);
    const told = trace.rounds?.find((r) => r.from === i);
    if (told !== undefined) lines.push(`  loop ${groupsOfThree(told.times)} times, each ${showRational(told.lasts)}`);
    if (state.delay !== undefined && state.delay.n !== 0n)
      lines.push(`  Note over ${all}: delay ${showRational(state.delay)}`);
    const transition = trace.transitions[i];
    if (transition === undefined) return;
    const [sender, receivers] = [first(transition.parts), transition.parts.slice(1)];
    const label = text(transition.channel ?? "internal");
    if (receivers.length === 0) lines.push(`  P${sender.process}->>P${sender.process}: ${label}`);
    for (const receiver of receivers) lines.push(`  P${sender.process}->>P${receiver.process}: ${label}`);
    for (const { process, target } of transition.parts)
      lines.push(`  Note over P${process}: ${text(trace.processes[process]!.locations[target]!)}`);
  });
  if (trace.loop !== undefined) lines.push("  end");
  return `${lines.join("\n")}\n`;
}

/** What Mermaid would take for its own punctuation is written as a character code. */
function text(value: string): string {
  return value.replace(/[#;:<>]/g, (c) => `#${c.charCodeAt(0)};`);
}
