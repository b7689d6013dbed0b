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
import type { CheckedTemplate } from "../model/index.ts";
import type { Edge, Instantiated, NetworkQuery } from "../network/index.ts";
import type { Edge as TreeEdge } from "../syntax/index.ts";
import { globalPlaces, type Leaf, ownPlaces, type Place, processesOf } from "./places.ts";

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

export interface Resets {
  readonly resets: readonly Reset[];
  /** Variables that become `meta`, and the channel that made it so. */
  readonly meta: readonly { readonly place: Place; readonly channel: string }[];
  readonly skipped: readonly Skipped[];
}

/** An edge of a template with the edges of the network it stands for; impossible ones are left out. */
interface Group {
  readonly template: CheckedTemplate;
  readonly node: TreeEdge;
  readonly edges: Edge[];
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
    for (let i = 0; i < general.length; i += 3) note(elements.ofClock(general[i]), -1);
    rows.forEach((locations, p) =>
      locations.forEach((row, l) => {
        for (let i = 0; i < row.length; i += 3) {
          note(elements.ofClock(row[i]), p);
          this.compared[p][l].add(elements.ofClock(row[i]));
        }
      }),
    );
  }

  private needs(process: number, location: number, element: number): boolean {
    return this.live.needs[process][location].has(element) || this.compared[process][location].has(element);
  }

  run(unwritable: (all: readonly Reset[]) => ReadonlySet<string>): Resets {
    const { made, live } = this;
    const claimed = new Set<number>();
    const processes = processesOf(made);
    for (const [template, list] of processes) {
      for (const place of ownPlaces(template, list, made, live)) {
        for (const p of list) for (const leaf of place.leaves) claimed.add(leaf.element(p));
        this.inTemplate(template, list, place);
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
    const not = unwritable(this.resets);
    for (const { place } of this.resets.filter((r) => not.has(leafKey(r))))
      this.skip(place, "its initial value cannot be written");
    const resets = this.withoutCopied(this.resets.filter((r) => !not.has(leafKey(r))));
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
              copied.add(leafKey(reset[0]));
              this.skip(
                reset[0].place,
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

  private isPassed(e: Edge, element: number): boolean {
    const k = this.live.possible.classOf(e);
    return k >= 0 && e.sync?.kind === "channel" && e.sync.direction === "?" && this.live.passed[k].has(element);
  }

  /** A place that only one template can change, each process its own. */
  private inTemplate(template: CheckedTemplate, processes: readonly number[], place: Place): void {
    const { live } = this;
    for (const leaf of place.leaves) {
      const own = processes.every((p) => {
        const x = leaf.element(p);
        if (live.elements.size(x) > 1 && !this.isWhole(place, x, p)) return false;
        const others = this.needers.get(x);
        return (
          (live.owner(x) ?? p) === p &&
          !live.hooked.has(x) &&
          (others === undefined || (others.size === 1 && others.has(p)))
        );
      });
      if (!own) continue;
      const isDead = (l: number): boolean => processes.every((p) => !this.needs(p, l, leaf.element(p)));
      for (const group of this.groupsIn.get(template) ?? []) {
        if (!isDead(group.edges[0].target)) continue;
        const used = group.edges.some((e) => this.needs(e.process, e.source, leaf.element(e.process)));
        const changed = group.edges.some((e) => live.flows[e.id]!.writes.has(leaf.element(e.process)));
        if (!used && !changed) continue;
        this.add(group, place, leaf, used ? "used" : "changed");
      }
    }
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
    const { possible } = live;
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
        const passes = group.edges.some(
          (e) => e.sync?.kind === "channel" && possible.classOf(e) >= 0 && live.passed[possible.classOf(e)].has(x),
        );
        const receives = group.edges.some((e) => e.sync?.kind === "channel" && e.sync.direction === "?");
        if (passes ? receives : group.edges.some((e) => live.flows[e.id]!.writes.has(x)))
          this.add(group, place, leaf, passes ? "passed" : "changed");
      }
    }
  }

  /** The channel over which values are passed in a way that no edge could reset them. */
  private unfit(elements: readonly number[]): string | undefined {
    const { live } = this;
    const { network, possible } = live;
    const passes = (e: Edge): boolean =>
      possible.classOf(e) >= 0 && elements.some((x) => live.passed[possible.classOf(e)].has(x));
    for (const { edges } of this.groups) {
      for (const e of edges) {
        if (e.sync?.kind !== "channel" || !passes(e)) continue;
        // One edge may belong to several channels in several processes: then it would have to reset and not to reset.
        const torn = e.sync.direction === "!" && edges.some((other) => !passes(other));
        if (torn || possible.classes[possible.classOf(e)] === "broadcast")
          return network.channels[e.sync.channel.base].name.replace(/\[.*$/, "");
      }
    }
    return undefined;
  }
}

/** Names a leaf among all resets. */
export function leafKey({ template, place, leaf }: Reset): string {
  // A global variable is the same in all templates.
  return `${place.template === undefined ? "" : template.name} ${place.name}${leaf.path}`;
}

function groupsOf(made: Instantiated, live: Liveness): readonly Group[] {
  const key = (span: { readonly start: number; readonly end: number }): string => `${span.start} ${span.end}`;
  const byNode = new Map<string, Group>();
  const order: Group[] = [];
  for (const template of made.model.templates) {
    for (const { node } of template.edges) {
      const group = { template, node, edges: [] };
      byNode.set(key(node), group);
      order.push(group);
    }
  }
  for (const p of live.network.processes) {
    for (const e of p.edges)
      if (live.possible.edges[e.id]) byNode.get(key(e.branches?.at(-1)?.origin ?? e.origin))?.edges.push(e);
  }
  return order.filter((g) => g.edges.length > 0);
}
