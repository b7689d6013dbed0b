/**
 * Input enabling (Bourke and Sowmya 2007, section 4, after Stoelinga 2002, A.1.4): a template that can receive every action
 * named, in every location and at every moment. Where no edge of a location takes the action, a loop does that changes
 * nothing; its guard is the negation that a tester goes to `Err` by (`flip.ts`). An edge counts as taking the action only where
 * the invariant of its target would hold. Broadcasts need no loop: who is not ready ignores them.
 */
import { nowhere, wants } from "../base/index.ts";
import type { CheckedEdge, CheckedTemplate, LocationSymbol, Model } from "../model/index.ts";
import { build, type Edge, printExpr, type Template } from "../syntax/index.ts";
import { type Action, type ActionName, Actions, AlgebraError } from "./actions.ts";
import { clauseExpr, clausesOf, Unreadable } from "./clause.ts";
import { flip, NotFlippable } from "./flip.ts";
import { declaredNames, Rewriter } from "./rewrite.ts";
import { channelOf, type TestChannel, testChannel } from "./test-interface.ts";
import { comment, indexed, labelled, newColor } from "./test-parts.ts";
import { SpecReader } from "./test-reader.ts";
import type { SpecEdge } from "./test-setup.ts";
import type { Copies } from "./test-shared.ts";

/** Without names: all that the template receives somewhere. Throws `AlgebraError`. */
export function enableInputs(model: Model, template: CheckedTemplate, names?: readonly ActionName[]): Template {
  wants("enableInputs", model, "model");
  wants("enableInputs", template, "object");
  if (names !== undefined) wants("enableInputs", names, "list");
  const loops = new Enabler(model, template).loops(names ?? received(model, template));
  return loops.length === 0 ? template.node : { ...template.node, edges: [...template.node.edges, ...loops] };
}

/** The channels that a template receives on, broadcasts aside: a loop would change nothing there. */
function received(model: Model, template: CheckedTemplate): readonly ActionName[] {
  const found = new Set<string>();
  for (const { node } of template.edges) {
    if (node.sync?.value.direction !== "?") continue;
    const channel = channelOf(model, node.sync.value.channel);
    if (channel === undefined)
      throw new AlgebraError(`an edge chooses its channel, ${printExpr(node.sync.value.channel)}: name the actions`);
    if (testChannel(channel.symbol)?.broadcast !== true) found.add(channel.symbol.name);
  }
  return [...found].map((channel) => ({ channel, direction: "?" }));
}

const noCopies: Copies = { declarations: [], compared: [], replacements: new Map() };

class Enabler {
  private readonly template: CheckedTemplate;
  private readonly actions: Actions;
  private readonly names: Rewriter;

  constructor(model: Model, template: CheckedTemplate) {
    this.template = template;
    this.actions = new Actions(model, template);
    this.names = new Rewriter(model, declaredNames(model));
  }

  loops(names: readonly ActionName[]): readonly Edge[] {
    const asked = names.map((name) => {
      if (name.direction === "!") throw new AlgebraError(`${name.channel}! is an output: only inputs can be enabled`);
      const action = this.actions.resolve({ ...name, direction: "?" });
      const channel = testChannel(action.symbol);
      if (channel === undefined)
        throw new AlgebraError(`${name.channel} is no channel whose elements can be run through`);
      if (channel.broadcast)
        throw new AlgebraError(`${name.channel} is a broadcast channel: who is not ready ignores it already`);
      return { action, channel };
    });
    // What was asked for twice is enabled once: behind c comes nothing for c[1].
    const kept = asked.filter(
      ({ action }, k) => !asked.some((other, j) => j !== k && covers(other.action, action, j < k)),
    );
    return this.template.locations.flatMap((l) => kept.flatMap(({ action, channel }) => this.loop(l, action, channel)));
  }

  private loop(l: LocationSymbol, action: Action, channel: TestChannel): readonly Edge[] {
    const { names } = this;
    const what = `${indexedText(action)}? in ${l.name}`;
    return names.scoped(() => {
      const sweep = channel.dimensions.slice(action.indices.length).map((type) => build.binder(names.fresh("s"), type));
      try {
        const ways = flip(this.taking(l, action), sweep, [], names);
        return ways.map((way): Edge => {
          const subscripts = [...action.indices.map((i) => build.int(i)), ...way.subscripts];
          const sync = { ...nowhere, channel: indexed(action.name, subscripts), direction: "?" } as const;
          return {
            ...build.edge(l.node.id, l.node.id),
            color: newColor,
            notes: comment(`input-enabled: ${what}`),
            ...labelled(undefined, way.selects, way.guard, sync, []),
          };
        });
      } catch (error) {
        if (error instanceof NotFlippable || error instanceof Unreadable)
          throw new AlgebraError(`${what} cannot be enabled: ${error.message}`);
        throw error;
      }
    });
  }

  /** The edges of a location that have the action, or the part of them that has. */
  private taking(l: LocationSymbol, action: Action) {
    const leaving = this.template.edges.filter((e) => !e.fromBranch && e.source === l.index);
    const parts = leaving.flatMap((edge) =>
      this.actions.partsOf(edge.node, [action]).parts.map((part): SpecEdge => {
        if (edge.toBranch)
          throw new AlgebraError(`an edge with ${indexedText(action)}? from ${l.name} goes to a branch point`);
        return { edge: { ...edge, node: part.edge }, subscripts: part.rest, direction: "?" };
      }),
    );
    const setup = { channels: [], edges: [], copies: noCopies, notes: [] };
    const reader = new SpecReader(this.template, setup, this.names, true);
    const here = new Set(reader.invariant(l).map((c) => printExpr(clauseExpr(c))));
    return parts.map((part) => {
      const prepared = reader.prepare(part);
      // What the invariant says here already need not be asked of the target.
      const after = prepared.target?.filter((e) => !here.has(printExpr(e)));
      if (after !== undefined)
        return { ...prepared, clauses: [...prepared.guard, ...after].flatMap((e) => clausesOf(e, this.names)) };
      throw new AlgebraError(
        `the invariant of ${targetName(this.template, part.edge)} cannot be said before the update of an edge from ${l.name}`,
      );
    });
  }
}

function covers(whole: Action, part: Action, orEqual: boolean): boolean {
  if (whole.symbol !== part.symbol || whole.indices.some((i, k) => part.indices[k] !== i)) return false;
  return orEqual || whole.indices.length < part.indices.length;
}

function indexedText({ name, indices }: Action): string {
  return `${name}${indices.map((i) => `[${i}]`).join("")}`;
}

function targetName({ locations }: CheckedTemplate, { target }: CheckedEdge): string {
  return locations[target]!.name;
}
