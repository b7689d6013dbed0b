/**
 * What a tester is made of, before any edge is flipped: the channels it watches, the specification's edges by channel, its
 * own copies of variables, and what is refused or worth a word.
 */
import { hasCycle } from "../base/index.ts";
import type { CheckedEdge, CheckedTemplate, LocationSymbol, Model, Variable } from "../model/index.ts";
import { locationAt } from "../network/index.ts";
import { type Expr, printExpr } from "../syntax/index.ts";
import type { FlipOptions } from "./flip.ts";
import type { Rewriter } from "./rewrite.ts";
import { channelOf, isShareable, type TestChannel, testChannel, usesOf } from "./test-interface.ts";
import { type Copies, copyVariables } from "./test-shared.ts";

export interface TestOptions {
  /** The template's name; by default the specification's with `Test` behind it. */
  readonly name?: string;
  /** Channels to watch; by default those of the specification. */
  readonly channels?: readonly Variable[];
  /** Variables that must agree; by default the global ones that the specification mentions. */
  readonly variables?: readonly Variable[];
  /** Copy only the variables that are compared, as the original tool did. */
  readonly copyOnlyCompared?: boolean;
  /** The construction of the report without strengthening. */
  readonly definition?: boolean;
  /** Whether the implementation has committed locations. */
  readonly committed?: boolean;
  /** Whether it has urgent actions with clocks in their guards. */
  readonly rushes?: boolean;
  readonly flip?: FlipOptions;
}

export interface TestNote {
  readonly severity: "warning" | "note";
  readonly message: string;
}

export type Direction = "!" | "?";

/** An edge of the specification over a visible channel, or an internal one. */
export interface SpecEdge {
  readonly edge: CheckedEdge;
  readonly channel?: TestChannel;
  readonly subscripts: readonly Expr[];
  readonly direction: Direction;
  /** Of an internal edge: the channel that is not watched. */
  readonly hidden?: string;
}

export interface TestSetup {
  readonly channels: readonly TestChannel[];
  readonly edges: readonly SpecEdge[];
  readonly copies: Copies;
  readonly notes: readonly TestNote[];
}

/** Why there is no tester. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

export function setUp(model: Model, spec: CheckedTemplate, options: TestOptions, names: Rewriter): TestSetup {
  if (spec.branchpoints.length > 0) throw new Refusal("the specification has branch points");
  if (spec.initial < 0) throw new Refusal("the specification has no initial location");
  const uses = usesOf(model, spec);
  const notes: TestNote[] = [];
  const warn = (message: string): void => {
    if (!notes.some((n) => n.message === message)) notes.push({ severity: "warning", message });
  };
  const own = [...new Set([...uses.sends, ...uses.receives])].filter((c) => c.role !== "template");
  const channels = (options.channels ?? own).map((symbol) => {
    const channel = testChannel(symbol);
    if (channel === undefined) throw new Refusal(`${symbol.name} is no channel whose elements can be swept`);
    if (symbol.reference)
      warn(`channel ${symbol.name} is a parameter by reference: it is taken to be none of the others`);
    return channel;
  });
  for (const p of spec.parameters) {
    if (!p.reference || p.constant || testChannel(p) !== undefined) continue;
    if (options.definition !== true)
      throw new Refusal(
        `variable ${p.name} is a parameter by reference, which the tester would share with the implementation`,
      );
    warn(`variable ${p.name} is a parameter by reference: the tester works on the variable itself`);
  }
  const compared = new Set(options.variables ?? [...uses.variables]);
  for (const v of compared) if (!isShareable(v)) throw new Refusal(`${v.name} is no variable that can be compared`);
  const copied = new Set([...compared, ...(options.copyOnlyCompared ? [] : [...uses.variables, ...uses.others])]);
  const edges = spec.edges.flatMap((edge) => specEdge(model, edge, channels, warn));
  const setup = { channels, edges, copies: copyVariables(model, spec, copied, compared, names), notes };
  for (const { edge, channel, hidden } of edges) {
    const source = locationAt(spec, edge.source);
    if (channel === undefined && !isTransient(setup, source))
      throw new Refusal(
        hidden === undefined
          ? `the specification has an internal edge from ${source.name}, where time can pass`
          : `channel ${hidden} is not watched, so that the specification's edge over it from ${source.name}, where time can pass, would be internal`,
      );
  }
  if (hasCycle(edges.flatMap(({ edge, channel }) => (channel === undefined ? [edge] : []))))
    throw new Refusal("the internal edges of the specification form a cycle");
  return setup;
}

function specEdge(
  model: Model,
  edge: CheckedEdge,
  channels: readonly TestChannel[],
  warn: (message: string) => void,
): readonly SpecEdge[] {
  const { sync } = edge.node;
  const internal: SpecEdge = { edge, subscripts: [], direction: "!" };
  if (sync === undefined) return [internal];
  const { direction } = sync.value;
  if (direction === "") throw new Refusal("an edge synchronises without ! and ?");
  const found = channelOf(model, sync.value.channel);
  if (found === undefined)
    throw new Refusal(`an edge of the specification chooses its channel: ${printExpr(sync.value.channel)}`);
  const channel = channels.find((c) => c.symbol === found.symbol);
  if (channel !== undefined) {
    if (channel.broadcast && channel.urgent && direction === "?")
      throw new Refusal(
        `urgent broadcasts on ${channel.name} come from outside: a tester that may send them at once lets no time pass`,
      );
    return [{ edge, channel, subscripts: found.subscripts, direction }];
  }
  // A channel of the template itself has no partner, so that only a broadcast can be sent over it.
  const isLocal = found.symbol.role === "template";
  const isSent = testChannel(found.symbol)?.broadcast === true && direction === "!";
  if (isLocal) return isSent ? [internal] : [];
  warn(`edges over ${found.symbol.name}, which is not watched, are internal`);
  return [{ ...internal, hidden: found.symbol.name }];
}

/** Left at once by internal edges only: passed without being seen. */
export function isTransient({ edges }: Pick<TestSetup, "edges">, { node, index }: LocationSymbol): boolean {
  if (!node.urgent && !node.committed) return false;
  const leaving = edges.filter((e) => e.edge.source === index);
  return leaving.length > 0 && leaving.every((e) => e.channel === undefined);
}
