/**
 * Exact acceleration (Hendriks and Larsen 2002, Definition 3.10): beside each acceleratable cycle a copy is appended that
 * runs through it i times (two, or more where the window is narrow) and may wait as long as it likes after the first
 * round. One run through the copy stands for i or more rounds of the old cycle, so the symbolic states of many rounds are
 * one. Where the clock is not reset on the first edge, a dummy location is put before the reset location (Example 3.13);
 * only where that is exact and no other accelerated cycle uses the edge. Old locations keep their numbers; new ones follow.
 * Two shorter shapes of the same: `compress.ts` and `linear.ts`.
 */
import { assert, first, wants } from "../base/index.ts";
import type { CheckedEdge, CheckedTemplate, Model } from "../model/index.ts";
import { type Instantiated, locationAt, type Network } from "../network/index.ts";
import {
  build,
  type Edge,
  type Editor,
  type Expr,
  edit,
  type Label,
  type Location,
  someExpr,
  type UppaalSource,
} from "../syntax/index.ts";
import { type Appendable, type CycleOptions, type CycleReport, findCycles } from "./accelerate-report.ts";
import { readAgain } from "./again.ts";
import { compressCycle } from "./compress.ts";
import { dataOf } from "./data.ts";
import { replaceCycles, whyNotReplaced } from "./linear.ts";
import { FreshNames } from "./reset-text.ts";

export interface AccelerateOptions extends CycleOptions {
  /** Also append cycles whose acceleration is only an over-approximation. */
  readonly approximate?: boolean | undefined;
  /**
   * `append` (the default) copies the cycle as Definition 3.10 says; `compress` takes the copy together in one location;
   * `replace` puts such locations in the place of the cycle where nothing is lost by that, and compresses elsewhere.
   */
  readonly shape?: Shape | undefined;
}

export type Shape = "append" | "compress" | "replace";

const MOST_COMPRESSED = 1000;

export interface AppendedCycle {
  readonly report: CycleReport;
  readonly exact: boolean;
  readonly shape: Shape;
  /** Why it has not the shape that was asked for. */
  readonly kept?: string;
  /** Names of the new locations. */
  readonly added: readonly string[];
}

export interface Acceleration {
  readonly reports: readonly CycleReport[];
  readonly incomplete: readonly string[];
  readonly appended: readonly AppendedCycle[];
  /** Whether reachability of states in old locations is that of the original. */
  readonly exact: boolean;
  /** That of the source if nothing is appended. */
  readonly text: string;
  /** The accelerated model, read, checked and instantiated again. */
  readonly made: Instantiated;
}

export function accelerate(source: UppaalSource, made: Instantiated, options: AccelerateOptions = {}): Acceleration {
  wants("accelerate", source, "source");
  wants("accelerate", made, "instantiated");
  const { shape = "append" } = options;
  // The way into one location is an edge of its own, which may come before others; a copied edge comes before none that its
  // own does not.
  const isCopied = shape === "append" || made.network.hasPriorities;
  // One location may stand for any number of rounds; copies of them all would be too many.
  const most = options.unfoldings ?? (shape === "compress" && !isCopied ? MOST_COMPRESSED : undefined);
  const { reports, appendable, incomplete } = findCycles(made, { ...options, unfoldings: most });
  const chosen = appendable.filter((a) => a.exact || options.approximate === true);
  const found = { reports, incomplete };
  if (chosen.length === 0) return { ...found, appended: [], exact: true, text: source.text, made };
  const editor = edit(source);
  const names = new FreshNames(source.text);
  const kept = shape === "append" ? {} : { kept: "there are priorities" };
  const appended = isCopied
    ? append(editor, names, made.model, chosen).map((a) => ({ ...a, ...kept }))
    : shorten(editor, source, names, made.model, chosen, shape);
  const text = editor.apply();
  return { ...found, appended, exact: chosen.every((a) => a.exact), text, made: again(source, made.network, text) };
}

function append(editor: Editor, names: FreshNames, model: Model, chosen: readonly Appendable[]): AppendedCycle[] {
  const uses = new Map<CheckedEdge, number>();
  for (const { edges } of chosen) for (const e of edges) uses.set(e, (uses.get(e) ?? 0) + 1);
  return chosen.map((a) => {
    const dummy = !a.effective && a.exact && uses.get(a.edges.at(-1)!) === 1;
    return {
      report: a.report,
      exact: a.exact,
      shape: "append",
      added: new Appender(editor, names, model, a).append(dummy),
    };
  });
}

function shorten(
  editor: Editor,
  source: UppaalSource,
  names: FreshNames,
  model: Model,
  chosen: readonly Appendable[],
  shape: Shape,
): AppendedCycle[] {
  const kept = new Map(chosen.map((a) => [a, shape === "replace" ? whyNotReplaced(a) : ""] as const));
  const replaced = replaceCycles(
    editor,
    source,
    names,
    model,
    chosen.filter((a) => kept.get(a) === undefined),
  );
  return chosen.map((a): AppendedCycle => {
    const { report, exact } = a;
    const why = kept.get(a);
    if (why === undefined) return { report, exact, shape: "replace", added: replaced.get(a)! };
    const added = [compressCycle(editor, names, model, a)];
    return { report, exact, shape: "compress", added, ...(why === "" ? {} : { kept: why }) };
  });
}

/** One step of the cycle to be copied: what its edge carries, and where it begins. */
interface Part {
  readonly name: string;
  readonly id: string;
  readonly invariant: Expr | undefined;
  /** Whether it is urgent or committed, which its copy is then too. */
  readonly marks: Marks;
  readonly labels: Pick<Edge, "select" | "guard" | "sync" | "update">;
}

type Marks = Pick<Location, "urgent" | "committed">;
const plain: Marks = { urgent: false, committed: false };

class Appender {
  private readonly added: string[] = [];
  private readonly editor: Editor;
  private readonly names: FreshNames;
  private readonly model: Model;
  private readonly cycle: Appendable;

  constructor(editor: Editor, names: FreshNames, model: Model, cycle: Appendable) {
    this.editor = editor;
    this.names = names;
    this.model = model;
    this.cycle = cycle;
  }

  /** The names of the new locations. */
  append(dummy: boolean): readonly string[] {
    const { template, edges, unfoldings } = this.cycle;
    const parts = edges.map((e): Part => partOf(template, e));
    if (dummy) parts.unshift(this.dummy(template, edges));
    const watched = this.cycle.watches ? edges.flatMap((e) => dataOf(this.model, e.node.guard?.value)) : [];
    const start = first(parts).id;
    let at = start;
    for (let round = 1; round <= unfoldings; round++) {
      parts.forEach((part, k) => {
        const last = k === parts.length - 1;
        const next = parts[(k + 1) % parts.length]!;
        const isWait = last && round === 1;
        const target =
          last && round === unfoldings
            ? start
            : this.location(
                isWait ? `${next.name}_wait` : `${next.name}_r${last ? round + 1 : round}`,
                isWait ? undefined : next.invariant,
                watched,
                isWait ? plain : next.marks,
              );
        this.editor.addEdge(template.node, { ...build.edge(at, target), ...part.labels });
        at = target;
      });
    }
    return this.added;
  }

  private location(wanted: string, invariant: Expr | undefined, watched: readonly Expr[], marks = plain): string {
    const name = this.names.take(wanted);
    const all = [...(invariant === undefined ? [] : [invariant]), ...watched];
    this.editor.addLocation(
      this.cycle.template.node,
      build.location(name, { ...marks, ...(all.length === 0 ? {} : { invariant: build.and(...all) }) }),
    );
    this.added.push(name);
    return name;
  }

  /** Puts a location before the first of the cycle, left at once with a reset. Requires: the last edge only resets the clock. */
  private dummy(template: CheckedTemplate, edges: readonly CheckedEdge[]): Part {
    const last = edges.at(-1)!.node;
    const start = locationAt(template, first(edges).source);
    const reset = last.update?.value.find((e) => e.kind === "assign");
    assert(
      reset?.kind === "assign" && last.update !== undefined,
      "the last edge of an acceleratable cycle resets its clock",
    );
    const invariant = build.binary("<=", reset.target, build.int(0));
    const name = this.location(`${start.name}_reset`, invariant, []);
    this.editor.replaceNode(last, { ...last, target: build.name(name) });
    const labels = { update: unplaced(last.update) };
    this.editor.addEdge(template.node, { ...build.edge(name, start.node.id), ...labels });
    return { name: start.name, id: name, invariant, marks: plain, labels };
  }
}

function partOf(template: CheckedTemplate, e: CheckedEdge): Part {
  const { name, node } = locationAt(template, e.source);
  const { select, guard, sync, update } = e.node;
  // Where nothing reads what is chosen, a copy need not choose.
  const read = [...(sync === undefined ? [] : [sync.value.channel]), ...(update?.value ?? [])];
  const chooses = select?.value.some((b) =>
    read.some((x) => someExpr(x, (p) => p.kind === "name" && p.name === b.name.name)),
  );
  return {
    name,
    id: node.id,
    invariant: node.invariant?.value,
    marks: { urgent: node.urgent, committed: node.committed },
    labels: {
      ...(select !== undefined && chooses ? { select: unplaced(select) } : {}),
      ...(guard === undefined ? {} : { guard: unplaced(guard) }),
      ...(sync === undefined ? {} : { sync: unplaced(sync) }),
      ...(update === undefined ? {} : { update: unplaced(update) }),
    },
  };
}

/** A label that is to be drawn beside its new edge. */
function unplaced<T>({ start, end, value }: Label<T>): Label<T> {
  return { start, end, value };
}

function again(source: UppaalSource, before: Network, text: string): Instantiated {
  const result = readAgain(source, text);
  assert(!("fault" in result), `the accelerated model is wrong: ${"fault" in result ? result.fault.message : ""}`);
  const { made } = result;
  assert(made !== undefined, "the accelerated model cannot be instantiated");
  const keeps = before.processes.every((p, i) =>
    p.locations.every((l, k) => made.network.processes[i]?.locations[k]?.name === l.name),
  );
  assert(keeps, "acceleration changed the numbers of old locations");
  return made;
}
