import type { Diagnostic, Span } from "../base/index.ts";
import { wants } from "../base/index.ts";
import type { TckDeclaration, TckEdge, TckLocation, TckName, TckSync, TckTree } from "../syntax/index.ts";
import type { Code, NetworkQuery } from "./code.ts";
import { binary, both, constant, either, zero } from "./fold.ts";
import type { Clock, Edge, Location, Network, Process, Slot, Vector } from "./network.ts";
import type { Origin } from "./origin.ts";
import { at, TckLowering, type TckPlace } from "./tckcode.ts";

/**
 * Makes a network of a model in TChecker's format. Every declaration is global. An edge whose event stands in no `sync`
 * together with its process is internal; the others take part in the vectors that name them. Whether a weak participant
 * (`p@e?`) takes part is decided by its location alone: if an edge with that event leaves it, one of them must be taken,
 * and where its guard is false there is no such transition. Guards are evaluated before, and statements run in, the
 * order of the vector. An assignment outside the range of a variable is a fault, as it stops TChecker with an error.
 *
 * A process may have several initial locations; a network has one. Then every process starts in a committed location
 * `.start`, and one vector takes all of them to their initial locations at once.
 */
export function networkFromTck(tree: TckTree): {
  readonly network: Network;
  readonly diagnostics: readonly Diagnostic[];
} {
  wants("networkFromTck", tree, "TChecker tree");
  return new TckBuilder(tree).build();
}

/** `E<>` a state in which every label is carried by the location of some process. Without labels, no state at all. */
export function labelQuery(network: Network, labels: readonly string[]): NetworkQuery {
  wants("labelQuery", network, "network");
  wants("labelQuery", labels, "list");
  const origin: Origin = { start: 0, end: 0, file: "query" };
  const carried = labels.map((label) =>
    network.processes
      .flatMap((process) =>
        process.locations
          .filter((location) => location.labels.includes(label))
          .map(
            (location): Code =>
              binary("eq", { op: "load", at: { base: process.index, terms: [] } }, constant(location.index), origin),
          ),
      )
      .reduce(either, zero),
  );
  const code = carried.length === 0 ? zero : carried.reduce(both);
  return {
    kind: "E<>",
    formula: { is: "data", code },
    text: `E<> ${labels.length === 0 ? "false" : labels.join(" && ")}`,
    origin,
    cells: 0,
    functions: [],
  };
}

/** Holds everywhere: to answer it, all states are explored. */
export const everywhereQuery: NetworkQuery = {
  kind: "A[]",
  formula: { is: "data", code: { op: "const", value: 1 } },
  text: "A[] true",
  origin: { start: 0, end: 0, file: "query" },
  cells: 0,
  functions: [],
};

/** Those of `labels` that no location carries. */
export function unknownLabels(network: Network, labels: readonly string[]): readonly string[] {
  wants("unknownLabels", network, "network");
  wants("unknownLabels", labels, "list");
  const known = new Set(
    network.processes.flatMap((process) => process.locations.flatMap((location) => location.labels)),
  );
  return labels.filter((label) => !known.has(label));
}

/** A process while it is read. */
interface TckProcess {
  readonly name: TckName;
  readonly index: number;
  readonly locations: TckLocation[];
  readonly locationOf: Map<string, number>;
  readonly edges: TckEdge[];
}

type Of<K extends TckDeclaration["kind"]> = Extract<TckDeclaration, { readonly kind: K }>;

class TckBuilder {
  private readonly tree: TckTree;
  private readonly diagnostics: Diagnostic[] = [];
  private readonly processes: TckProcess[] = [];
  private readonly processOf = new Map<string, TckProcess>();
  private readonly eventOf = new Map<string, number>();

  constructor(tree: TckTree) {
    this.tree = tree;
  }

  build(): { network: Network; diagnostics: readonly Diagnostic[] } {
    for (const { name } of this.all("process")) {
      if (!this.fresh(this.processOf, name, "process")) continue;
      const index = this.processes.length;
      const process: TckProcess = { name, index, locations: [], locationOf: new Map(), edges: [] };
      this.processOf.set(name.name, process);
      this.processes.push(process);
    }
    for (const { name } of this.all("event"))
      if (this.fresh(this.eventOf, name, "event")) this.eventOf.set(name.name, this.eventOf.size);
    for (const location of this.all("location")) {
      const process = this.find(this.processOf, location.process, "process");
      if (process === undefined || !this.fresh(process.locationOf, location.name, "location")) continue;
      process.locationOf.set(location.name.name, process.locations.length);
      process.locations.push(location);
    }
    for (const { name, locations } of this.processes)
      if (!locations.some((location) => location.initial))
        this.report("tck-initial", name, `the process '${name.name}' has no initial location`);
    const choosing = this.processes.some((process) => startsOf(process).length > 1);

    const names = new Map<string, TckPlace>();
    const slots = this.slots(choosing, names);
    const clocks = this.clocks(names);
    const lowering = new TckLowering(names, slots.length, this.diagnostics);
    const vectors = this.all("sync").flatMap((sync) => this.vector(sync));
    const synchronous = new Set(vectors.flatMap((v) => v.parts.map((part) => `${part.process} ${part.event}`)));
    for (const edge of this.all("edge")) this.find(this.processOf, edge.process, "process")?.edges.push(edge);
    const start = this.eventOf.size;
    if (choosing) vectors.push({ parts: this.processes.map((_, process) => ({ process, event: start, weak: false })) });
    let id = 0;
    const processes = this.processes.map((process): Process => {
      const { name, index } = process;
      const initial = initialOf(process, choosing);
      const edges = process.edges.flatMap((edge) => this.edge(edge, process, synchronous, lowering, () => id++));
      if (choosing)
        for (const target of startsOf(process)) edges.push(startEdge(id++, index, initial, target, start, at(name)));
      const locations = process.locations.map((location, i) => this.location(location, i, lowering));
      if (choosing) locations.push(startLocation(initial, at(name)));
      return {
        name: name.name,
        template: name.name,
        args: [],
        index,
        initial,
        priority: 0,
        locations,
        edges,
        origin: at(name),
      };
    });
    const network: Network = {
      processes,
      slots,
      constants: [],
      cells: slots.length + lowering.scratch,
      clocks,
      channels: [],
      functions: lowering.functions,
      beforeUpdate: [],
      afterUpdate: [],
      hasPriorities: false,
      defaultPriority: 0,
      vectors,
      origin: at(this.tree),
    };
    return { network, diagnostics: this.diagnostics };
  }

  private slots(choosing: boolean, names: Map<string, TckPlace>): Slot[] {
    const slots = this.processes.map(
      (process): Slot => ({
        name: process.name.name,
        low: 0,
        high: Math.max(0, process.locations.length - (choosing ? 0 : 1)),
        initial: initialOf(process, choosing),
        meta: false,
        type: "location",
        origin: at(process.name),
      }),
    );
    for (const { name, size, low, high, initial } of this.all("int")) {
      if (!this.fresh(names, name, "variable")) continue;
      names.set(name.name, { kind: "int", base: slots.length, size, low, high });
      for (let i = 0; i < size; i++)
        slots.push({
          name: elementName(name, size, i),
          low,
          high,
          initial,
          meta: false,
          type: "int",
          origin: at(name),
        });
    }
    return slots;
  }

  private clocks(names: Map<string, TckPlace>): Clock[] {
    const clocks: Clock[] = [{ name: "0", initial: 0, origin: at(this.tree) }];
    for (const { name, size } of this.all("clock")) {
      if (!this.fresh(names, name, "clock")) continue;
      names.set(name.name, { kind: "clock", base: clocks.length, size, low: 0, high: 0 });
      for (let i = 0; i < size; i++) clocks.push({ name: elementName(name, size, i), initial: 0, origin: at(name) });
    }
    return clocks;
  }

  private location(location: TckLocation, index: number, lowering: TckLowering): Location {
    const { name, urgent, committed, labels } = location;
    return {
      name: name.name,
      index,
      urgent,
      committed,
      invariant: { ...lowering.guard(location.invariant), rates: [] },
      labels,
      origin: at(location),
    };
  }

  private edge(
    edge: TckEdge,
    { index: process, locationOf }: TckProcess,
    synchronous: ReadonlySet<string>,
    lowering: TckLowering,
    next: () => number,
  ): Edge[] {
    const source = this.find(locationOf, edge.source, "location");
    const target = this.find(locationOf, edge.target, "location");
    const event = this.find(this.eventOf, edge.event, "event");
    const origin = at(edge);
    const guard = lowering.guard(edge.provided);
    const update = lowering.update(edge.do, `${edge.process.name}.${edge.source.name}.${edge.event.name}`, origin);
    if (source === undefined || target === undefined || event === undefined) return [];
    const sync = synchronous.has(`${process} ${event}`)
      ? { sync: { kind: "event" as const, event, name: edge.event.name } }
      : {};
    return [{ id: next(), process, source, target, selects: [], guard, ...sync, update, controllable: true, origin }];
  }

  private vector(sync: TckSync): Vector[] {
    const seen = new Set<number>();
    const parts = sync.parts.flatMap((part) => {
      const process = this.find(this.processOf, part.process, "process")?.index;
      const event = this.find(this.eventOf, part.event, "event");
      if (process === undefined || event === undefined) return [];
      if (seen.has(process))
        this.report("tck-sync", part, `'${part.process.name}' stands twice in this synchronisation`);
      seen.add(process);
      return [{ process, event, weak: part.weak }];
    });
    if (sync.parts.length < 2) this.report("tck-sync", sync, "a synchronisation has at least two participants");
    return parts.length === sync.parts.length ? [{ parts }] : [];
  }

  private all<K extends TckDeclaration["kind"]>(kind: K): Of<K>[] {
    return this.tree.declarations.filter((d): d is Of<K> => d.kind === kind);
  }
  private find<T>(map: ReadonlyMap<string, T>, name: TckName, what: string): T | undefined {
    const found = map.get(name.name);
    if (found === undefined) this.report("tck-name", name, `there is no ${what} '${name.name}'`);
    return found;
  }
  private fresh(map: ReadonlyMap<string, unknown>, name: TckName, what: string): boolean {
    const fresh = !map.has(name.name);
    if (!fresh) this.report("tck-duplicate", name, `the ${what} '${name.name}' is already declared`);
    return fresh;
  }
  private report(code: string, span: Span, message: string): void {
    this.diagnostics.push({ code, severity: "error", span: { start: span.start, end: span.end }, message });
  }
}

function startsOf({ locations }: TckProcess): number[] {
  return locations.flatMap((location, index) => (location.initial ? [index] : []));
}
function initialOf(process: TckProcess, choosing: boolean): number {
  return choosing ? process.locations.length : (startsOf(process)[0] ?? 0);
}
function startLocation(index: number, origin: Origin): Location {
  return {
    name: ".start",
    index,
    urgent: false,
    committed: true,
    invariant: { data: [], clocks: [], rates: [] },
    labels: [],
    origin,
  };
}
function startEdge(id: number, process: number, source: number, target: number, event: number, origin: Origin): Edge {
  return {
    id,
    process,
    source,
    target,
    selects: [],
    guard: { data: [], clocks: [] },
    sync: { kind: "event", event, name: ".start" },
    update: [],
    controllable: true,
    origin,
  };
}
function elementName(name: TckName, size: number, index: number): string {
  return size === 1 ? name.name : `${name.name}[${index}]`;
}
