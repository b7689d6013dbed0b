import { wants } from "../base/index.ts";
import type { Network, Origin, Process } from "../network/index.ts";
import { printExpr, type Template, type Tree } from "../syntax/index.ts";
import { type EdgeText, edgeTexts } from "./labels.ts";
import { type Node, type WrittenEdge, writtenEdges } from "./written.ts";

/**
 * UPPAAL's intermediate format, `.if` (docs/guide/formats.md): what gives names to the numbers of an `.xtr`. Sections of lines
 * of fields between colons: cells (clocks, variables, locations) by index, processes, their locations and edges in the
 * order in which an `.xtr` counts them, and the texts of labels by address. Reader and trace must agree on whether time
 * from the start is a clock (`time`), as it is in UPPAAL 5.
 *
 * Two things are not as UPPAAL has them: there is no code for its machine (the section `instructions` is empty, addresses
 * only number texts), and branch points are cells that no process stays in, so that every edge has two ends.
 */
export function networkToIf(network: Network, tree: Tree, options: { readonly time: boolean }): string {
  wants("networkToIf", network, "network");
  wants("networkToIf", tree, "tree");
  const { time } = options;
  return new Writer(network, tree, time).write();
}

class Writer {
  private readonly network: Network;
  private readonly tree: Tree;
  private readonly cells: string[] = [];
  private readonly processes: string[] = [];
  private readonly locations: string[] = [];
  private readonly edges: string[] = [];
  /** Address of each text. */
  private readonly texts = new Map<string, number>();

  constructor(network: Network, tree: Tree, time: boolean) {
    this.network = network;
    this.tree = tree;
    const [, ...clocks] = network.clocks.map(({ name }) => name);
    const names = time ? ["#t(0)", "#time", ...clocks] : ["t(0)", ...clocks];
    for (const [nr, name] of names.entries()) this.cell(`clock:${nr}:${name}`);
    network.slots.slice(network.processes.length).forEach(({ meta, low, high, initial, name }, nr) => {
      this.cell(`${meta ? "meta" : "var"}:${low}:${high}:${initial}:${nr}:${name}`);
    });
  }

  write(): string {
    const labels = edgeTexts(this.tree);
    const invariants = invariantsOf(this.tree);
    for (const process of this.network.processes) this.process(process, labels, invariants);
    const expressions = [...this.texts].map(([text, address]) => `${address}:::${text}`);
    return [
      section("layout", ["#index:clock:nr:name", "#index:var:min:max:init:nr:name"], this.cells),
      section("instructions", ["#address: opcode"], []),
      section("processes", ["#index:initial:name"], this.processes),
      section("locations", ["#index:process:invariant"], this.locations),
      section("edges", ["#process:source:target:guard:sync:update"], this.edges),
      section("expressions", ["#address:reads:writes:text"], expressions),
    ].join("\n");
  }

  private process(
    process: Process,
    labels: (origin: Origin) => EdgeText | undefined,
    invariants: ReadonlyMap<number, string>,
  ): void {
    const at = this.network.processes.indexOf(process);
    const places = process.locations.map(({ name, urgent, committed, origin }) => {
      const cell = this.cell(`location:${committed ? "committed" : urgent ? "urgent" : ""}:${name}`);
      this.locations.push(`${cell}:${at}:${this.text(invariants.get(origin.start))}`);
      return cell;
    });
    this.processes.push(`${at}:${places[process.initial]}:${process.name}`);
    const written = writtenEdges(process);
    const branches = Array.from({ length: written.branchPoints }, (_, b) => this.cell(`location::_branch${b}`));
    const cellOf = (node: Node): number => (node.kind === "location" ? places[node.location]! : branches[node.branch]!);
    for (const edge of written.edges) this.edge(at, edge, cellOf, labels(edge.origin));
  }

  private edge(at: number, { source, target }: WrittenEdge, cellOf: (node: Node) => number, label?: EdgeText): void {
    const addresses = [this.text(label?.guard), this.text(label?.sync, "0"), this.text(label?.update)];
    this.edges.push([at, cellOf(source), cellOf(target), ...addresses].join(":"));
  }

  private cell(what: string): number {
    return this.cells.push(`${this.cells.length}:${what}`) - 1;
  }

  private text(label: string | undefined, empty = "1"): number {
    const text = label || empty;
    const address = this.texts.get(text) ?? this.texts.size;
    this.texts.set(text, address);
    return address;
  }
}

/** Sections are told apart by the empty line between them, so they have none inside. */
function section(name: string, heading: readonly string[], lines: readonly string[]): string {
  return `${[name, ...heading, ...lines].join("\n")}\n`;
}

/** By the place of the location. */
function invariantsOf(tree: Tree): ReadonlyMap<number, string> {
  const late = tree.systemDeclarations.flatMap((d): Template[] => (d.kind === "template" ? [d.template] : []));
  const found = new Map<number, string>();
  for (const { start, invariant } of [...tree.templates, ...late].flatMap((template) => template.locations))
    if (invariant !== undefined) found.set(start, printExpr(invariant.value));
  return found;
}
