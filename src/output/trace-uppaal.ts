import { wants } from "../base/index.ts";
import type { Trace, TracePart, TraceState } from "../trace/index.ts";
import { type Rational, rationals } from "../zones/index.ts";
import { type EdgeTexts, joinedText, noTexts } from "./labels.ts";
import { showRational } from "./numbers.ts";
import { constraintText, locationsOf } from "./trace-text.ts";

/**
 * The text that verifyta prints for `-t` (docs/compatibility.md R4): blocks `State:`, `Delay:` and `Transition:`, which UPPAAL
 * 4.1 calls `Transitions:`; there states also have a number (`numbered`). `symbolic` prints zones, as `-y` and `-Y` do,
 * instead of one valuation of the clocks.
 */
export function traceToUppaalText(
  trace: Trace,
  texts: EdgeTexts = noTexts,
  options: { readonly symbolic?: boolean; readonly numbered?: boolean } = {},
): string {
  wants("traceToUppaalText", trace, "trace");
  const { numbered = true } = options;
  const concrete = trace.concrete && options.symbolic !== true;
  const blocks: string[] = [];
  trace.states.forEach((state, i) => {
    blocks.push(stateBlock(trace, state, numbered ? i : undefined, concrete, false));
    if (concrete && state.delay !== undefined && state.delay.n !== 0n)
      blocks.push(
        `Delay: ${showRational(state.delay)}\n`,
        stateBlock(trace, state, numbered ? i : undefined, concrete, true),
      );
    const transition = trace.transitions[i];
    if (transition !== undefined)
      blocks.push(
        `Transition${numbered ? "s" : ""}:\n${transition.parts.map((part) => `  ${edgeText(trace, part, texts)}\n`).join("")}`,
      );
  });
  return `\n${blocks.join("\n")}`;
}

function stateBlock(
  trace: Trace,
  state: TraceState,
  depth: number | undefined,
  concrete: boolean,
  after: boolean,
): string {
  const variables = trace.variables.map((name, v) => `${name}=${state.variables[v]}`);
  const later = (value: Rational, c: number) =>
    after && state.delay !== undefined && state.stopped?.[c] !== true ? rationals.plus(value, state.delay) : value;
  const clocks = concrete
    ? (state.values ?? []).map((value, c) => `${trace.clocks[c]}=${showRational(later(value, c))}`)
    : [];
  const zone = concrete ? "" : state.zone.map((c) => constraintText(c, trace.clocks)).join(", ");
  const count = depth === undefined ? "" : `#depth=${depth}`;
  const values = [...variables, ...clocks, zone, count].filter((part) => part !== "").join(" ");
  return `State:\n( ${locationsOf(trace, state).join(" ")} )\n${values}\n`;
}

function edgeText(trace: Trace, part: TracePart, texts: EdgeTexts): string {
  const { name, locations } = trace.processes[part.process]!;
  const text = joinedText(texts, part);
  const labels = [text?.guard || "1", text?.sync || "tau", text?.update || "1"];
  return `${name}.${locations[part.source]}->${name}.${locations[part.target]} { ${labels.join(", ")} }`;
}
