import type { Symbol, Variable } from "../../model/index.ts";
import type { Network } from "../../network/index.ts";
import type { Expr } from "../../syntax/index.ts";
import { isClocks } from "../condition.ts";
import { mayExceed } from "../entry.ts";
import type { Facts } from "../facts.ts";
import type { Found, Rule } from "../rule.ts";
import { baseOf, isChannel, type Use } from "../uses.ts";

/** Channels that lack a side, and synchronisations that do not pass on what their author may think. */
function channels(facts: Facts): readonly Variable[] {
  return facts.variables.filter((v) => isChannel(v.type) && v.role !== "parameter");
}

function chanOf({ type }: Variable): { readonly broadcast: boolean } {
  return type.kind === "array"
    ? chanOf({ type: type.element } as Variable)
    : { broadcast: type.kind === "chan" && type.broadcast };
}

function oneSided(facts: Facts, side: "sends" | "receives"): readonly { readonly v: Variable; readonly use: Use }[] {
  const { uses } = facts;
  const other = side === "sends" ? uses.receives : uses.sends;
  return channels(facts).flatMap((v) => {
    const [use] = uses[side].get(v) ?? [];
    // A broadcast needs no receiver.
    const needs = side === "receives" || !chanOf(v).broadcast;
    return use !== undefined && needs && !other.has(v) ? [{ v, use }] : [];
  });
}

export const channelRules: readonly Rule[] = [
  {
    id: "channel-only-senders",
    severity: "warning",
    kind: "tree",
    title: "a channel that is sent on and never received",
    explanation:
      "A sender waits for a receiver: without one its edges are never taken. On a broadcast channel nobody needs to listen.",
    wrong: "chan «c»; process P() { state S, T; init S; trans S -> T { sync c!; }; } system P;",
    right: "broadcast chan c; process P() { state S, T; init S; trans S -> T { sync c!; }; } system P;",
    *check(facts) {
      for (const { v } of oneSided(facts, "sends"))
        yield { span: v.span, message: `'${v.name}' is sent on, but nobody receives it` };
    },
  },
  {
    id: "channel-only-receivers",
    severity: "warning",
    kind: "tree",
    title: "a channel that is received and never sent on",
    explanation: "A receiver never moves by itself: its edges are never taken.",
    wrong: "chan «c»; process P() { state S, T; init S; trans S -> T { sync c?; }; } system P;",
    right:
      "chan c; process P() { state S, T; init S; trans S -> T { sync c?; }; } process Q() { state S, T; init S; trans S -> T { sync c!; }; } system P, Q;",
    *check(facts) {
      for (const { v } of oneSided(facts, "receives"))
        yield { span: v.span, message: `'${v.name}' is received, but nobody sends on it` };
    },
  },
  {
    id: "no-partner",
    severity: "warning",
    kind: "network",
    title: "a synchronisation that only its own process could answer",
    explanation:
      "A process does not synchronise with itself. Where both sides of a channel are in one template, the system needs two processes of it.",
    wrong: "chan c; process P() { state S, T; init S; trans S -> T { sync «c»!; }, S -> S { sync «c»?; }; } system P;",
    right:
      "chan c; process P() { state S, T; init S; trans S -> T { sync c!; }, S -> S { sync c?; }; } A = P(); B = P(); system A, B;",
    check: (facts) => withoutPartner(facts),
  },
  {
    id: "guard-before-update",
    severity: "note",
    kind: "tree",
    title: "a receiver whose guard looks at what the sender is about to write",
    explanation:
      "Guards of both sides are evaluated before either update: the receiver's guard sees the old value. To test what is sent, test it on the next edge, or before sending.",
    wrong:
      "int m; chan c; process P() { state S, T; init S; trans S -> T { sync c!; assign m = 1; }; } process Q() { state S, T; init S; trans S -> T { guard «m == 1»; sync c?; }; } system P, Q;",
    right:
      "int m; chan c; process P() { state S, T; init S; trans S -> T { sync c!; assign m = 1; }; } process Q() { state S, T, U; commit T; init S; trans S -> T { sync c?; }, T -> U { guard m == 1; }; } system P, Q;",
    check: (facts) => guardsBeforeUpdates(facts),
  },
  {
    id: "broadcast-receiver-blocks",
    severity: "note",
    kind: "tree",
    title: "a receiver of a broadcast whose next location's invariant may forbid the step",
    explanation:
      "Whoever can receive a broadcast must; if the invariant of the location it comes to does not hold, the sender cannot send at all.",
    wrong:
      "clock x; broadcast chan c; process P() { state S, T; init S; trans S -> T { sync c!; }; } process Q() { state S, T { x <= 5 }; init S; trans S -> T { sync «c?»; }; } system P, Q;",
    right:
      "clock x; broadcast chan c; process P() { state S, T; init S; trans S -> T { sync c!; }; } process Q() { state S, T { x <= 5 }; init S; trans S -> T { sync c?; assign x = 0; }; } system P, Q;",
    check: (facts) => blockingReceivers(facts),
  },
];

/** By process, which channels it may send and receive on, computed indices taken for the whole array. */
function* withoutPartner(facts: Facts): Generator<Found> {
  const network = facts.made?.network;
  if (network === undefined || network.vectors.length > 0) return;
  const sides = sidesOf(network);
  const oneSide = new Set([...oneSided(facts, "sends"), ...oneSided(facts, "receives")].map(({ v }) => v.span.start));
  const told = new Map<number, boolean>();
  for (const { edge, channels: mine, direction } of sides) {
    const start = edge.sync?.kind === "channel" ? edge.sync.origin.start : -1;
    const isWanting = direction === "?" || !network.channels[mine.low]?.broadcast;
    const answered = sides.some(
      (other) =>
        other.edge.process !== edge.process &&
        other.direction !== direction &&
        other.channels.low <= mine.high &&
        mine.low <= other.channels.high,
    );
    const own = sides.some(
      (other) =>
        other.edge.process === edge.process &&
        other.direction !== direction &&
        other.channels.low <= mine.high &&
        mine.low <= other.channels.high,
    );
    const declared = network.channels[mine.low]?.origin.start ?? -1;
    const alone = isWanting && direction !== "" && !answered && own && !oneSide.has(declared);
    told.set(start, (told.get(start) ?? true) && alone);
  }
  for (const { edge } of sides) {
    if (edge.sync?.kind !== "channel" || told.get(edge.sync.origin.start) !== true) continue;
    told.set(edge.sync.origin.start, false);
    yield { span: edge.sync.origin, message: "only this process itself could answer here, and it cannot" };
  }
}

function sidesOf(network: Network) {
  return network.processes.flatMap(({ edges }) =>
    edges.flatMap((edge) => {
      if (edge.sync?.kind !== "channel") return [];
      const { base, terms } = edge.sync.channel;
      const high = terms.reduce((sum, { size, stride }) => sum + (size - 1) * stride, base);
      return [{ edge, direction: edge.sync.direction, channels: { low: base, high } }];
    }),
  );
}

function* guardsBeforeUpdates(facts: Facts): Generator<Found> {
  const { uses, tables } = facts;
  for (const v of channels(facts)) {
    const written = new Set<Symbol>();
    for (const { site } of uses.sends.get(v) ?? [])
      for (const update of site.edge?.update?.value ?? [])
        if (update.kind === "assign" && update.op === "=" && isMessage(facts, update.target))
          add(written, baseOf(update.target, tables));
    for (const { site } of uses.receives.get(v) ?? []) {
      const guard = site.edge?.guard?.value;
      if (guard === undefined) continue;
      const isSeen = (symbol: Symbol): boolean =>
        (uses.reads.get(symbol) ?? []).some((use) => use.site.role === "guard" && use.site.expr === guard);
      const symbol = [...written].find(isSeen);
      if (symbol !== undefined)
        yield {
          span: guard,
          message: `this guard sees '${symbol.name}' as it was before the sender of '${v.name}' writes it`,
        };
    }
  }
}

/** A variable that only senders write passes values on; one that others write too is state that a guard may well look at. */
function isMessage(facts: Facts, target: Expr): boolean {
  const base = baseOf(target, facts.tables);
  if (base?.kind !== "variable" || base.role !== "global" || isClocks(base)) return false;
  return (facts.uses.writes.get(base) ?? []).every(({ site }) => site.edge?.sync?.value.direction === "!");
}

function add<T>(set: Set<T>, item: T | undefined): void {
  if (item !== undefined) set.add(item);
}

function* blockingReceivers(facts: Facts): Generator<Found> {
  const { model, tables } = facts;
  for (const template of model.templates)
    for (const { node, target, source, toBranch, fromBranch } of template.edges) {
      const sync = node.sync?.value;
      if (toBranch || fromBranch || sync?.direction !== "?") continue;
      const channel = baseOf(sync.channel, tables);
      if (channel?.kind !== "variable" || !chanOf(channel).broadcast) continue;
      const clocks = mayExceed(facts, template.locations[source]?.node, node, template.locations[target]?.node);
      if (clocks !== undefined)
        yield {
          span: sync,
          message: `the sender is blocked while the invariant on '${clocks}' of the next location does not hold`,
        };
    }
}
