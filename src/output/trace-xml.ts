import { append, wants } from "../base/index.ts";
import { locationAt, type Network, processAt } from "../network/index.ts";
import type { Trace, TracePart, TraceState } from "../trace/index.ts";
import { constantOf, dbm, INF, isStrict, le, lt } from "../zones/index.ts";
import { escapeXml } from "./escape.ts";
import { type EdgeTexts, joinedText, noTexts } from "./labels.ts";

/**
 * UPPAAL's XML trace, as verifyta writes it for `-X` (docs/compatibility.md R3): the system, then vectors of locations and of
 * variables, zones and nodes by id, and the transitions between nodes. Global things are called `sys.name`.
 */
export function traceToXml(trace: Trace, network: Network, texts: EdgeTexts = noTexts): string {
  wants("traceToXml", trace, "trace");
  wants("traceToXml", network, "network");
  const out: string[] = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<trace initial_node="State1" trace_options="symbolic">`,
  ];
  out.push(system(trace, network, texts));
  const locations = pool<readonly number[]>((n) => `LocVec${n}`);
  const variables = pool<readonly number[]>((n) => `varvec.${n}`);
  const nodes = trace.states.map((state, i) => {
    const place = locations.id(state.locations.join(","), state.locations);
    const data = variables.id(state.variables.join(","), state.variables);
    return `<node id="State${i + 1}" location_vector="${place}" dbm_instance="DBM${i + 1}" variable_vector="${data}"/>`;
  });
  for (const [id, vector] of locations.all()) {
    out.push(
      `<location_vector id="${id}" locations="${vector.map((l, p) => `${escapeXml(`${trace.processes[p]!.name}.${trace.processes[p]!.locations[l]}`)} `).join("")}"/>`,
    );
  }
  for (const [id, vector] of variables.all()) {
    const states = vector.map(
      (value, v) =>
        `<variable_state variable="${escapeXml(globalName(trace, trace.variables[v]!))}" value="${value}"/>`,
    );
    out.push(
      states.length === 0
        ? `<variable_vector id="${id}"/>`
        : `<variable_vector id="${id}">${states.join("")}</variable_vector>`,
    );
  }
  append(out, [...nodes, ...trace.states.map((state, i) => zoneText(trace, state, `DBM${i + 1}`))]);
  trace.transitions.forEach(({ parts }, i) => {
    const to = i + 1 < trace.states.length ? i + 2 : (trace.loop ?? 0) + 1;
    out.push(
      `<transition from="State${i + 1}" to="State${to}" edges="${parts.map((part) => `${escapeXml(edgeName(trace, network, part))} `).join("")}"/>`,
    );
  });
  return `${out.join("\n")}\n</trace>\n`;
}

function pool<T>(name: (n: number) => string) {
  const known = new Map<string, readonly [string, T]>();
  return {
    id(key: string, value: T): string {
      const entry = known.get(key) ?? ([name(known.size + 1), value] as const);
      known.set(key, entry);
      return entry[0];
    },
    all: () => [...known.values()],
  };
}

/** The process a name belongs to (`P` for `P.x`), or undefined for a global one. */
function ownerOf(trace: Trace, name: string): string | undefined {
  return trace.processes.find((process) => name.startsWith(`${process.name}.`))?.name;
}

function globalName(trace: Trace, name: string): string {
  return ownerOf(trace, name) === undefined ? `sys.${name}` : name;
}

function system(trace: Trace, network: Network, texts: EdgeTexts): string {
  const tag = (kind: string, name: string, owner: string | undefined): string =>
    `<${kind} name="${escapeXml(owner === undefined ? name : name.slice(owner.length + 1))}" id="${escapeXml(owner === undefined ? `sys.${name}` : name)}"/>`;
  const owned = (kind: string, names: readonly string[], owner: string | undefined): string[] =>
    names.filter((name) => ownerOf(trace, name) === owner).map((name) => tag(kind, name, owner));
  const parts = [
    '<clock name="#t(0)" id="sys.#t(0)"/>',
    ...owned("clock", trace.clocks, undefined),
    ...owned("variable", trace.variables, undefined),
  ];
  for (const process of network.processes) {
    const id = escapeXml(process.name);
    const locations = process.locations.map(
      ({ name }) => `<location id="${id}.${escapeXml(name)}" name="${escapeXml(name)}"/>`,
    );
    const edges = process.edges.map((edge, i) => {
      const text = joinedText(texts, edge);
      const [from, to] = [locationAt(process, edge.source).name, locationAt(process, edge.target).name].map(
        (name) => `${id}.${escapeXml(name)}`,
      );
      const labels = `<guard>${escapeXml(text?.guard || "1")}</guard><sync>${escapeXml(text?.sync || "tau")}</sync><update>${escapeXml(text?.update || "1")}</update>`;
      return `<edge id="${id}.Edge${i + 1}" from="${from}" to="${to}">${labels}</edge>`;
    });
    const own = [...owned("clock", trace.clocks, process.name), ...owned("variable", trace.variables, process.name)];
    parts.push(`<process id="${id}" name="${id}">${[...own, ...locations, ...edges].join("")}</process>`);
  }
  return `<system>${parts.join("\n")}</system>`;
}

function edgeName(trace: Trace, network: Network, part: TracePart): string {
  const first = processAt(network, part.process).edges[0]?.id ?? 0;
  return `${trace.processes[part.process]!.name}.Edge${part.edge - first + 1}`;
}

/** All bounds of the closed matrix, the diagonal included, as verifyta lists them. */
function zoneText(trace: Trace, state: TraceState, id: string): string {
  const dim = trace.clocks.length + 1;
  const zone = dbm.newUniversal(dim);
  for (const { left, right, strict, bound } of state.zone)
    dbm.constrain(zone, 0, dim, left, right, strict ? lt(bound) : le(bound));
  const names = [0, ...trace.clocks.keys()].map((_, c) =>
    escapeXml(c === 0 ? "sys.#t(0)" : globalName(trace, trace.clocks[c - 1]!)),
  );
  const bounds: string[] = [];
  for (let i = 0; i < dim; i++) {
    for (let j = 0; j < dim; j++) {
      const bound = zone[i * dim + j]!;
      if (bound === INF) continue;
      bounds.push(
        `<clockbound clock1="${names[i]}" clock2="${names[j]}" bound="${constantOf(bound)}" comp="${isStrict(bound) ? "&lt;" : "&lt;="}"/>`,
      );
    }
  }
  return `<dbm_instance id="${id}">${bounds.join("")}</dbm_instance>`;
}
