import { wants } from "../base/index.ts";
import type { ZoneGraph } from "../search/index.ts";
import { constraintText } from "./trace-text.ts";

/** A zone graph for Graphviz: locations, variables and zone in each node, the channel and the processes on each edge. */
export function graphToDot(graph: ZoneGraph): string {
  wants("graphToDot", graph, "graph");
  const lines = [
    "digraph zones {",
    "  node [shape=box, style=rounded, fontname=sans, fontsize=10];",
    "  edge [fontname=sans, fontsize=9];",
  ];
  graph.nodes.forEach(({ locations, variables, zone }, i) => {
    const places = graph.processes.map(({ name, locations: names }, p) => `${name}.${names[locations[p]!]}`).join(" ");
    const data = graph.variables.map((name, v) => `${name}=${variables[v]}`).join(" ");
    const clocks = zone.map((c) => constraintText(c, graph.clocks)).join(", ");
    lines.push(
      `  s${i} [label=${quote([places, data, clocks].filter((line) => line !== "").join("\n"))}${i === 0 ? ", penwidth=2" : ""}];`,
    );
  });
  for (const { from, to, transition } of graph.edges) {
    const who = transition.parts.map(({ process }) => graph.processes[process]!.name).join(", ");
    lines.push(
      `  s${from} -> s${to} [label=${quote(transition.channel === undefined ? who : `${transition.channel}: ${who}`)}];`,
    );
  }
  if (!graph.complete) lines.push('  more [label="...", shape=plaintext];');
  return `${lines.join("\n")}\n}\n`;
}

function quote(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`;
}
