import { append, greatest, type Span, wants } from "../base/index.ts";
import type { Distinction, Refinement, RefinementNote, RefinementRelation } from "../refine/index.ts";
import type { Trace, TracePart, TraceTransition } from "../trace/index.ts";
import { type EdgeTexts, joinedText, noTexts } from "./labels.ts";
import { fraction, showRational } from "./numbers.ts";
import { traceToJson } from "./trace-json.ts";

/**
 * The report of a refinement check: the answer, the interface it was judged at, the run with what both sides do in it
 * beside each other, and why the specification does not follow. Each side has its own file.
 */
export interface RefinementTexts {
  readonly implementation: EdgeTexts;
  readonly specification: EdgeTexts;
  /** What is written at a place of the specification's file. */
  readonly written: (place: Span) => string;
}

export const noRefinementTexts: RefinementTexts = {
  implementation: noTexts,
  specification: noTexts,
  written: () => "",
};

const words: Record<Refinement["outcome"], string> = {
  included: "included",
  "not-included": "not included",
  "not-applicable": "not applicable",
  unknown: "unknown",
  fault: "error in the model",
};

export function refinementToText(refinement: Refinement, texts: RefinementTexts = noRefinementTexts): string {
  wants("refinementToText", refinement, "refinement");
  const { outcome, reason, notes, trace, traceReason, interface: face } = refinement;
  const lines = [`${words[outcome]}: ${reason}`];
  lines.push(
    `interface: channels ${list(face.channels)}${face.variables.length === 0 ? "" : `; variables ${list(face.variables)}`}${face.hidden.length === 0 ? "" : `; hidden ${list(face.hidden)}`}`,
  );
  for (const note of notes) lines.push(noteLine(note));
  if (trace !== undefined) append(lines, ["", ...runLines(refinement, trace, texts)]);
  else if (traceReason !== undefined) lines.push(`There is no run to show: ${traceReason}.`);
  if (refinement.distinction !== undefined) append(lines, ["", ...distinctionLines(refinement.distinction, texts)]);
  append(lines, alternativeLines(refinement, texts));
  return `${lines.join("\n")}\n`;
}

function list(names: readonly string[]): string {
  if (names.length === 0) return "none";
  // Elements of one array are told together.
  const arrays = new Map<string, number>();
  for (const name of names) arrays.set(name.replace(/\[.*$/, ""), (arrays.get(name.replace(/\[.*$/, "")) ?? 0) + 1);
  const shown = names.length > 8 ? [...arrays].map(([name, count]) => (count === 1 ? name : `${name}[..]`)) : names;
  return shown.join(", ");
}

function noteLine({ code, message }: RefinementNote): string {
  return `note: ${message} [${code}]`;
}

/** Three columns: what happens, the implementation's edge, the specification's. */
function runLines({ violation }: Refinement, trace: Trace, texts: RefinementTexts): string[] {
  const spec = trace.processes.length - 1;
  const rows: [string, string, string][] = [["", "implementation", "specification"]];
  const locations = (i: number): [string, string] => {
    const all = trace.processes.map((p, k) => p.locations[trace.states[i]!.locations[k]!]);
    return [
      all
        .slice(0, spec)
        .map((l, k) => `${trace.processes[k]!.name}.${l}`)
        .join(" "),
      `${trace.processes[spec]!.name}.${all[spec]}`,
    ];
  };
  rows.push(["start", ...locations(0)]);
  trace.states.forEach((state, i) => {
    if (state.delay !== undefined && state.delay.n !== 0n)
      rows.push([
        `delay ${showRational(state.delay)}`,
        "",
        i === trace.states.length - 1 && violation?.kind !== "action" && violation?.kind !== "shared"
          ? "not allowed"
          : "",
      ]);
    const transition = trace.transitions[i];
    if (transition === undefined) return;
    const mine = transition.parts
      .filter((p) => p.process !== spec)
      .map((p) => edgeText(trace, p, texts.implementation));
    const theirs = transition.parts.filter((p) => p.process === spec);
    const isLast = i === trace.transitions.length - 1;
    // The step that only leaves the specification behind is no step of the run.
    if (mine.length === 0 && isLast && (violation?.kind === "delay" || violation?.kind === "urgent")) return;
    const reply =
      isLast && violation?.kind === "action"
        ? ["not allowed"]
        : theirs.map((p) =>
            p.source === p.target && isEnvironment(p) ? "ignored" : edgeText(trace, p, texts.specification),
          );
    const height = Math.max(mine.length, reply.length, 1);
    for (let k = 0; k < height; k++)
      rows.push([k === 0 ? actionOf(transition, spec) : "", mine[k] ?? "", reply[k] ?? ""]);
  });
  const width = (c: 0 | 1): number => greatest(rows.map((r) => r[c].length));
  const [left, middle] = [width(0), width(1)];
  return rows.map((r) => `  ${r[0].padEnd(left)}  ${r[1].padEnd(middle)}  ${r[2]}`.trimEnd());
}

/** The same where the specification may be in several locations, which the third column tells. */
function distinctionLines({ kind, steps }: Distinction, texts: RefinementTexts): string[] {
  const rows: [string, string, string][] = [["", "implementation", "specification may be in"]];
  for (const [i, { delay, action, edges, possible }] of steps.entries()) {
    const isLast = i === steps.length - 1;
    rows.push([i === 0 ? "start" : "", "", possible.join(", ")]);
    if (delay.n !== 0n)
      rows.push([
        `delay ${showRational(delay)}`,
        "",
        isLast && (kind === "delay" || kind === "shared") ? "nothing" : "",
      ]);
    for (const [k, edge] of edges.entries()) {
      const text = joinedText(texts.implementation, edge);
      const labels = [text?.guard, text?.update].filter((label) => label !== undefined && label !== "");
      const how = `${edge.process}: ${edge.source} -> ${edge.target}${labels.length === 0 ? "" : ` { ${labels.join("; ")} }`}`;
      rows.push([k === 0 ? (action ?? "internal") : "", how, isLast && k === edges.length - 1 ? "nothing" : ""]);
    }
  }
  const width = (c: 0 | 1): number => greatest(rows.map((r) => r[c].length));
  const [left, middle] = [width(0), width(1)];
  return rows.map((r) => `  ${r[0].padEnd(left)}  ${r[1].padEnd(middle)}  ${r[2]}`.trimEnd());
}

/** Made-up edges select a channel. */
function isEnvironment(part: TracePart): boolean {
  return part.selects.length === 1 && part.selects[0]?.name === "channel";
}

/** As the implementation sees it; the sender comes first. */
function actionOf({ channel, parts }: TraceTransition, spec: number): string {
  if (channel === undefined) return "internal";
  if (parts.every((p) => p.process !== spec)) return `internal (${channel})`;
  return `${channel}${parts[0]?.process === spec ? "?" : "!"}`;
}

function edgeText(trace: Trace, part: TracePart, texts: EdgeTexts): string {
  const { name, locations } = trace.processes[part.process]!;
  const text = joinedText(texts, part);
  const chosen = part.selects
    .filter((s) => s.name !== "channel")
    .map((s) => `${s.name} = ${s.value}`)
    .join(", ");
  const labels = [chosen, text?.guard, text?.update].filter((label) => label !== undefined && label !== "");
  return `${name}: ${locations[part.source]} -> ${locations[part.target]}${labels.length === 0 ? "" : ` { ${labels.join("; ")} }`}`;
}

function alternativeLines({ violation }: Refinement, texts: RefinementTexts): string[] {
  if (violation?.kind !== "action" || violation.alternatives.length === 0) return [];
  const lines = ["", `What the specification has for ${violation.action} in ${violation.location}:`];
  for (const edge of violation.alternatives) {
    const { source, target, origin, obstacle, obstacleOrigin } = edge;
    const text = joinedText(texts.specification, edge);
    const guard = text === undefined || text.guard === "" ? "" : ` { ${text.guard} }`;
    const written = texts.written(obstacleOrigin);
    const which =
      written === "" || written.length > 120 || obstacleOrigin.start === origin.start ? "" : `  (${written})`;
    lines.push(`  ${source} -> ${target}${guard}`, `    ${obstacle}${which}`);
  }
  return lines;
}

/** For machines: the same, with the run as in `verify --json`. */
export function refinementToJson(refinement: Refinement, texts: RefinementTexts = noRefinementTexts): object {
  wants("refinementToJson", refinement, "refinement");
  const { outcome, reason, interface: face, notes, violation, fault, trace, traceReason, statistics } = refinement;
  const spec = trace === undefined ? -1 : trace.processes.length - 1;
  const both: EdgeTexts = (origin) => {
    const part = trace?.transitions
      .flatMap((t) => t.parts)
      .find((p) => p.origin === origin || p.branches?.some((branch) => branch.origin === origin));
    return part?.process === spec ? texts.specification(origin) : texts.implementation(origin);
  };
  return {
    outcome,
    reason,
    interface: face,
    notes: notes.map(({ code, message }) => ({ code, message })),
    ...(violation === undefined
      ? {}
      : {
          violation: {
            kind: violation.kind,
            location: violation.location,
            ...(violation.time === undefined ? {} : { time: fraction(violation.time) }),
            ...(violation.action === undefined ? {} : { action: violation.action }),
            ...(violation.edge === undefined
              ? {}
              : {
                  edge: {
                    process: violation.edge.process,
                    source: violation.edge.source,
                    target: violation.edge.target,
                  },
                }),
            alternatives: violation.alternatives.map((edge) => ({
              source: edge.source,
              target: edge.target,
              guard: joinedText(texts.specification, edge)?.guard ?? "",
              obstacle: edge.obstacle,
              failing: texts.written(edge.obstacleOrigin),
            })),
            ...(violation.allowed === undefined ? {} : { allowed: violation.allowed }),
            ...(violation.variables === undefined ? {} : { variables: violation.variables }),
          },
        }),
    ...(refinement.distinction === undefined ? {} : { distinction: distinctionJson(refinement.distinction) }),
    ...(refinement.relation === undefined ? {} : { relation: relationJson(refinement.relation) }),
    ...(fault === undefined ? {} : { fault: { kind: fault.kind, message: fault.message } }),
    ...(trace === undefined ? {} : { trace: traceToJson(trace, both) }),
    ...(traceReason === undefined ? {} : { traceReason }),
    statistics: {
      explored: statistics.explored,
      stored: statistics.stored,
      transitions: statistics.transitions,
      memory: statistics.memory,
    },
  };
}

function distinctionJson({ kind, time, steps }: Distinction): object {
  return {
    kind,
    time: fraction(time),
    steps: steps.map(({ delay, action, edges, possible }) => ({
      delay: fraction(delay),
      ...(action === undefined ? {} : { action }),
      edges: edges.map(({ process, source, target }) => ({ process, source, target })),
      possible,
    })),
  };
}

function relationJson(relation: RefinementRelation): readonly object[] {
  const out: object[] = [];
  relation.each((implementation, specification, zones) => out.push({ implementation, specification, zones }));
  return out;
}
