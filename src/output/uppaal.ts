import type { Diagnostic, Span } from "../base/index.ts";
import { wants } from "../base/index.ts";
import {
  isKeyword,
  type TckDeclaration,
  type TckEdge,
  type TckExpr,
  type TckLocation,
  type TckSync,
  type TckTree,
} from "../syntax/index.ts";

/**
 * Writes a model in TChecker's format as an UPPAAL model in XTA, or says what does not fit. Each process becomes a template
 * without parameters and each vector of two a channel, with the first as the sender: its update runs first, as in the
 * vector. One participant followed by others that are weak, or ready in all of their locations, becomes a broadcast channel,
 * provided that no receiver has a guard: if it is false, that prevents the step in TChecker and is passed over in UPPAAL. An
 * edge that takes part in several vectors is written once for each. An assignment out of its range is a fault in both. Every
 * label becomes a query `E<>`.
 *
 * The network must be right (`networkFromTck`). What cannot be written: several initial locations of a process, other
 * vectors, and statements other than assignments.
 */
export function tckToUppaal(tree: TckTree): {
  readonly text?: string;
  /** A query file: one for each label. */
  readonly queries: string;
  readonly diagnostics: readonly Diagnostic[];
} {
  wants("tckToUppaal", tree, "TChecker tree");
  const writer = new Writer(tree);
  const text = writer.write();
  const { diagnostics } = writer;
  return { ...(diagnostics.length === 0 ? { text } : {}), queries: writer.queries(), diagnostics };
}

type Of<K extends TckDeclaration["kind"]> = Extract<TckDeclaration, { readonly kind: K }>;

/** A vector as a channel: who sends, and who stands before a participant in the vector. */
interface Channel {
  readonly name: string;
  readonly sync: TckSync;
  readonly isBroadcast: boolean;
}

class Writer {
  readonly diagnostics: Diagnostic[] = [];
  private readonly tree: TckTree;
  private readonly used = new Set<string>();
  private readonly variables = new Map<string, string>();
  private readonly processes = new Map<string, string>();
  private readonly locations = new Map<string, string>();
  private readonly channels: Channel[] = [];
  private readonly channelsOf = new Map<string, Channel[]>();
  private readonly edgesOf = new Map<string, TckEdge[]>();
  private readonly locationsOf = new Map<string, TckLocation[]>();

  constructor(tree: TckTree) {
    this.tree = tree;
    for (const { name } of [...this.all("int"), ...this.all("clock")])
      this.variables.set(name.name, this.fresh(name.name));
    for (const { name } of this.all("process")) this.processes.set(name.name, this.fresh(name.name));
    for (const location of this.all("location")) {
      this.locations.set(`${location.process.name} ${location.name.name}`, this.local(location.name.name));
      add(this.locationsOf, location.process.name, location);
    }
    for (const edge of this.all("edge")) {
      add(this.edgesOf, edge.process.name, edge);
      add(this.edgesOf, `${edge.process.name} ${edge.event.name}`, edge);
    }
    for (const sync of this.all("sync")) this.channel(sync);
  }

  write(): string {
    const names = [...this.processes.values()];
    return `${[
      ...this.all("int").map((d) => {
        const { name, size, low, high, initial } = d;
        const declared = this.variables.get(name.name);
        const value = size === 1 ? `${initial}` : `{ ${Array(size).fill(initial).join(", ")} }`;
        return `int[${low},${high}] ${declared}${size === 1 ? "" : `[${size}]`} = ${value};`;
      }),
      ...this.all("clock").map(
        ({ name, size }) => `clock ${this.variables.get(name.name)}${size === 1 ? "" : `[${size}]`};`,
      ),
      ...this.channels.map(({ name, isBroadcast }) => `${isBroadcast ? "broadcast " : ""}chan ${name};`),
      "",
      ...this.all("process").flatMap(({ name }) => this.process(name.name)),
      `system ${names.join(", ")};`,
    ].join("\n")}\n`;
  }

  queries(): string {
    const carried = new Map<string, string[]>();
    for (const { process, name, labels } of this.all("location"))
      for (const label of labels)
        add(
          carried,
          label,
          `${this.processes.get(process.name)}.${this.locations.get(`${process.name} ${name.name}`)}`,
        );
    return [...carried].map(([label, places]) => `// ${label}\nE<> ${places.join(" || ")}\n`).join("\n");
  }

  // ---------------------------------------------------------------- synchronisations

  private channel(sync: TckSync): void {
    const others = sync.parts.slice(1);
    const isBroadcast = others.length > 1 || others.some((part) => part.weak);
    if (sync.parts[0]?.weak || (isBroadcast && !others.every((part) => part.weak || this.isReady(part)))) {
      this.refuse(
        sync,
        "a vector that is neither a pair nor one participant followed by some that are weak or always ready",
      );
      return;
    }
    const order = [...this.processes.keys()];
    const places = others.map((part) => order.indexOf(part.process.name));
    if (places.some((place, i) => place < (places[i - 1] ?? place)))
      this.refuse(sync, "receivers in another order than that of the processes");
    const events = new Set(sync.parts.map((part) => part.event.name));
    const channel = { name: this.fresh([...events].join("_")), sync, isBroadcast };
    this.channels.push(channel);
    for (const part of sync.parts) {
      add(this.channelsOf, `${part.process.name} ${part.event.name}`, channel);
      if (!isBroadcast || part === sync.parts[0]) continue;
      const guarded = this.edgesOf
        .get(`${part.process.name} ${part.event.name}`)
        ?.find((e) => e.provided !== undefined);
      if (guarded !== undefined) this.refuse(guarded, "the guard of a receiver");
    }
  }

  /** Whether a participant can take part wherever it is; then it does not matter if it is weak. */
  private isReady({ process, event }: TckSync["parts"][number]): boolean {
    const sources = new Set(
      (this.edgesOf.get(`${process.name} ${event.name}`) ?? [])
        .filter((edge) => edge.provided === undefined)
        .map((edge) => edge.source.name),
    );
    return (this.locationsOf.get(process.name) ?? []).every((location) => sources.has(location.name.name));
  }

  // ---------------------------------------------------------------- processes

  private process(name: string): string[] {
    const locations = this.locationsOf.get(name) ?? [];
    const initial = locations.filter((location) => location.initial);
    if (initial[1] !== undefined) this.refuse(initial[1], "a second initial location");
    const nameOf = (location: string): string => this.locations.get(`${name} ${location}`) ?? location;
    const list = (word: string, some: readonly TckLocation[]): string[] =>
      some.length === 0 ? [] : [`  ${word} ${some.map((location) => nameOf(location.name.name)).join(", ")};`];
    const states = locations.map(({ name, invariant }) =>
      invariant === undefined ? nameOf(name.name) : `${nameOf(name.name)} { ${this.conjunction(invariant)} }`,
    );
    const edges = (this.edgesOf.get(name) ?? []).flatMap((edge) => this.edge(edge, nameOf));
    return [
      `process ${this.processes.get(name)}() {`,
      `  state ${states.join(", ")};`,
      ...list(
        "commit",
        locations.filter((location) => location.committed),
      ),
      ...list(
        "urgent",
        locations.filter((location) => location.urgent && !location.committed),
      ),
      ...list("init", initial.slice(0, 1)),
      ...(edges.length === 0 ? [] : [`  trans\n    ${edges.join(",\n    ")};`]),
      "}\n",
    ];
  }

  /** One edge, or one for each vector that it takes part in. */
  private edge(edge: TckEdge, nameOf: (location: string) => string): string[] {
    const update: string[] = [];
    for (const statement of edge.do) {
      if (statement.kind === "assign") update.push(`${this.expr(statement.target)} = ${this.expr(statement.value)}`);
      else if (statement.kind !== "nop") this.refuse(statement, `the statement '${statement.kind}'`);
    }
    const guard = edge.provided === undefined ? "" : ` guard ${this.conjunction(edge.provided)};`;
    const assign = update.length === 0 ? "" : ` assign ${update.join(", ")};`;
    const ends = `${nameOf(edge.source.name)} -> ${nameOf(edge.target.name)}`;
    const channels = this.channelsOf.get(`${edge.process.name} ${edge.event.name}`);
    if (channels === undefined) return [`${ends} {${guard}${assign} }`];
    return channels.map(({ name, sync }) => {
      const place = sync.parts.findIndex((part) => part.process.name === edge.process.name);
      return `${ends} {${guard} sync ${name}${place === 0 ? "!" : "?"};${assign} }`;
    });
  }

  // ---------------------------------------------------------------- expressions

  private conjunction(expr: TckExpr): string {
    return expr.kind === "binary" && expr.op === "&&"
      ? `${this.conjunction(expr.left)} && ${this.conjunction(expr.right)}`
      : this.expr(expr, true);
  }

  private expr(expr: TckExpr, isWhole = false): string {
    switch (expr.kind) {
      case "broken":
        return "0";
      case "int":
        return expr.value < 0 && !isWhole ? `(${expr.value})` : `${expr.value}`;
      case "variable": {
        const name = this.variables.get(expr.name) ?? expr.name;
        return expr.index === undefined ? name : `${name}[${this.expr(expr.index, true)}]`;
      }
      case "unary":
        return `${expr.op}(${this.expr(expr.operand, true)})`;
      case "if":
        return `(${this.expr(expr.condition)} ? ${this.expr(expr.yes)} : ${this.expr(expr.no)})`;
      case "binary": {
        const text = `${this.expr(expr.left)} ${expr.op} ${this.expr(expr.right)}`;
        return isWhole ? text : `(${text})`;
      }
    }
  }

  // ---------------------------------------------------------------- names

  private fresh(name: string): string {
    const found = this.local(name);
    this.used.add(found);
    return found;
  }

  /** A name that UPPAAL takes and nothing global has. Locations of different processes may have the same. */
  private local(name: string): string {
    let found = name.replace(/\W/g, "_");
    while (this.used.has(found) || (["new", "old", "query"] as const).some((context) => isKeyword(found, context)))
      found += "_";
    return found;
  }

  private all<K extends TckDeclaration["kind"]>(kind: K): Of<K>[] {
    return this.tree.declarations.filter((d): d is Of<K> => d.kind === kind);
  }

  private refuse({ start, end }: Span, what: string): void {
    const message = `this cannot be written as an UPPAAL model: ${what}`;
    this.diagnostics.push({ code: "uppaal-unwritable", severity: "error", span: { start, end }, message });
  }
}

function add<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
