import {
  elementName,
  explainFact,
  type Fact,
  type Liveness,
  liveVariables,
  type NetworkQuery,
} from "../../../src/index.ts";
import type { Io } from "../io/io.ts";
import { jsonDiagnostic, jsonDocument } from "../io/json.ts";
import { loadNetwork, refused } from "../model/load.ts";
import { observed } from "../model/observed.ts";
import { exit, Failure } from "../process/exit.ts";
import type { AnalyseOptions } from "./analyse.ts";

/** `zonal analyse live MODEL`: a table of what matters where, or the reasons for one entry of it. */
export function analyseLive(path: string, options: AnalyseOptions, io: Io): number {
  const loaded = loadNetwork(path, options, io);
  const { source, place, made, network, diagnostics } = loaded;
  if (network === undefined) {
    if (options.json)
      io.out(
        jsonDocument("analyse", {
          facts: "live",
          model: source.name,
          diagnostics: diagnostics.map((d) => jsonDiagnostic(d, place)),
        }),
      );
    else refused(diagnostics, place, io);
    return exit.wrong;
  }
  const asked =
    made === undefined
      ? { queries: [], keepAll: false, notes: [] }
      : observed(loaded, made, { file: options.queries, formulas: options.formula }, io);
  const live = liveVariables(network, asked);
  if (live.gaveUp) throw new Failure("the model is too large for this analysis");
  if (options.explain !== undefined) {
    const facts = find(live, options.explain);
    const chains = facts.map((fact) => explainFact(live, fact, asked.queries));
    if (options.json)
      io.out(jsonDocument("analyse", { facts: "live", model: source.name, explain: options.explain, chains }));
    else
      io.out(
        chains.length === 0
          ? `${options.explain.replace("@", " does not matter at ")}\n`
          : `${chains.map((lines) => lines.join("\n  ")).join("\n")}\n`,
      );
    return exit.ok;
  }
  if (options.json)
    io.out(jsonDocument("analyse", { facts: "live", model: source.name, notes: asked.notes, ...json(live) }));
  else io.out(table(live, asked.notes, asked.queries));
  return exit.ok;
}

/** The facts that `x@P.idle` asks for; `x@idle` means all processes with such a location. */
function find(live: Liveness, asked: string): readonly Fact[] {
  const at = asked.lastIndexOf("@");
  if (at < 0) throw new Failure(`'${asked}' does not name a variable and a location`, { hint: "write it as x@P.idle" });
  const [variable, location] = [asked.slice(0, at), asked.slice(at + 1)];
  const { network, elements } = live;
  const names = (name: string, process: string): boolean => name === variable || name === `${process}.${variable}`;
  const places = network.processes.flatMap((p) =>
    p.locations.flatMap((l) => (location === `${p.name}.${l.name}` || location === l.name ? [{ p, l }] : [])),
  );
  if (places.length === 0)
    throw new Failure(`there is no location '${location}'`, { hint: "write it as PROCESS.LOCATION" });
  const facts: Fact[] = [];
  let known = false;
  for (const { p, l } of places) {
    const add = (element: number, name: string): void => {
      if (!names(name, p.name)) return;
      known = true;
      const fact = live.needs[p.index]![l.index]!.get(element) ?? live.everywhere.get(element);
      if (fact !== undefined && !facts.includes(fact)) facts.push(fact);
    };
    network.slots.forEach((slot, c) => {
      if (c >= network.processes.length) add(elements.ofCell(c), slot.name);
    });
    network.clocks.forEach((clock, c) => {
      if (c > 0) add(elements.ofClock(c), clock.name);
    });
  }
  if (!known)
    throw new Failure(`there is no variable '${variable}'`, {
      hint: "fields and elements are written out: msg.dist@P.idle, list[2]@P.idle",
    });
  return facts;
}

function namesOf(live: Liveness, elements: Iterable<number>): readonly string[] {
  return [...elements].sort((a, b) => a - b).map((x) => elementName(live, x));
}

/** `a[0], a[1], a[2]` as `a[0..2]`. */
function shortened(names: readonly string[]): string {
  const out: { readonly before: string; readonly from: number; to: number; readonly after: string }[] = [];
  for (const name of names) {
    const [, before = "", index, after = ""] = /^(.*)\[(-?\d+)\]([^[]*)$/.exec(name) ?? [];
    const last = out.at(-1);
    if (index !== undefined && last?.before === before && last.after === after && last.to + 1 === Number(index))
      last.to++;
    else if (index === undefined) out.push({ before: name, from: 0, to: Number.NaN, after: "" });
    else out.push({ before, from: Number(index), to: Number(index), after });
  }
  return out
    .map((r) =>
      Number.isNaN(r.to) ? r.before : `${r.before}[${r.from === r.to ? r.from : `${r.from}..${r.to}`}]${r.after}`,
    )
    .join(", ");
}

function table(live: Liveness, notes: readonly string[], _queries: readonly NetworkQuery[]): string {
  const lines = [...notes];
  if (live.everywhere.size > 0) lines.push(`everywhere: ${shortened(namesOf(live, live.everywhere.keys()))}`);
  for (const p of live.network.processes) {
    lines.push(p.name);
    const width = p.locations.reduce((most, l) => Math.max(most, l.name.length), 0);
    for (const l of p.locations) {
      const text = live.possible.locations[p.index]![l.index]
        ? shortened(namesOf(live, live.needs[p.index]![l.index]!.keys())) || "-"
        : "(never reached)";
      lines.push(`  ${l.name.padEnd(width)}  ${text}`);
    }
  }
  const passed = new Set(live.passed.flatMap((known) => [...known.keys()]));
  if (passed.size > 0) lines.push(`only inside transitions: ${shortened(namesOf(live, passed))}`);
  return `${lines.join("\n")}\n`;
}

function json(live: Liveness): object {
  return {
    everywhere: namesOf(live, live.everywhere.keys()),
    processes: live.network.processes.map((p) => ({
      name: p.name,
      locations: p.locations.map((l) => ({
        name: l.name,
        reached: live.possible.locations[p.index]![l.index],
        live: namesOf(live, live.needs[p.index]![l.index]!.keys()),
      })),
    })),
    passed: namesOf(live, new Set(live.passed.flatMap((known) => [...known.keys()]))),
  };
}
