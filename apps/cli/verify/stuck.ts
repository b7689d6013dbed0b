import { type Network, type Obstacle, whyStuck } from "../../../src/index.ts";
import type { Answer } from "./answer.ts";

/**
 * Why nothing can happen at the end of a trace to a deadlock: each edge that leaves where a process is, and what is in its way.
 */
const most = 30;

export function stuckLines(network: Network, text: string, { question, verdict }: Answer): readonly string[] {
  const trace = verdict?.trace;
  if (trace === undefined) return [];
  if (trace.ending !== "deadlock" && !(trace.ending === "goal" && /\bdeadlock\b/.test(question.text))) return [];
  const lines = whyStuck(network, trace).map(({ process, source, target, obstacles }) => {
    const { name, locations } = network.processes[process]!;
    const why = obstacles.map((o) => `${o.message}${quoted(o, text)}`).join("; ");
    return `     ${name}: ${locations[source]!.name} -> ${locations[target]!.name}: ${why}`;
  });
  const left = network.processes.every((p) =>
    p.edges.every((e) => e.source !== trace.states.at(-1)?.locations[p.index]),
  );
  if (lines.length === 0) return left ? ["   nothing can happen: no process has an edge that leaves where it is"] : [];
  const more = lines.length > most ? [`     ... and ${lines.length - most} more edges`] : [];
  return ["   nothing can happen at the end:", ...lines.slice(0, most), ...more];
}

/** The part of the model that is in the way, in one line. */
function quoted({ kind, origin }: Obstacle, source: string): string {
  if (origin.file === "query" || kind === "location" || kind === "partner") return "";
  const written = source.slice(origin.start, origin.end).replace(/\s+/g, " ").trim();
  const text = written.replace(/&(lt|gt|amp|quot|apos);/g, (_, name: string) => marks[name] ?? "");
  return text === "" || text.length > 80 ? "" : ` (${text})`;
}
const marks: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };
