/**
 * Where to reset dead variables (Slomp, Definitions 22, 29, 30 and 32). A variable that only one template can change is
 * reset on an edge behind which it is dead, if it was live before (rule A) or the edge changes it (rule B), unless the edge
 * leaves it with its initial value anyway: so wherever it is dead it has that value. With several processes of a template,
 * a variable counts as dead where it is dead for all of them. A global variable that is never live between transitions is
 * reset by the edges that write it, or, where it passes a value over a channel, by the receivers; over a broadcast channel
 * there is no last receiver, and it is marked `meta` instead.
 *
 * A dead variable that cannot be reset keeps what was copied into it. Were it copied from one that is reset, it could take
 * values it never had, and there could be more states than before (the thesis overlooks this, Lemmas 27 and 34: an
 * irrelevant global is not reset, but may be computed from irrelevant locals). So what is copied in such a way is not reset
 * either.
 *
 * A clock is reset only where no process can compare it any more by the bounds that searches use: elsewhere a reset, though
 * right, would make more zones to tell apart.
 */
import { clockBounds, elementName, type Liveness } from "../analysis/index.ts";
import { first } from "../base/index.ts";
import type { CheckedTemplate } from "../model/index.ts";
import { channelAt, type Edge, type Instantiated, type NetworkQuery } from "../network/index.ts";
import type { Edge as TreeEdge } from "../syntax/index.ts";
import { globalPlaces, type Leaf, ownPlaces, type Place, processesOf } from "./places.ts";
import { References, type Wanted } from "./references.ts";
import { type Group, groupsOf } from "./reset-groups.ts";

/** `used`: live before the edge; `changed`: written by it while dead; `passed`: a receiver of the value. */
export type Rule = "used" | "changed" | "passed";

export interface Reset {
  readonly template: CheckedTemplate;
  /** The edge that leads into the target; behind a branch point, its way out. */
  readonly edge: TreeEdge;
  /** The edges of the network that it stands for. */
  readonly edges: readonly Edge[];
  readonly place: Place;
  readonly leaf: Leaf;
  readonly rule: Rule;
}

export interface Skipped {
  readonly place: Place;
  readonly why: string;
}

interface Resets {
  readonly resets: readonly Reset[];
  /** Variables that become `meta`, and the channel that made it so. */
  readonly meta: readonly { readonly place: Place; readonly channel: string }[];
  readonly skipped: readonly Skipped[];
}

/** A reset of a global variable of several processes. */
interface SharedReset extends Wanted {
  readonly rule: Rule;
}

/** `unwritable` tells of which leaves, by `leafKey`, some reset cannot be written: they are not reset at all. */
export function findResets(
  made: Instantiated,
  live: Liveness,
  queries: readonly NetworkQuery[],
  unwritable: (all: readonly Reset[]) => ReadonlySet<string>,
): Resets {
  if (live.gaveUp) return { resets: [], meta: [], skipped: [] };
  return new Finder(made, live, queries).run(unwritable);
}

class Finder {
  private readonly made: Instantiated;
  private readonly live: Liveness;
  private readonly groups: readonly Group[];
  private readonly groupsIn = new Map<CheckedTemplate, Group[]>();
  /** For each element the processes that need it somewhere; -1 for a query that needs it everywhere. */
  private readonly needers = new Map<number, Set<number>>();
  /** By process and location: clocks that searches compare there. */
  private readonly compared: readonly (readonly Set<number>[])[];
  private readonly resets: Reset[] = [];
  private readonly meta: { place: Place; channel: string }[] = [];
  private readonly skipped: Skipped[] = [];
  private readonly references = new References();
  private readonly wanted = new Map<Group, SharedReset[]>();

  constructor(made: Instantiated, live: Liveness, queries: readonly NetworkQuery[]) {
    this.made = made;
    this.live = live;
    this.groups = groupsOf(made, live);
    for (const t of made.model.templates) this.groupsIn.set(t, []);
    for (const g of this.groups) this.groupsIn.get(g.template)?.push(g);
    const note = (x: number, p: number): void => {
      const known = this.needers.get(x);
      if (known === undefined) this.needers.set(x, new Set([p]));
      else known.add(p);
    };
    this.compared = live.needs.map((rows) => rows.map(() => new Set<number>()));
    for (const query of queries.length === 0 ? [undefined] : queries) this.compare(query, note);
    for (const x of live.everywhere.keys()) note(x, -1);
    live.needs.forEach((rows, p) => {
      for (const row of rows) for (const x of row.keys()) note(x, p);
    });
  }

  private compare(query: NetworkQuery | undefined, note: (x: number, p: number) => void): void {
    const { network, elements } = this.live;
    const { general, rows, diverges } = clockBounds(network, { query, symmetric: true });
    if (diverges !== undefined) for (let c = 1; c < network.clocks.length; c++) note(elements.ofClock(c), -1);
    for (let i = 0; i < general.length; i += 3) note(elements.ofClock(general[i]!), -1);
    rows.forEach((locations, p) =>
      locations.forEach((row, l) => {
        for (let i = 0; i < row.length; i += 3) {
          note(elements.ofClock(row[i]!), p);
          this.compared[p]![l]!.add(elements.ofClock(row[i]!));
        }
      }),
    );
  }

  private needs(process: number, location: number, element: number): boolean {
    return this.live.needs[process]![location]!.has(element) || this.compared[process]![location]!.has(element);
  }

  run(unwritable: (all: readonly Reset[]) => ReadonlySet<string>): Resets {
    const { made, live } = this;
    const claimed = new Set<number>();
    const processes = processesOf(made);
    for (const [template, list] of processes) {
      const places = ownPlaces(template, list, made, live);
      this.references.add(template, places);
      for (const place of places) {
        const owned = this.inTemplate(template, list, place);
        // What a parameter by reference means is global, and may be so for other templates too.
        const mine = place.variable.reference ? owned : place.leaves;
        for (const p of list) for (const leaf of mine) claimed.add(leaf.element(p));
      }
    }
    const alone = new Map(
      [...processes].flatMap(([template, list]) => (list.length === 1 ? [[list[0], template] as const] : [])),
    );
    for (const place of globalPlaces(made, live)) {
      const leaves = place.leaves.filter((leaf) => !claimed.has(leaf.element(0)));
      const owners = new Set(leaves.map((leaf) => live.owner(leaf.element(0))));
      for (const owner of owners) {
        const template = owner === undefined ? undefined : alone.get(owner);
        const part = { ...place, leaves: leaves.filter((leaf) => live.owner(leaf.element(0)) === owner) };
        if (template !== undefined && owner !== undefined) this.inTemplate(template, [owner], part);
        else if (owner !== undefined) this.shared(part, owners.size === 1 && leaves.length === place.leaves.length);
      }
    }
    for (const [group, wanted] of this.wanted) {
      const having = [...new Set(group.edges.map((e) => e.process))];
      for (const { place, leaf, rule } of this.references.rename(group.template, having, wanted))
        this.add(group, place, leaf, rule);
    }
    const not = unwritable(this.resets);
    const unwritten = this.resets.filter((r) => not.has(leafKey(r)));
    for (const { place } of unwritten) this.skip(place, "its initial value cannot be written");
    // A variable may have several names; it is reset under all of them or not at all.
    const left = new Set(unwritten.flatMap(elementsOf));
    const resets = this.withoutCopied(this.resets.filter((r) => !elementsOf(r).some((x) => left.has(x))));
    return { resets, meta: this.meta, skipped: this.skipped };
  }

  /** Leaves out resets of what dead variables that are not reset are computed from, until that is so for all. */
  private withoutCopied(resets: readonly Reset[]): readonly Reset[] {
    const { live } = this;
    let left = resets;
    for (;;) {
      const byElement = new Map<number, Reset[]>();
      for (const r of left) {
        for (const e of r.edges) {
          const x = r.leaf.element(e.process);
          const list = byElement.get(x);
          if (list === undefined) byElement.set(x, [r]);
          else if (list[list.length - 1] !== r) list.push(r);
        }
      }
      if (byElement.size === 0) return left;
      const copied = new Set<string>();
      for (const p of live.network.processes) {
        for (const e of p.edges) {
          for (const [x, from] of live.flows[e.id]?.writes ?? []) {
            if (byElement.has(x)) continue;
            for (const y of from) {
              const reset = y === x ? undefined : byElement.get(y);
              if (reset === undefined || this.needs(e.process, e.source, y) || this.isPassed(e, y)) continue;
              for (const r of reset) copied.add(leafKey(r));
              this.skip(
                first(reset).place,
                `${elementName(live, x)} is computed from it, which is dead as well but cannot be reset, and could take new values`,
              );
            }
          }
        }
      }
      if (copied.size === 0) return left;
      left = left.filter((r) => !copied.has(leafKey(r)));
    }
  }

  private skip(place: Place, why: string): void {
    if (!this.skipped.some((s) => s.place.variable === place.variable)) this.skipped.push({ place, why });
  }

  /** What the channels of an edge's class pass; undefined for an edge that has none. */
  private passedBy(e: Edge): Liveness["passed"][number] | undefined {
    return this.live.passed[this.live.possible.classOf(e)];
  }

  private isPassed(e: Edge, element: number): boolean {
    return e.sync?.kind === "channel" && e.sync.direction === "?" && this.passedBy(e)?.has(element) === true;
  }

  /** A place that only one template can change, each process its own; the leaves that are so. */
  private inTemplate(template: CheckedTemplate, processes: readonly number[], place: Place): readonly Leaf[] {
    const { live } = this;
    const owned: Leaf[] = [];
    for (const leaf of place.leaves) {
      const own = processes.filter((p) => this.isOwn(place, leaf, p));
      if (own.length < processes.length) {
        if (own.length > 0 && place.variable.reference)
          this.skip(place, `it means another variable in each process of ${template.name}, and not all are its own`);
        continue;
      }
      owned.push(leaf);
      const isDead = (l: number): boolean => processes.every((p) => !this.needs(p, l, leaf.element(p)));
      for (const group of this.groupsIn.get(template) ?? []) {
        if (!isDead(first(group.edges).target)) continue;
        const used = group.edges.some((e) => this.needs(e.process, e.source, leaf.element(e.process)));
        const changed = group.edges.some((e) => live.flows[e.id]!.writes.has(leaf.element(e.process)));
        if (!used && !changed) continue;
        this.add(group, place, leaf, used ? "used" : "changed");
      }
    }
    return owned;
  }

  private isOwn(place: Place, leaf: Leaf, process: number): boolean {
    const { live } = this;
    const x = leaf.element(process);
    if (live.elements.size(x) > 1 && !this.isWhole(place, x, process)) return false;
    const others = this.needers.get(x);
    return (
      (live.owner(x) ?? process) === process &&
      !live.hooked.has(x) &&
      (others === undefined || (others.size === 1 && others.has(process)))
    );
  }

  /** Whether all cells of an element are leaves of the place. */
  private isWhole(place: Place, element: number, process: number): boolean {
    return place.leaves.filter((l) => l.element(process) === element).length === this.live.elements.size(element);
  }

  private add({ template, node, edges }: Group, place: Place, leaf: Leaf, rule: Rule): void {
    const isThere = edges.every(
      (e) => this.live.flows[e.id]!.settled.get(leaf.element(e.process)) === leaf.initial(e.process),
    );
    if (!isThere) this.resets.push({ template, edge: node, edges, place, leaf, rule });
  }

  /** A global variable of several processes: only where nothing needs it between transitions. */
  private shared(place: Place, isWhole: boolean): void {
    const { live } = this;
    const dead = place.leaves.filter((leaf) => !this.needers.has(leaf.element(0)) && !live.hooked.has(leaf.element(0)));
    const written = dead.filter((leaf) => live.flows.some((flow) => flow?.writes.has(leaf.element(0))));
    if (written.length === 0) return;
    const over = this.unfit(written.map((leaf) => leaf.element(0)));
    if (over !== undefined) {
      if (!isWhole || dead.length < place.leaves.length || place.leaves.some((l) => l.kind === "clock"))
        this.skipped.push({
          place,
          why: "only a part of it passes a value over a broadcast channel, and meta is for the whole",
        });
      else this.meta.push({ place, channel: over });
      return;
    }
    for (const leaf of written) {
      const x = leaf.element(0);
      if (live.elements.size(x) > 1 && !this.isWhole(place, x, 0)) continue;
      for (const group of this.groups) {
        const passing = group.edges.filter((e) => e.sync?.kind === "channel" && this.passedBy(e)?.has(x));
        const receives = group.edges.some((e) => e.sync?.kind === "channel" && e.sync.direction === "?");
        const edges =
          passing.length === 0 ? group.edges.filter((e) => live.flows[e.id]!.writes.has(x)) : receives ? passing : [];
        if (edges.length === 0) continue;
        const want: SharedReset = {
          place,
          leaf,
          element: x,
          processes: new Set(edges.map((e) => e.process)),
          rule: passing.length > 0 ? "passed" : "changed",
        };
        this.wanted.set(group, [...(this.wanted.get(group) ?? []), want]);
      }
    }
  }

  /** The channel over which values are passed in a way that no edge could reset them. */
  private unfit(elements: readonly number[]): string | undefined {
    const { live } = this;
    const { network, possible } = live;
    const passes = (e: Edge): boolean => elements.some((x) => this.passedBy(e)?.has(x));
    const writes = (e: Edge): boolean => elements.some((x) => live.flows[e.id]!.writes.has(x));
    for (const { edges } of this.groups) {
      for (const e of edges) {
        if (e.sync?.kind !== "channel" || !passes(e)) continue;
        // One edge may belong to several channels in several processes: then it would have to reset and not to reset.
        const torn = e.sync.direction === "!" && edges.some((other) => !passes(other) && writes(other));
        if (torn || possible.classes[possible.classOf(e)] === "broadcast")
          return channelAt(network, e.sync.channel.base).name.replace(/\[.*$/, "");
      }
    }
    return undefined;
  }
}

function elementsOf({ leaf, edges }: Reset): readonly number[] {
  return edges.map((e) => leaf.element(e.process));
}

/** Names a leaf among all resets. */
export function leafKey({ template, place, leaf }: Reset): string {
  // A global variable is the same in all templates.
  return `${place.template === undefined ? "" : template.name} ${place.name}${leaf.path}`;
}
