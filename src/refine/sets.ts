/**
 * Inclusion without determinism: a state of this search is one of the implementation with *all* states that the specification may be in
 * after the same trace, each with clocks of its own (`joint.ts`). Time and actions split zones by which of them can follow; where
 * none can, the trace is one of the implementation alone. The sets are made on the fly and may grow without end, so they are
 * bounded; what is answered within the bound is exact. Guards on all clocks together are those of an automaton that is deterministic, so an
 * abstraction that preserves bisimulation changes no answer, and two states that can do the same are taken for one.
 *
 * Internal edges of the specification that set no clock may be taken at any moment: whoever can be behind one has the same
 * clocks, and is there if the moment of the edge lies between the arrival and now, which is a condition on the valuations at both.
 */
import { clockBounds } from "../analysis/index.ts";
import { Product, type Reply } from "../engine/index.ts";
import { locationAt, processAt } from "../network/index.ts";
import { type Limits, Meter, type Statistics } from "../search/index.ts";
import { elapse } from "../trace/index.ts";
import { dbm, extraPlusM, type Federation, federation, LE_ZERO, LT_ZERO, type Zone } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import { divided, Joint, type Turn } from "./joint.ts";
import { whyEndless } from "./notes.ts";
import { depthOf, keyOf, type Link, type Move, type SetNode } from "./set-node.ts";

export type SetEnding =
  | { readonly kind: "complete" }
  | { readonly kind: "limit"; readonly reason: string }
  | {
      readonly kind: "apart";
      readonly what: "action" | "delay" | "shared" | "start";
      readonly end: SetNode;
      readonly move?: Move;
    };

/** Why sets of states are not followed here; undefined if they are. */
export function whyNoSets({ network, roles }: Composition): string | undefined {
  const spec = processAt(network, roles.specification);
  const own = spec.edges.filter((e) => e.id < roles.ownEdges);
  const speaks = network.processes.flatMap((p) =>
    p.edges.flatMap((e) => (e.id < roles.ownEdges && e.sync?.kind === "channel" ? [e.sync.channel.base] : [])),
  );
  if (own.some((e) => e.sync?.kind === "channel" && roles.urgent[e.sync.channel.base]))
    return "sets of its states do not know urgent channels";
  if (speaks.some((c) => roles.visible[c] && network.channels[c]!.broadcast))
    return "sets of its states do not know broadcasts";
  return whyEndless(own);
}

export class SetSearch {
  readonly joint: Joint;
  private readonly composition: Composition;
  private readonly face: Interface;
  private readonly product: Product;
  private readonly bounds: ReturnType<typeof clockBounds>;
  private readonly most: number;
  private readonly meter: Meter;
  private readonly spec: number;
  /** A path to follow without abstraction: the states of each node. */
  private readonly along: readonly string[] | undefined;
  private readonly stored = new Map<string, { readonly states: SetNode["states"]; zones: Federation }>();
  private readonly waiting: SetNode[] = [];
  private explored = 0;
  private transitions = 0;
  private zones = 0;
  private ending: SetEnding | undefined;

  /** `clocks`: how many the implementation has. */
  constructor(
    composition: Composition,
    face: Interface,
    options: Limits & { readonly sets?: number | undefined },
    clocks: number,
    along?: readonly string[],
  ) {
    const { network, roles } = composition;
    this.composition = composition;
    this.face = face;
    this.product = new Product(network, roles);
    this.spec = roles.specification;
    this.joint = new Joint(clocks, network.clocks.length - 2 - clocks);
    this.bounds = clockBounds(network, { symmetric: true });
    this.most = options.sets ?? 8;
    this.meter = new Meter(options);
    this.along = along;
  }

  readonly statistics = (): Statistics => ({
    explored: this.explored,
    stored: this.zones,
    transitions: this.transitions,
    waiting: this.waiting.length - this.explored,
    memory: 0,
  });

  /** The relation that proves inclusion. Requires: the search is complete. */
  *relation(): Generator<{ readonly states: SetNode["states"]; readonly zones: Federation }> {
    yield* this.stored.values();
  }

  run(): SetEnding {
    const { product, bounds } = this;
    const unsound =
      bounds.diverges ??
      bounds.diagonals.unlisted ??
      (bounds.diagonals.triples.length > 0 ? "clocks are compared with each other" : undefined);
    if (unsound !== undefined) return { kind: "limit", reason: unsound };
    const zone = product.initial();
    if (zone === null) return { kind: "complete" };
    const first: SetNode = { states: [product.cells.slice(0, product.size)], zone, links: [], parent: undefined };
    const inside = product.specInvariant();
    if (inside === null || !dbm.isSubset(zone, 0, inside, 0, product.dim))
      return { kind: "apart", what: "start", end: first };
    this.arrive(first);
    for (let k = 0; k < this.waiting.length && this.ending === undefined; k++) {
      const node = this.waiting[k]!;
      const reason = this.meter.check(this.statistics);
      if (reason !== undefined) return { kind: "limit", reason };
      this.explored++;
      this.expand(node);
    }
    return this.ending ?? { kind: "complete" };
  }

  private expand(node: SetNode): void {
    const { product, joint } = this;
    const { states, zone } = node;
    const copies = states.length;
    const moves = states.map((cells) => this.movesFrom(cells));
    product.cells.set(states[0]!);
    const isCommitted = product.isCommitted();
    for (const [k, { enabled, move }] of moves[0]!.entries()) {
      if (this.ending !== undefined) return;
      const piece = federation.meetZones(zone, joint.lift(enabled, 0, copies), joint.dim(copies));
      if (piece === null) continue;
      this.transitions++;
      const replies = moves.flatMap((list, i) => {
        // Inside an atomic sequence variables may differ until somebody can see them.
        if (move.action !== undefined && isCommitted && this.differs(states[i]!)) return [];
        return list[k]!.replies.map((reply) => ({ copy: i, reply }));
      });
      const conditions = replies.map(
        (r) => [r, [joint.lift(r.reply.enabled, r.copy, copies)]] as const satisfies [typeof r, Federation],
      );
      for (const { zone: part, held } of divided(piece, conditions, joint.dim(copies))) {
        const arrive = (next: SetNode): void => (move.action === undefined ? this.follow(next) : this.arrive(next));
        if (held.length > 0) arrive(this.after(node, part, held, move));
        else
          this.found(
            move.action !== undefined && isCommitted && states.every((s) => this.differs(s)) ? "shared" : "action",
            { ...node, zone: part },
            move,
          );
      }
    }
  }

  /** What the implementation can do, with all replies of the specification in one of its states; the same moves for each. */
  private movesFrom(cells: Int32Array): { enabled: Zone; move: Move; replies: readonly Reply[] }[] {
    const { product } = this;
    const out: { enabled: Zone; move: Move; replies: readonly Reply[] }[] = [];
    product.cells.set(cells);
    product.steps(dbm.newUniversal(product.dim), {
      step: () => {},
      game: (enabled, action, replies) =>
        out.push({ enabled: enabled.slice(), move: { words: product.words.slice(), action }, replies }),
    });
    return out;
  }

  /** The node behind a move, or behind internal edges at once. */
  private after(
    node: SetNode,
    piece: Zone,
    held: readonly { readonly copy: number; readonly reply: Reply }[],
    move: Move | undefined,
  ): SetNode {
    const { joint } = this;
    const copies = node.states.length;
    const [one] = held;
    const own = move === undefined || one === undefined ? [] : joint.opsOf(one.reply.log, "own", 0, held.length);
    const theirs = held.flatMap(({ reply }, i) => joint.opsOf(reply.log, "theirs", i, held.length));
    const turn: Turn = { piece, picks: held.map((h) => h.copy), ops: [...own, ...theirs] };
    const link: Link = { kind: "turn", turn, copies, ...(move === undefined ? {} : { move }) };
    return {
      states: held.map((h) => h.reply.cells),
      zone: joint.turned(piece, copies, turn),
      ...(move === undefined ? { links: [...node.links, link], parent: node.parent } : { links: [link], parent: node }),
    };
  }

  /** The implementation has moved unseen. If others see it by its variables, the specification may have moved alike in that moment. */
  private follow(node: SetNode): void {
    const { product, joint } = this;
    const { states, zone } = node;
    product.cells.set(states[0]!);
    const behind = product.isCommitted() ? [] : [...states.keys()].filter((i) => this.differs(states[i]!));
    const conditions = behind.flatMap((copy) =>
      this.internal(states[copy]!).map(
        (reply) =>
          [{ copy, reply }, [joint.lift(reply.enabled, copy, states.length)]] as const satisfies [object, Federation],
      ),
    );
    if (conditions.length === 0) {
      this.arrive(node);
      return;
    }
    const still = states.map((cells, copy) => ({ copy, reply: staying(cells) }));
    for (const { zone: part, held } of divided(zone, conditions, joint.dim(states.length)))
      this.arrive(this.after(node, part, [...still, ...held], undefined));
  }

  /** A node is entered: what is passed unseen is passed, and what others can see must agree. */
  private arrive(node: SetNode): void {
    if (this.ending !== undefined) return;
    const passed = this.passed(node);
    if (passed !== undefined) {
      for (const next of passed) this.arrive(next);
      return;
    }
    const { product } = this;
    product.cells.set(node.states[0]!);
    const agreeing = product.isCommitted() ? node.states : node.states.filter((s) => !this.differs(s));
    if (agreeing.length === 0) {
      this.found("shared", node);
      return;
    }
    this.delay(
      this.merged(
        this.only(
          node,
          node.zone,
          agreeing.map((s) => node.states.indexOf(s)),
        ),
      ),
    );
  }

  /** Where a state is transient: the nodes with its followers in its place; undefined if none is. */
  private passed(node: SetNode): readonly SetNode[] | undefined {
    const { joint, composition } = this;
    const at = node.states.findIndex((s) => composition.transient[s[this.spec]!]);
    if (at < 0) return undefined;
    const copies = node.states.length;
    const others = node.states.flatMap((cells, copy) => (copy === at ? [] : [{ copy, reply: staying(cells) }]));
    const replies = this.internal(node.states[at]!);
    const conditions = replies.map(
      (reply) => [{ copy: at, reply }, [joint.lift(reply.enabled, at, copies)]] as const satisfies [object, Federation],
    );
    return divided(node.zone, conditions, joint.dim(copies)).map(({ zone, held }) => {
      // Where no internal edge is enabled the specification is stuck: it follows neither action nor delay.
      const stuck = node.states[at]!.slice();
      stuck[this.spec] = composition.errLocation;
      const next = held.length > 0 ? held : [{ copy: at, reply: staying(stuck) }];
      return this.after(node, zone, [...others, ...next], undefined);
    });
  }

  /** The internal edges of the specification in one of its states. */
  private internal(cells: Int32Array): readonly Reply[] {
    const { product } = this;
    let all: readonly Reply[] = [];
    product.cells.set(cells);
    product.specSteps(dbm.newUniversal(product.dim), {
      step: () => {},
      game: (_, __, replies) => {
        all = replies;
      },
    });
    return all;
  }

  /** Lets time pass, as long as the implementation may, and keeps of each moment those that can be there. */
  private delay(node: SetNode): void {
    const { joint } = this;
    const candidates = this.candidates(node);
    this.product.cells.set(node.states[0]!);
    const isStill = this.product.timing().still;
    const copies = node.states.length;
    const dim = joint.dim(copies);
    const starts = candidates.flatMap((c) => (c.start === undefined ? [] : [[c, [c.start]] as const]));
    for (const { zone: entry, held } of divided(node.zone, starts, dim)) {
      const there = candidates.filter((c) => c.start === undefined || held.includes(c));
      const begun = { ...node, zone: entry };
      const isBound = (c: Candidate): boolean => c.arrival === undefined && this.isStill(c.cells);
      const divides = there.some(isBound);
      for (const { zone, isLate } of this.waited(begun, divides)) {
        const here = isLate ? there.filter((c) => !isBound(c)) : there;
        const alive = here.map((c) => [c, c.alive === null ? [] : [c.alive]] as const satisfies [object, Federation]);
        for (const { zone: part, held: living } of divided(zone, alive, dim)) {
          const links: Link[] = [...node.links, { kind: "delay", entry, isTimed: divides, isStill }];
          if (living.length === 0) this.found("delay", { ...node, links, zone: part });
          else this.keep({ ...node, links, zone: part }, living);
        }
      }
    }
  }

  /** What the implementation reaches by delay; where it matters, what it reaches at once and what later. */
  private waited(node: SetNode, divides: boolean): readonly { zone: Zone; isLate: boolean }[] {
    const { product, joint } = this;
    const copies = node.states.length;
    const dim = joint.dim(copies);
    product.cells.set(node.states[0]!);
    const timing = product.timing();
    const from = node.zone.slice();
    if (divides) dbm.reset(from, 0, dim, dim - 1, 0);
    const lifted = {
      still: timing.still,
      invariant: timing.invariant && joint.lift(timing.invariant, 0, copies),
      urgent: timing.urgent.map((z) => joint.lift(z, 0, copies)),
      stopped: undefined,
    };
    const { all } = elapse([from], lifted, [], dim);
    if (!divides) return all.map((zone) => ({ zone, isLate: true }));
    const late = federation.constrained(all, 0, dim - 1, LT_ZERO, dim);
    return [{ zone: from, isLate: false }, ...late.map((zone) => ({ zone, isLate: true }))];
  }

  /** The states that the specification may be in after a delay: those it is in, and those behind internal edges. */
  private candidates(node: SetNode): readonly Candidate[] {
    const { product } = this;
    const open: Candidate[] = node.states.map((cells, copy) => {
      const alive = this.inside(cells, copy, node.states.length);
      return { cells, copy, start: undefined, arrival: undefined, alive };
    });
    const all: Candidate[] = [];
    for (let c = open.pop(); c !== undefined; c = open.pop()) {
      if (!this.composition.transient[c.cells[this.spec]!]) all.push(c);
      product.cells.set(c.cells);
      const isVisible = !product.isCommitted();
      for (const reply of this.internal(c.cells)) {
        if (isVisible && this.differs(reply.cells)) continue;
        if (this.joint.opsOf(reply.log, "theirs", 0, 1).length > 0) {
          const { name } = locationAt(processAt(this.composition.network, this.spec), c.cells[this.spec]!);
          this.ending ??= {
            kind: "limit",
            reason: `an internal edge of the specification, from ${name}, sets a clock`,
          };
          return all;
        }
        const next = this.behind(c, reply, node.states.length);
        if (next !== undefined) open.push(next);
      }
    }
    return all;
  }

  /** Who has taken an internal edge: where the edge can be met from the beginning of the delay on, and where it can be behind it. */
  private behind(c: Candidate, reply: Reply, copies: number): Candidate | undefined {
    const dim = this.joint.dim(copies);
    const meets = (a: Zone | undefined, b: Zone | null): Zone | null =>
      a === undefined || b === null ? b : federation.meetZones(a, b, dim);
    const hit = c.alive === null ? null : meets(c.alive, this.joint.lift(reply.enabled, c.copy, copies));
    const there = this.inside(reply.cells, c.copy, copies);
    if (hit === null || there === null) return undefined;
    const { cells } = reply;
    if (c.arrival === undefined && this.isStill(c.cells)) {
      // It is left where it is entered, before any delay.
      const start = meets(c.start, hit);
      return start === null ? undefined : { cells, copy: c.copy, start, arrival: undefined, alive: there };
    }
    const [before, after] = [hit.slice(), hit.slice()];
    dbm.down(before, 0, dim);
    const start = meets(c.start, before);
    if (start === null) return undefined;
    // Who must go on at once is there at the moment of its arrival only.
    if (!this.isStill(cells)) dbm.up(after, 0, dim);
    return { cells, copy: c.copy, start, arrival: hit, alive: meets(after, there) };
  }

  private inside(cells: Int32Array, copy: number, copies: number): Zone | null {
    this.product.cells.set(cells);
    const zone = this.product.specInvariant();
    return zone === null ? null : this.joint.lift(zone, copy, copies);
  }

  /** Who is stuck cannot wait either. */
  private isStill(cells: Int32Array): boolean {
    return this.composition.still[cells[this.spec]!] ?? true;
  }

  /** Stores a node after its delay, abstracted, unless there is one that can do the same. */
  private keep(node: SetNode, living: readonly Candidate[]): void {
    const { joint } = this;
    const copies = node.states.length;
    const turn: Turn = { piece: node.zone, picks: living.map((c) => c.copy), ops: [] };
    const made = this.merged({
      states: living.map((c) => c.cells),
      zone: joint.turned(node.zone, copies, turn),
      links: [...node.links, { kind: "turn", turn, copies }],
      parent: node.parent,
    });
    const key = keyOf(made);
    if (this.along !== undefined) {
      if (this.along[depthOf(made)] === key) this.waiting.push(made);
      return;
    }
    if (made.states.length > this.most) {
      this.ending ??= {
        kind: "limit",
        reason: `the specification may be in more than ${this.most} states after one trace`,
      };
      return;
    }
    const dim = joint.dim(made.states.length);
    const zone = made.zone.slice();
    extraPlusM(zone, 0, dim, this.mostOf(made.states));
    const known = this.stored.get(key) ?? { states: made.states, zones: [] };
    if (federation.includesZone(known.zones, zone, dim)) return;
    known.zones = federation.add(known.zones, zone, dim);
    this.stored.set(key, known);
    this.zones++;
    this.waiting.push({ ...made, zone });
  }

  /** By clock, the largest constant that matters; none for the stopwatch. */
  private mostOf(states: SetNode["states"]): Int32Array {
    const { joint, bounds, product } = this;
    const all = new Int32Array(joint.dim(states.length)).fill(-1);
    const [lower, upper] = [new Int32Array(product.dim), new Int32Array(product.dim)];
    for (const [i, cells] of states.entries()) {
      bounds.fill(cells, lower, upper);
      for (let x = 0; x < product.dim - 1; x++) {
        const at = joint.place(x, i, states.length);
        all[at] = Math.max(all[at]!, lower[x]!, upper[x]!);
      }
    }
    all[0] = 0;
    return all;
  }

  /** States that can do the same, whatever the valuation, are one; the others in an order of their own. */
  private merged(node: SetNode): SetNode {
    const { joint } = this;
    const { states, zone } = node;
    const dim = joint.dim(states.length);
    const most = this.mostOf(states);
    const names = states.map((s) => s.join());
    const isBeyond = (x: number): boolean => {
      const low = zone[x]!;
      return most[x]! < 0 || -(low >> 1) > most[x]! || (-(low >> 1) === most[x] && (low & 1) === 0);
    };
    const isSame = (a: number, b: number): boolean =>
      names[a] === names[b] &&
      joint.clocksOf(a).every((x, c) => {
        const y = joint.clocksOf(b)[c]!;
        return (zone[x * dim + y]! <= LE_ZERO && zone[y * dim + x]! <= LE_ZERO) || (isBeyond(x) && isBeyond(y));
      });
    const kept = [...states.keys()].filter((a, i) => ![...states.keys()].slice(0, i).some((b) => isSame(a, b)));
    kept.sort((a, b) => (names[a]! < names[b]! ? -1 : names[a]! > names[b]! ? 1 : a - b));
    return this.only(node, zone, kept);
  }

  /** The node with some of its states. */
  private only(node: SetNode, zone: Zone, picks: readonly number[]): SetNode {
    const copies = node.states.length;
    if (picks.length === copies && picks.every((p, i) => p === i)) return { ...node, zone };
    const turn: Turn = { piece: zone, picks, ops: [] };
    return {
      ...node,
      states: picks.map((p) => node.states[p]!),
      zone: this.joint.turned(zone, copies, turn),
      links: [...node.links, { kind: "turn", turn, copies }],
    };
  }

  private differs(cells: Int32Array): boolean {
    return this.face.shared.some((s) => cells[s.implementation] !== cells[s.specification]);
  }

  private found(what: "action" | "delay" | "shared", end: SetNode, move?: Move): void {
    this.ending ??= { kind: "apart", what, end, ...(move === undefined ? {} : { move }) };
  }
}

interface Candidate {
  readonly cells: Int32Array;
  /** Whose clocks it has. */
  readonly copy: number;
  /** Where the delay must have begun, if not everywhere; where it has come to be what it is, if not at the beginning; where it can be. */
  readonly start: Zone | undefined;
  readonly arrival: Zone | undefined;
  readonly alive: Zone | null;
}

/** A reply by which nothing happens. */
function staying(cells: Int32Array): Reply {
  return { words: [], cells, log: new Int32Array(0), enabled: new Int32Array(0) };
}
