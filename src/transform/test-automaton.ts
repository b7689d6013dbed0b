/**
 * The test automaton of a specification (Bourke and Sowmya 2007, Definition 3.2, after Stoelinga 2002 and Jensen, Larsen
 * and Skou 2000): a template that, run beside an implementation, can reach `Err` if and only if the implementation has a
 * timed trace that the specification has not. Every edge carries a comment that says which rule it comes from.
 *
 * By default the construction is strengthened where the definition falls short (see docs/guide/refinement.md): the
 * invariant of the target counts for an edge; actions are caught where the invariant is broken already, because an
 * implementation in a committed location keeps the tester from saying so by itself; and time passes freely while an urgent
 * action is offered by both sides. With `definition` it is the report's, to the letter.
 */
import { append, nowhere, wants } from "../base/index.ts";
import type { CheckedTemplate, LocationSymbol, Model } from "../model/index.ts";
import { locationAt } from "../network/index.ts";
import {
  type Binder,
  build,
  type Declaration,
  type Edge,
  type Expr,
  type Location,
  layoutClearly,
  type Name,
  type Template,
} from "../syntax/index.ts";
import { clauseExpr, Unreadable } from "./clause.ts";
import { denyAll, type FlipOptions, type Flipped, flip, flipDefaults, NotFlippable } from "./flip.ts";
import { flipByPartitions } from "./partition.ts";
import { declaredNames, Rewriter } from "./rewrite.ts";
import { simplify } from "./simplify.ts";
import type { TestChannel } from "./test-interface.ts";
import { bare, channelName, comment, copied, indexed, labelled, newColor, urgentColor, wayOf } from "./test-parts.ts";
import { SpecReader } from "./test-reader.ts";
import {
  type Direction,
  isTransient,
  Refusal,
  type SpecEdge,
  setUp,
  type TestNote,
  type TestOptions,
  type TestSetup,
} from "./test-setup.ts";
import { differs } from "./test-shared.ts";

export type TestResult =
  | { readonly template: Template; readonly error: string; readonly notes: readonly TestNote[] }
  | { readonly refusal: string; readonly part?: Expr };

export function makeTest(model: Model, template: CheckedTemplate, options: TestOptions = {}): TestResult {
  wants("makeTest", model, "model");
  wants("makeTest", template, "object");
  try {
    return new TestMaker(model, template, options).make();
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotFlippable) return { refusal: error.message };
    if (error instanceof Unreadable) return { refusal: error.message, part: error.part };
    throw error;
  }
}

class TestMaker {
  private readonly spec: CheckedTemplate;
  private readonly options: TestOptions;
  private readonly names: Rewriter;
  private readonly flips: FlipOptions;
  private readonly notes: TestNote[] = [];
  private readonly locations: Location[] = [];
  private readonly edges: Edge[] = [];
  private readonly declarations: Declaration[] = [];
  private readonly strong: boolean;
  private readonly err: Name;
  private readonly setup: TestSetup;
  private readonly reader: SpecReader;
  private urgentClock: Name | undefined;
  /** The place after an urgent action was answered. */
  private answered: string | undefined;
  /** Ids of locations made beside those of the specification. */
  private readonly beside = new Map<string, string>();
  private readonly urgentPlaces = new Map<string, { readonly id: string; readonly indices: readonly Name[] }>();

  constructor(model: Model, spec: CheckedTemplate, options: TestOptions) {
    this.spec = spec;
    this.options = options;
    this.flips = options.flip ?? flipDefaults;
    this.strong = options.definition !== true;
    this.names = new Rewriter(model, [
      ...declaredNames(model),
      ...spec.locations.map((l) => l.name),
      ...spec.node.locations.map((l) => l.id),
    ]);
    this.setup = setUp(model, spec, options, this.names);
    append(this.notes, this.setup.notes);
    this.reader = new SpecReader(spec, this.setup, this.names, this.strong);
    this.err = build.name(this.names.lasting("Err"));
  }

  make(): TestResult {
    const { spec, names } = this;
    this.addLocation(this.err.name, newColor);
    const stop = spec.locations.filter((l) => (l.node.urgent || l.node.committed) && !isTransient(this.setup, l));
    if (stop.length > 0) this.reader.stillClock = build.name(names.lasting("c_u"));
    const committed = spec.locations.filter((l) => l.node.committed && !isTransient(this.setup, l));
    if (committed.length > 0)
      this.note("note", `committed locations count as urgent: ${committed.map((l) => l.name).join(", ")}`);
    for (const l of spec.locations) this.location(l);
    this.push({ source: this.err, target: this.err, notes: comment("error") });
    const clocks = [this.reader.stillClock, this.urgentClock].filter((c) => c !== undefined);
    const declarations: Declaration[] = [
      ...this.setup.copies.declarations,
      ...clocks.map((c) => build.variable("clock", c.name)),
      ...this.declarations,
    ];
    const name = this.options.name ?? names.lasting(`${spec.name}Test`);
    return {
      template: layoutClearly({
        ...nowhere,
        name: build.name(name),
        parameters: spec.node.parameters,
        declarations,
        locations: this.locations,
        branchpoints: [],
        initial: build.name(this.entryOf(locationAt(spec, spec.initial))),
        edges: this.edges,
      }),
      error: this.err.name,
      notes: this.notes,
    };
  }

  private note(severity: TestNote["severity"], message: string): void {
    if (!this.notes.some((n) => n.message === message)) this.notes.push({ severity, message });
  }

  // ------------------------------------------------------------ locations

  private location(l: LocationSymbol): void {
    const { node } = l;
    if (isTransient(this.setup, l)) {
      this.locations.push({ ...bare(node), committed: true });
      this.transient(l);
      return;
    }
    this.locations.push(bare(node));
    const entry = this.entryOf(l);
    const urgent = entry !== node.id;
    this.fill(l, node.id, urgent && this.strong);
    if (urgent) {
      this.addLocation(entry, urgentColor, node, true);
      if (this.strong) this.fill(l, entry, false);
      this.push({
        source: build.name(entry),
        target: build.name(node.id),
        color: newColor,
        notes: comment(`urgent: wait in ${l.name}`),
      });
      if (this.strong)
        this.push({
          source: build.name(node.id),
          target: build.name(entry),
          color: newColor,
          notes: comment(`urgent: be ready in ${l.name}`),
        });
    }
    this.readiness(l, this.strong ? node.id : entry);
  }

  /** Where edges into a location lead: where urgent actions are offered, to a place before it that time cannot pass. */
  private entryOf(l: LocationSymbol): string {
    return !isTransient(this.setup, l) && this.hasUrgentOffer(l) ? this.idBeside(l, "_u") : l.node.id;
  }

  /** Whether an urgent action would stop the time of the whole while the tester offers it. */
  private hasUrgentOffer(l: LocationSymbol): boolean {
    // A guard of the implementation that opens after an instant would never open while the tester waits for it.
    if (this.strong && this.options.rushes === true && this.setup.channels.some((c) => c.urgent && !c.broadcast))
      return true;
    return this.setup.edges.some(
      (e) => e.edge.source === l.index && e.channel?.urgent === true && !e.channel.broadcast,
    );
  }

  /** All edges that leave a location. With `waits`, without the offers of urgent actions. */
  private fill(l: LocationSymbol, id: string, waits: boolean): void {
    const { names } = this;
    const source = build.name(id);
    names.scoped(() => {
      const invariant = this.reader.invariant(l);
      for (const way of denyAll(invariant, [], names, this.flips))
        this.toErr(source, way, undefined, `invariant of ${l.name} broken`);
    });
    const different = differs(this.setup.copies.compared);
    if (different !== undefined)
      this.toErr(source, { selects: [], guard: [different], subscripts: [] }, undefined, "a shared variable differs");
    for (const channel of this.setup.channels) {
      for (const direction of ["?", "!"] as const) {
        const legal = this.setup.edges.filter(
          (e) => e.edge.source === l.index && e.channel === channel && e.direction === direction,
        );
        this.channelEdges(l, source, channel, direction, legal, waits);
      }
    }
  }

  private channelEdges(
    l: LocationSymbol,
    source: Name,
    channel: TestChannel,
    direction: Direction,
    legal: readonly SpecEdge[],
    waits: boolean,
  ): void {
    const { names, strong } = this;
    const other: Direction = direction === "?" ? "!" : "?";
    const action = `${channel.name}${direction}`;
    const isHeard = channel.broadcast && direction === "?";
    // An urgent action that both sides are ready for would stop the time of the whole.
    if (waits && channel.urgent && !channel.broadcast) return;
    for (const e of legal) this.legal(l, source, e, other);
    names.scoped(() => {
      const invariant = this.reader.invariant(l).map(clauseExpr);
      const byPartitions = this.flips.partition === true && channel.dimensions.length > 0;
      const sweep = byPartitions ? [] : this.sweep(channel, legal);
      const prepared = legal.map((e) => this.reader.prepare(e));
      // Where the invariant is broken an action is as wrong as the delay before it.
      const always = strong && !isHeard ? [] : invariant;
      const ways = byPartitions
        ? flipByPartitions(prepared, channel.dimensions, always, names, this.flips)
        : flip(prepared, sweep, always, names, this.flips);
      for (const way of ways) {
        if (isHeard)
          this.push({
            ...wayOf(source, build.name(l.node.id), way, [channel, other]),
            notes: comment(`ignored: ${action} in ${l.name}`),
          });
        else this.toErr(source, way, [channel, other], `illegal: ${action} in ${l.name}`);
      }
    });
    if (!strong || this.options.committed !== true || isHeard) return;
    if (legal.length > 0) {
      names.scoped(() => {
        const sweep = this.sweep(channel, []);
        for (const way of denyAll(this.reader.invariant(l), [], names, this.flips))
          this.toErr(
            source,
            { ...way, selects: [...sweep, ...way.selects], subscripts: sweep.map((b) => b.name) },
            [channel, other],
            `illegal: ${action} after the invariant of ${l.name} is broken`,
          );
      });
    }
    const different = differs(this.setup.copies.compared);
    if (different !== undefined && legal.length > 0)
      names.scoped(() => {
        const sweep = this.sweep(channel, []);
        this.toErr(
          source,
          { selects: sweep, guard: [different], subscripts: sweep.map((b) => b.name) },
          [channel, other],
          "a shared variable differs",
        );
      });
  }

  /** Variables that run over all elements, called as an edge's select is where it is the subscript. */
  private sweep(channel: TestChannel, legal: readonly SpecEdge[]): readonly Binder[] {
    return channel.dimensions.map((type, d) => {
      const select = legal
        .map((e) => e.subscripts[d])
        .find((x) => {
          const symbol = x?.kind === "name" ? this.names.symbolOf(x) : undefined;
          return symbol?.kind === "variable" && symbol.role === "binder";
        });
      return build.binder(this.names.fresh(select?.kind === "name" ? select.name : "s"), type);
    });
  }

  private legal(l: LocationSymbol, source: Name, e: SpecEdge, other: Direction): void {
    const { names } = this;
    names.scoped(() => {
      const invariant = this.reader.invariant(l).map(clauseExpr);
      const { selects, guard, update, target, subscripts } = this.reader.prepare(e);
      const kept = simplify([...guard, ...invariant, ...(target ?? [])], names);
      if (kept === null) return;
      const to = locationAt(this.spec, e.edge.target);
      const place = target === undefined ? this.checked(to) : this.entryOf(to);
      this.push({
        ...copied(e.edge.node),
        source,
        target: build.name(place),
        ...labelled(
          e.edge.node,
          selects,
          kept,
          { ...nowhere, channel: indexed(channelName(e), subscripts), direction: other },
          [...update, ...this.entering(to)],
        ),
        notes: comment(`legal: ${l.name} -> ${to.name}`),
      });
    });
  }

  /** Resets on the way into an urgent location. */
  private entering(to: LocationSymbol): readonly Expr[] {
    if (this.reader.stillClock === undefined || isTransient(this.setup, to) || !(to.node.urgent || to.node.committed))
      return [];
    return [build.assign(this.reader.stillClock, build.int(0))];
  }

  /** A place on the way to a location where its invariant is asked, for updates that it cannot be taken back through. */
  private checked(to: LocationSymbol): string {
    const id = this.idBeside(to, "_in");
    if (this.locations.some((l) => l.id === id)) return id;
    this.addLocation(id, newColor, to.node, false, true);
    const source = build.name(id);
    this.names.scoped(() => {
      const invariant = this.reader.invariant(to);
      this.push({
        ...wayOf(
          source,
          build.name(this.entryOf(to)),
          { selects: [], guard: invariant.map(clauseExpr), subscripts: [] },
          undefined,
        ),
        notes: comment(`legal: into ${to.name}`),
      });
      for (const way of denyAll(invariant, [], this.names, this.flips))
        this.toErr(source, way, undefined, `illegal: invariant of ${to.name} does not hold on entry`);
    });
    this.note("note", `the invariant of ${to.name} is asked after the update, in ${id}`);
    return id;
  }

  /** A location that is left at once: its internal edges, and what is illegal where none is enabled. */
  private transient(l: LocationSymbol): void {
    const { names } = this;
    const source = build.name(l.node.id);
    const leaving = this.setup.edges.filter((e) => e.edge.source === l.index);
    for (const e of leaving) {
      names.scoped(() => {
        const { selects, guard, update, target } = this.reader.prepare(e);
        const to = locationAt(this.spec, e.edge.target);
        const kept = simplify([...guard, ...(target ?? [])], names);
        if (kept === null) return;
        this.push({
          ...copied(e.edge.node),
          source,
          target: build.name(target === undefined ? this.checked(to) : this.entryOf(to)),
          ...labelled(e.edge.node, selects, kept, undefined, [...update, ...this.entering(to)]),
          notes: comment(`legal: ${l.name} -> ${to.name}`),
        });
      });
    }
    names.scoped(() => {
      const ways = flip(
        leaving.map((e) => this.reader.prepare(e)),
        [],
        [],
        names,
        this.flips,
      );
      if (ways.length === 0) return;
      const stuck = this.idBeside(l, "_stuck");
      this.addLocation(stuck, newColor, l.node);
      this.reader.stillClock ??= build.name(names.lasting("c_u"));
      const clock = this.reader.stillClock;
      for (const way of ways)
        this.push({
          ...wayOf(source, build.name(stuck), way, undefined, [build.assign(clock, build.int(0))]),
          notes: comment(`${l.name} cannot be left`),
        });
      this.toErr(
        build.name(stuck),
        { selects: [], guard: [build.binary(">", clock, build.int(0))], subscripts: [] },
        undefined,
        `no delay in ${l.name}`,
      );
      for (const channel of this.setup.channels)
        for (const direction of ["?", "!"] as const) {
          if (channel.broadcast && direction === "?") continue;
          for (const way of flip([], this.sweep(channel, []), [], names, this.flips))
            this.toErr(
              build.name(stuck),
              way,
              [channel, direction === "?" ? "!" : "?"],
              `illegal: ${channel.name}${direction} in ${l.name}`,
            );
        }
    });
  }

  // ------------------------------------------------------------ urgency

  /** Edges to the places where an urgent action that the specification offers is waited for. */
  private readiness(l: LocationSymbol, from: string): void {
    const { names } = this;
    for (const e of this.setup.edges) {
      const { channel } = e;
      if (e.edge.source !== l.index || channel === undefined || !channel.urgent) continue;
      if (channel.broadcast && e.direction === "?") continue;
      names.scoped(() => {
        const { selects, guard, subscripts } = this.reader.prepare(e);
        const place = this.urgentPlace(channel, e.direction);
        const clock = this.urgentClock as Name;
        const update = [
          build.assign(clock, build.int(0)),
          ...place.indices.map((v, d) => build.assign(v, subscripts[d]!)),
        ];
        const kept = simplify([...guard, ...(this.strong ? this.reader.invariant(l).map(clauseExpr) : [])], names);
        if (kept !== null)
          this.push({
            ...wayOf(
              build.name(from),
              build.name(place.id),
              { selects, guard: kept, subscripts: [] },
              undefined,
              update,
            ),
            notes: comment(`urgent: ${channel.name}${e.direction} is offered in ${l.name}`),
          });
      });
    }
  }

  private urgentPlace(
    channel: TestChannel,
    direction: Direction,
  ): { readonly id: string; readonly indices: readonly Name[] } {
    const { names } = this;
    const key = `${channel.name}${direction}`;
    const known = this.urgentPlaces.get(key);
    if (known !== undefined) return known;
    this.urgentClock ??= build.name(names.lasting("x_u"));
    const id = names.lasting(`l_${channel.name}_${direction === "!" ? "in" : "out"}`);
    const dead = (this.answered ??= names.lasting("l_u"));
    if (!this.locations.some((x) => x.id === dead)) this.addLocation(dead, urgentColor);
    this.addLocation(id, urgentColor);
    const indices = channel.dimensions.map((type) => {
      const name = names.lasting("i_u");
      this.declarations.push(build.variable(type, name));
      return build.name(name);
    });
    const place = { id, indices };
    this.urgentPlaces.set(key, place);
    const other: Direction = direction === "?" ? "!" : "?";
    this.push({
      ...wayOf(build.name(id), build.name(dead), { selects: [], guard: [], subscripts: indices }, [channel, other]),
      notes: comment(`urgent: ${key} is answered`),
    });
    // A broadcast of the implementation is not held up by waiting; after it the specification is elsewhere.
    for (const heard of this.setup.channels.filter((c) => c.broadcast && c !== channel))
      this.names.scoped(() => {
        for (const way of flip([], this.sweep(heard, []), [], names, this.flips))
          this.push({
            ...wayOf(build.name(id), build.name(dead), way, [heard, "?"]),
            notes: comment(`urgent: ${heard.name}! instead of ${key}`),
          });
      });
    this.toErr(
      build.name(id),
      { selects: [], guard: [build.binary(">", this.urgentClock, build.int(0))], subscripts: [] },
      undefined,
      `urgent: ${key} is not answered`,
    );
    return place;
  }

  // ------------------------------------------------------------ pieces

  private toErr(source: Name, way: Flipped, sync: readonly [TestChannel, Direction] | undefined, why: string): void {
    this.push({ ...wayOf(source, this.err, way, sync), notes: comment(why) });
  }

  private push(e: Pick<Edge, "source" | "target" | "notes"> & Partial<Edge>): void {
    this.edges.push({ ...nowhere, controllable: true, nails: [], ...e });
  }

  private idBeside(l: LocationSymbol, suffix: string): string {
    const key = `${l.index}${suffix}`;
    const known =
      this.beside.get(key) ?? this.names.lasting(`${l.node.name === undefined ? l.node.id : l.name}${suffix}`);
    this.beside.set(key, known);
    return known;
  }

  private addLocation(id: string, color: string, near?: Location, urgent = false, committed = false): void {
    const place = near?.place === undefined ? {} : { place: { x: near.place.x + 68, y: near.place.y - 68 } };
    this.locations.push({ ...nowhere, id, name: build.name(id), urgent, committed, color, notes: [], ...place });
  }
}
