/**
 * Inclusion without determinism: a state of this search is one of the implementation with *all* states that the specification may be in
 * after the same trace, each with clocks of its own (`joint.ts`). Time and actions split zones by which of them can follow; where
 * none can, the trace is one of the implementation alone. The sets are made on the fly and may grow without end, so they are
 * bounded; what is answered within the bound is exact. Guards on all clocks together are those of an automaton that is deterministic, so an
 * abstraction that preserves bisimulation changes no answer, and two states that can do the same are taken for one (`set-same.ts`).
 *
 * What one state can do is asked in `set-steps.ts`, and what becomes of all of them in a delay in `set-delays.ts`.
 */
import { clockBounds } from "../analysis/index.ts";
import { processAt } from "../network/index.ts";
import { type Limits, Meter, type Statistics } from "../search/index.ts";
import { dbm, extraPlusM, type Federation, federation } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import { divided, Joint, type Turn } from "./joint.ts";
import { whyEndless } from "./notes.ts";
import { type Candidate, Delays } from "./set-delays.ts";
import { after, depthOf, keyOf, type Move, only, type SetNode, staying } from "./set-node.ts";
import { Sameness } from "./set-same.ts";
import { Steps } from "./set-steps.ts";

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
  private readonly steps: Steps;
  private readonly delays: Delays;
  private readonly sameness: Sameness;
  private readonly bounds: ReturnType<typeof clockBounds>;
  private readonly most: number;
  private readonly meter: Meter;
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
    const { network } = composition;
    this.steps = new Steps(composition, face);
    this.joint = new Joint(clocks, network.clocks.length - 2 - clocks);
    this.bounds = clockBounds(network, { symmetric: true });
    this.delays = new Delays(this.steps, this.joint);
    this.sameness = new Sameness(this.joint, this.bounds, this.steps.product.dim);
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
    const { bounds } = this;
    const { product } = this.steps;
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
    const { steps, joint } = this;
    const { states, zone } = node;
    const copies = states.length;
    const moves = states.map((cells) => steps.moves(cells));
    const isCommitted = steps.isCommitted(states[0]!);
    for (const [k, { enabled, move }] of moves[0]!.entries()) {
      if (this.ending !== undefined) return;
      const piece = federation.meetZones(zone, joint.lift(enabled, 0, copies), joint.dim(copies));
      if (piece === null) continue;
      this.transitions++;
      const replies = moves.flatMap((list, i) => {
        // Inside an atomic sequence variables may differ until somebody can see them.
        if (move.action !== undefined && isCommitted && steps.differs(states[i]!)) return [];
        return list[k]!.replies.map((reply) => ({ copy: i, reply }));
      });
      const conditions = replies.map(
        (r) => [r, [joint.lift(r.reply.enabled, r.copy, copies)]] as const satisfies [typeof r, Federation],
      );
      for (const { zone: part, held } of divided(piece, conditions, joint.dim(copies))) {
        const arrive = (next: SetNode): void => (move.action === undefined ? this.follow(next) : this.arrive(next));
        if (held.length > 0) arrive(after(joint, node, part, held, move));
        else
          this.found(
            move.action !== undefined && isCommitted && states.every((s) => steps.differs(s)) ? "shared" : "action",
            { ...node, zone: part },
            move,
          );
      }
    }
  }

  /** The implementation has moved unseen. If others see it by its variables, the specification may have moved alike in that moment. */
  private follow(node: SetNode): void {
    const { steps, joint } = this;
    const { states, zone } = node;
    const isCommitted = steps.isCommitted(states[0]!);
    const behind = isCommitted ? [] : [...states.keys()].filter((i) => steps.differs(states[i]!));
    const conditions = behind.flatMap((copy) =>
      steps
        .internal(states[copy]!)
        .map(
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
      this.arrive(after(joint, node, part, [...still, ...held]));
  }

  /** A node is entered: what is passed unseen is passed, and what others can see must agree. */
  private arrive(node: SetNode): void {
    if (this.ending !== undefined) return;
    const passed = this.passed(node);
    if (passed !== undefined) {
      for (const next of passed) this.arrive(next);
      return;
    }
    const { steps } = this;
    const { states } = node;
    const isHidden = steps.isCommitted(states[0]!);
    const agreeing = [...states.keys()].filter((i) => isHidden || !steps.differs(states[i]!));
    if (agreeing.length === 0) this.found("shared", node);
    else this.delay(this.sameness.merged(only(this.joint, node, agreeing)));
  }

  /** Where a state is transient: the nodes with its followers in its place; undefined if none is. */
  private passed(node: SetNode): readonly SetNode[] | undefined {
    const { joint, steps } = this;
    const at = node.states.findIndex((s) => steps.isPassed(s));
    if (at < 0) return undefined;
    const copies = node.states.length;
    const others = node.states.flatMap((cells, copy) => (copy === at ? [] : [{ copy, reply: staying(cells) }]));
    const replies = steps.internal(node.states[at]!);
    const conditions = replies.map(
      (reply) => [{ copy: at, reply }, [joint.lift(reply.enabled, at, copies)]] as const satisfies [object, Federation],
    );
    return divided(node.zone, conditions, joint.dim(copies)).map(({ zone, held }) => {
      // Where no internal edge is enabled the specification is stuck: it follows neither action nor delay.
      const next = held.length > 0 ? held : [{ copy: at, reply: staying(steps.stuck(node.states[at]!)) }];
      return after(joint, node, zone, [...others, ...next]);
    });
  }

  /** Lets time pass, as long as the implementation may, and keeps of each moment those that can be there. */
  private delay(node: SetNode): void {
    const waited = this.delays.after(node);
    if (typeof waited === "string") {
      this.ending ??= { kind: "limit", reason: waited };
      return;
    }
    for (const { node: later, living } of waited) {
      if (living.length === 0) this.found("delay", later);
      else this.keep(later, living);
    }
  }

  /** Stores a node after its delay, abstracted, unless there is one that can do the same. */
  private keep(node: SetNode, living: readonly Candidate[]): void {
    const { joint } = this;
    const copies = node.states.length;
    const turn: Turn = { piece: node.zone, picks: living.map((c) => c.copy), ops: [] };
    const made = this.sameness.merged({
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
    extraPlusM(zone, 0, dim, this.sameness.mostOf(made.states));
    const known = this.stored.get(key) ?? { states: made.states, zones: [] };
    if (federation.includesZone(known.zones, zone, dim)) return;
    known.zones = federation.add(known.zones, zone, dim);
    this.stored.set(key, known);
    this.zones++;
    this.waiting.push({ ...made, zone });
  }

  private found(what: "action" | "delay" | "shared", end: SetNode, move?: Move): void {
    this.ending ??= { kind: "apart", what, end, ...(move === undefined ? {} : { move }) };
  }
}
