import { append, type Diagnostic, type Span, wants } from "../base/index.ts";
import {
  channelAt,
  type Edge,
  type Guard,
  type Network,
  type Process,
  processAt,
  type Slot,
} from "../network/index.ts";
import { TckCode } from "./tckcode.ts";
import { bind, constantOf, type Env, join, type Names, noEnv, Unwritable } from "./tckexpression.ts";

/**
 * Writes a network in TChecker's format, or says what does not fit. Selects and channel indices become one edge for each
 * value; a channel becomes vectors of synchronisation, one for each pair of processes, with the sender first; a broadcast
 * channel one vector for each sender, whose receivers are weak. In TChecker a weak participant must take part if its
 * location has an edge with the event, whatever the guards say; so receivers with guards over data get a loop that is
 * taken when none of them holds. A location without labels is labelled `process.location`.
 *
 * What cannot be written: urgent channels, priorities, hooks before and after updates, stopwatches, clocks that do not
 * start at 0, clock guards of broadcast receivers, disjunctions with clocks in invariants, and what `tckexpression.ts` and
 * `tckcode.ts` refuse. A value outside its range is a fault in both.
 */
export function networkToTck(
  network: Network,
  name = "model",
): { readonly text?: string; readonly diagnostics: readonly Diagnostic[] } {
  wants("networkToTck", network, "network");
  const writer = new TckWriter(network, name);
  const text = writer.write();
  return { ...(writer.diagnostics.length === 0 ? { text } : {}), diagnostics: writer.diagnostics };
}

interface Written {
  readonly source: number;
  readonly target: number;
  readonly event: string;
  readonly guard: Alternative;
  readonly update: string;
}
interface Alternative {
  readonly data: readonly string[];
  readonly clocks: readonly string[];
}

class TckWriter {
  readonly diagnostics: Diagnostic[] = [];
  private readonly network: Network;
  private readonly system: string;
  private readonly used = new Set([...reserved, "tau"]);
  private readonly names: Names;
  private readonly processNames: string[];
  private readonly channelNames: string[];
  private readonly events = new Set<string>();
  private readonly declarations: string[] = [];

  constructor(network: Network, name: string) {
    this.network = network;
    this.system = identifier(name);
    this.processNames = network.processes.map((p) => this.fresh(p.name));
    this.channelNames = network.channels.map((c) => this.fresh(c.name));
    this.names = { ...this.ints(), ...this.clocks() };
  }

  write(): string {
    const { network } = this;
    if (network.hasPriorities) this.refuse(network.origin, "priorities");
    if (network.beforeUpdate.length > 0) this.refuse(network.origin, "before_update");
    if (network.afterUpdate.length > 0) this.refuse(network.origin, "after_update");
    const bodies = network.processes.map((process) => this.process(process));
    const syncs = network.vectors.length > 0 ? this.vectors() : this.synchronisations(bodies.map((b) => b.edges));
    const lines = [
      `system:${this.system}`,
      "",
      ...[...this.events].map((event) => `event:${event}`),
      "",
      ...this.declarations,
      "",
    ];
    for (const body of bodies) append(lines, [...body.lines, ""]);
    return `${[...lines, ...syncs].join("\n").trimEnd()}\n`;
  }

  // ---------------------------------------------------------------- declarations

  private ints(): Pick<Names, "cell" | "arrays"> {
    const cell = new Map<number, string>();
    const arrays: { base: number; size: number; name: string }[] = [];
    const { processes } = this.network;
    const slots = [...this.network.slots];
    for (let base = processes.length; base < slots.length; ) {
      const { low, high, initial } = slots[base];
      const stem = stemOf(slots[base].name);
      let size = 1;
      while (
        stem !== undefined &&
        base + size < slots.length &&
        stemOf(slots[base + size].name) === stem &&
        same(slots[base + size], slots[base])
      )
        size++;
      const name = this.fresh(size > 1 ? stem! : slots[base].name);
      this.declarations.push(`int:${size}:${low}:${high}:${initial}:${name}`);
      if (size > 1) arrays.push({ base, size, name });
      for (let i = 0; i < size; i++) cell.set(base + i, size > 1 ? `${name}[${i}]` : name);
      base += size;
    }
    return { cell, arrays };
  }

  private clocks(): Pick<Names, "clock" | "clockArrays"> {
    const { clocks } = this.network;
    const clock = ["0"];
    const clockArrays: { base: number; size: number; name: string }[] = [];
    for (const c of clocks.slice(1))
      if (c.initial !== 0) this.refuse(c.origin, `the clock '${c.name}', which does not start at 0`);
    for (let base = 1; base < clocks.length; ) {
      const stem = stemOf(clocks[base]!.name);
      let size = 1;
      while (stem !== undefined && base + size < clocks.length && stemOf(clocks[base + size]!.name) === stem) size++;
      const name = this.fresh(size > 1 ? stem! : clocks[base]!.name);
      this.declarations.push(`clock:${size}:${name}`);
      if (size > 1) clockArrays.push({ base, size, name });
      for (let i = 0; i < size; i++) clock.push(name);
      base += size;
    }
    return { clock, clockArrays };
  }

  // ---------------------------------------------------------------- processes

  private process(process: Process): { lines: string[]; edges: Written[] } {
    const name = this.processNames[process.index];
    const locations = uniqueNames(process.locations.map((l) => l.name));
    const lines = [`process:${name}`];
    for (const location of process.locations) {
      const attributes: string[] = [];
      if (location.index === process.initial) attributes.push("initial:");
      if (location.committed) attributes.push("committed:");
      else if (location.urgent) attributes.push("urgent:");
      attributes.push(
        `labels: ${location.labels.length > 0 ? location.labels.join(",") : `${name}.${locations[location.index]}`}`,
      );
      this.attempt(location.origin, () => {
        if (location.invariant.rates.length > 0) throw new Unwritable(location.origin, "a stopwatch");
        const alternatives = this.guard(location.invariant, noEnv, location.origin);
        if (alternatives.length > 1)
          throw new Unwritable(location.origin, "a disjunction with a clock in an invariant");
        const invariant = alternatives.flatMap(({ data, clocks }) => [...data, ...clocks]);
        if (invariant.length > 0) attributes.push(`invariant: ${join(invariant)}`);
      });
      lines.push(`location:${name}:${locations[location.index]}{${attributes.join(" : ")}}`);
    }
    const edges = process.edges.flatMap((edge) => this.attempt(edge.origin, () => this.edge(edge)) ?? []);
    if (this.network.vectors.length === 0) append(edges, this.refusals(process, edges));
    for (const edge of edges) {
      this.events.add(edge.event);
      const guard = [...edge.guard.data, ...edge.guard.clocks];
      const attributes = [
        ...(guard.length > 0 ? [`provided: ${join(guard)}`] : []),
        ...(edge.update === "" ? [] : [`do: ${edge.update}`]),
      ];
      lines.push(
        `edge:${name}:${locations[edge.source]}:${locations[edge.target]}:${edge.event}${attributes.length === 0 ? "" : `{${attributes.join(" : ")}}`}`,
      );
    }
    return { lines, edges };
  }

  private edge(edge: Edge): Written[] {
    let envs: Env[] = [noEnv];
    for (const select of edge.selects) {
      if (envs.length * (select.high - select.low + 1) > 4096)
        throw new Unwritable(edge.origin, "a select with more than 4096 choices");
      envs = envs.flatMap((env) =>
        Array.from({ length: select.high - select.low + 1 }, (_, i) => bind(env, select.cell, select.low + i)),
      );
    }
    return envs.flatMap((env) =>
      this.eventsOf(edge, env).flatMap(({ event, conditions }) => {
        const update = new TckCode(this.network, this.names, edge.origin).update(edge.update, env);
        return this.guard(edge.guard, env, edge.origin).map(
          (guard): Written => ({
            source: edge.source,
            target: edge.target,
            event,
            guard: { ...guard, data: [...conditions, ...guard.data] },
            update,
          }),
        );
      }),
    );
  }

  /** The events an edge can have, with the conditions on the channel's indices. */
  private eventsOf(edge: Edge, env: Env): { event: string; conditions: string[] }[] {
    const sync = edge.sync;
    if (sync === undefined) return [{ event: "tau", conditions: [] }];
    if (sync.kind === "event") return [{ event: identifier(sync.name), conditions: [] }];
    if (sync.direction === "") throw new Unwritable(edge.origin, "a synchronisation without direction");
    const code = new TckCode(this.network, this.names, edge.origin);
    let rows: { channel: number; conditions: string[] }[] = [{ channel: sync.channel.base, conditions: [] }];
    for (const term of sync.channel.terms) {
      const known = constantOf(term.index, env);
      const offsets =
        known === undefined
          ? Array.from({ length: term.size }, (_, i) => i)
          : [known - term.low].filter((i) => i >= 0 && i < term.size);
      rows = rows.flatMap((row) =>
        offsets.map((i) => ({
          channel: row.channel + i * term.stride,
          conditions:
            known === undefined
              ? [...row.conditions, `${code.integer(term.index, env)}==${i + term.low}`]
              : row.conditions,
        })),
      );
    }
    return rows.map(({ channel, conditions }) => {
      if (channelAt(this.network, channel).urgent)
        throw new Unwritable(edge.origin, `the urgent channel '${channelAt(this.network, channel).name}'`);
      return { event: this.event(channel, sync.direction), conditions };
    });
  }

  /** The ways in which a guard can hold: two for each clock constraint under a condition. */
  private guard(guard: Guard, env: Env, span: Span): Alternative[] {
    const code = new TckCode(this.network, this.names, span);
    let rows: Alternative[] = [{ data: guard.data.flatMap((d) => code.condition(d, env)), clocks: [] }];
    for (const c of guard.clocks) {
      const constraint = code.constraint(c, env);
      const holds = rows.map((row) => ({ ...row, clocks: [...row.clocks, constraint] }));
      if (c.unless === undefined) rows = holds;
      else {
        const [yes, no] = [code.condition(c.unless, env), code.negation(c.unless, env)];
        rows = [
          ...rows.map((row) => ({ ...row, data: [...row.data, ...yes] })),
          ...holds.map((row) => ({ ...row, data: [...row.data, ...no] })),
        ];
      }
      if (rows.length > 64) throw new Unwritable(span, "a guard with too many disjunctions");
    }
    return rows;
  }

  /** Loops for the receivers of broadcasts, taken where no guard holds. */
  private refusals(process: Process, edges: readonly Written[]): Written[] {
    const loops: Written[] = [];
    this.network.channels.forEach((channel, index) => {
      if (!channel.broadcast) return;
      const event = this.event(index, "?");
      for (const location of process.locations) {
        const receivers = edges.filter((e) => e.event === event && e.source === location.index);
        if (receivers.length === 0 || receivers.some((e) => e.guard.data.length === 0 && e.guard.clocks.length === 0))
          continue;
        if (receivers.some((e) => e.guard.clocks.length > 0))
          this.refuse(location.origin, `a receiver of the broadcast channel '${channel.name}' with a clock guard`);
        else if (location.committed)
          this.refuse(
            location.origin,
            `a committed location with a guarded receiver of the broadcast channel '${channel.name}'`,
          );
        else
          loops.push({
            source: location.index,
            target: location.index,
            event,
            update: "",
            guard: { data: receivers.map((e) => `(if ${join(e.guard.data)} then 1 else 0)==0`), clocks: [] },
          });
      }
    });
    return loops;
  }

  // ---------------------------------------------------------------- synchronisation

  private event(channel: number, direction: "!" | "?" | ""): string {
    return `${this.channelNames[channel]}${direction === "!" ? "_emit" : "_recv"}`;
  }

  private synchronisations(edges: readonly (readonly Written[])[]): string[] {
    const has = edges.map((list) => new Set(list.map((e) => e.event)));
    return this.network.channels.flatMap((channel, index) => {
      const [emit, recv] = [this.event(index, "!"), this.event(index, "?")];
      const processes = this.network.processes.map((p) => p.index);
      const lone = (p: number, event: string) => this.never(p, event);
      return [
        ...processes
          .filter((p) => has[p]!.has(emit))
          .flatMap((sender) => {
            const receivers = processes.filter((p) => p !== sender && has[p]!.has(recv));
            const at = (p: number, event: string) => `${this.processNames[p]}@${event}`;
            if (channel.broadcast)
              return receivers.length === 0
                ? []
                : [`sync:${at(sender, emit)}:${receivers.map((r) => `${at(r, recv)}?`).join(":")}`];
            return receivers.length === 0
              ? [lone(sender, emit)]
              : receivers.map((r) => `sync:${at(sender, emit)}:${at(r, recv)}`);
          }),
        ...processes
          .filter((p) => has[p]!.has(recv) && !processes.some((q) => q !== p && has[q]!.has(emit)))
          .map((p) => lone(p, recv)),
      ];
    });
  }

  /** An edge whose partner does not exist must not become asynchronous: it is tied to an event that no process has. */
  private never(process: number, event: string): string {
    this.events.add("_never");
    const other = this.network.processes.length > 1 ? this.processNames[process === 0 ? 1 : 0] : undefined;
    if (other === undefined)
      this.refuse(processAt(this.network, process).origin, "a synchronisation in a model with one process");
    return `sync:${this.processNames[process]}@${event}:${other}@_never`;
  }

  private vectors(): string[] {
    const names = new Map<string, string>();
    for (const p of this.network.processes)
      for (const e of p.edges)
        if (e.sync?.kind === "event") names.set(`${p.index} ${e.sync.event}`, identifier(e.sync.name));
    return this.network.vectors.map(
      (vector) =>
        `sync:${vector.parts
          .map((part) => {
            const event = names.get(`${part.process} ${part.event}`) ?? "_never";
            this.events.add(event);
            return `${this.processNames[part.process]}@${event}${part.weak ? "?" : ""}`;
          })
          .join(":")}`,
    );
  }

  // ---------------------------------------------------------------- names and refusals

  private fresh(name: string): string {
    return freshIn(this.used, name);
  }

  private attempt<T>(span: Span, write: () => T): T | undefined {
    try {
      return write();
    } catch (error) {
      if (!(error instanceof Unwritable)) throw error;
      this.refuse(span, error.message);
      return undefined;
    }
  }

  private refuse(span: Span, what: string): void {
    this.diagnostics.push({
      code: "tck-unwritable",
      severity: "error",
      span: { start: span.start, end: span.end },
      message: `this cannot be written in TChecker's format: ${what}`,
    });
  }
}

const reserved = [
  "clock",
  "edge",
  "event",
  "int",
  "location",
  "process",
  "sync",
  "system",
  "if",
  "then",
  "else",
  "end",
  "while",
  "do",
  "nop",
  "local",
];

function identifier(name: string): string {
  const cleaned = name.replace(/[^A-Za-z0-9_.]+/g, "_").replace(/_+$/, "");
  return /^[A-Za-z_]/.test(cleaned) ? cleaned : `_${cleaned}`;
}
/** The array's name of `list[3]` or `grid[1][2]`; undefined for anything else. */
function stemOf(name: string): string | undefined {
  return /^(.*?)(\[-?[0-9]+\])+$/.exec(name)?.[1];
}
function same(a: Slot, b: Slot): boolean {
  return a.low === b.low && a.high === b.high && a.initial === b.initial;
}
function uniqueNames(names: readonly string[]): string[] {
  const used = new Set(reserved);
  return names.map((name) => freshIn(used, name));
}
function freshIn(used: Set<string>, name: string): string {
  const stem = identifier(name);
  let found = stem;
  for (let i = 2; used.has(found); i++) found = `${stem}_${i}`;
  used.add(found);
  return found;
}
