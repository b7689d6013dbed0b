/**
 * Unreachability (docs/semantics.md 9.1 to 9.3): the members of a certificate cover the initial state and every successor of a member, and
 * none of them meets the bad states. Then no reachable state is bad.
 */
import { type LowerUpper, StatedBounds } from "./bounds.ts";
import { type Certificate, memberOf } from "./format.ts";
import { type Asked, mentionsDeadlock, satisfying } from "./formula.ts";
import type { Names } from "./names.ts";
import { Fault, Refuted, Unreadable, Unsupported } from "./outcome.ts";
import type { Claim } from "./query.ts";
import type { Semantics } from "./semantics.ts";
import { without, Zone } from "./zone.ts";

/** What was judged. */
export interface Judged {
  readonly members: number;
  readonly zones: number;
  readonly steps: number;
}

interface Stored {
  readonly values: readonly number[];
  readonly zones: readonly Zone[];
  /** As it stands in the certificate, counted from 1. */
  readonly number: number;
}

export function judgeCover(certificate: Certificate, claim: Claim, semantics: Semantics, names: Names): Judged {
  const cover = new Cover(certificate, claim, semantics, names);
  return cover.judge();
}

class Cover {
  private readonly semantics: Semantics;
  private readonly members = new Map<string, Stored>();
  private readonly bounds: StatedBounds | undefined;
  private readonly bad: ReturnType<typeof satisfying>;
  private readonly mustLast: boolean;
  private steps = 0;

  constructor({ header, lines }: Certificate, claim: Claim, semantics: Semantics, names: Names) {
    this.semantics = semantics;
    const { system } = semantics;
    if (header.order === "simulation") {
      if (header.bounds === undefined) throw new Unreadable("simulation needs bounds, and the certificate has none");
      this.bounds = new StatedBounds(system, renumbered(header.bounds, names));
    }
    this.demandSymmetry(claim);
    // 9.3: a deadlock is about all delays from a state, so the guards that count are those of the whole future.
    this.mustLast = header.order === "simulation" && mentionsDeadlock(claim.formula);
    const { bounds } = this;
    const asked: Asked = {
      semantics,
      context: claim.context,
      ...(bounds === undefined ? {} : { seen: (limit) => bounds.count(limit) }),
    };
    // What must not be reached: the formula of E<>, the negation of that of A[].
    this.bad = satisfying(claim.formula, claim.kind === "A[]", asked);
    lines.forEach((line, k) => this.store(line, k + 1, names));
  }

  /** 9.3: where what is forbidden counts, not only what is allowed, states must simulate each other. */
  private demandSymmetry({ formula }: Claim): void {
    const { system } = this.semantics;
    const locations = system.processes.flatMap((p) => p.locations);
    const dead = mentionsDeadlock(formula);
    if (dead && locations.some((l) => l.invariant.hasRates)) throw new Unsupported("deadlock where clocks stand still");
    const forbids =
      dead ||
      system.hasPriorities ||
      locations.some((l) => l.edges.some((e) => e.isHearing && e.guards.some((g) => g.hasLimits)));
    if (forbids && this.bounds?.isSymmetric === false)
      throw new Refuted(
        "lower and upper bounds must be the same here, since guards also forbid; they are stated apart",
      );
  }

  private store(line: unknown, number: number, names: Names): void {
    const { n, system } = this.semantics;
    const member = memberOf(line, system.cells.length, n);
    const values = new Array<number>(member.state.length);
    member.state.forEach((value, k) => {
      values[names.cells[k]!] = value;
    });
    system.processes.forEach(({ locations }, p) => {
      if (locations[values[p]!] === undefined)
        throw new Unreadable(`member ${number}: process ${p} has no such location`);
    });
    const zones = member.zones.map((entries) => zoneOf(entries, n, names)).filter((z) => z.close());
    const key = values.join();
    const before = this.members.get(key);
    this.members.set(key, { values, zones: [...(before?.zones ?? []), ...zones], number: before?.number ?? number });
  }

  judge(): Judged {
    const { semantics } = this;
    const initial = semantics.initial();
    if (initial !== undefined) this.at(undefined, "the initial state", () => this.demand(semantics.elapse(initial)));
    let zones = 0;
    for (const member of this.members.values()) {
      semantics.load(member.values);
      const here = this.bounds?.here();
      this.at(member.number, "an invariant", () => {
        for (const limit of semantics.invariants() ?? []) this.bounds?.count(limit);
      });
      for (const zone of member.zones) {
        zones++;
        this.member(member, zone, here);
      }
    }
    return { members: this.members.size, zones, steps: this.steps };
  }

  private member(member: Stored, zone: Zone, here: LowerUpper | undefined): void {
    const { semantics, bounds } = this;
    const invariant = semantics.invariants() ?? [];
    const source = (): void => {
      if (here !== undefined) bounds?.return(here);
    };
    this.at(member.number, "the formula", () => {
      source();
      if (this.bad([zone]).length > 0) throw new Refuted("it meets what must not be reached");
      if (this.mustLast && !semantics.elapse(zone).isInside(zone))
        throw new Refuted("it does not hold the delays from it, as deadlocks need");
    });
    source();
    this.at(member.number, "a guard", () =>
      semantics.successors(zone, {
        seen: (instance) => {
          source();
          for (const limit of instance.limits) bounds?.count(limit);
        },
        arrived: (clocks, invariants, step) =>
          this.at(member.number, semantics.describe(step), () => {
            if (bounds === undefined || here === undefined) return;
            bounds.follow(here, clocks, [...invariant, ...step.parts.flatMap((part) => part.limits)]);
            for (const limit of invariants) bounds.count(limit);
          }),
        reached: (target, step) => {
          this.steps++;
          this.at(
            member.number,
            () => semantics.describe(step),
            () => this.demand(semantics.elapse(target)),
          );
        },
      }),
    );
  }

  /** The state at hand with this zone must be covered. */
  private demand(zone: Zone): void {
    const { bounds, semantics } = this;
    const known = this.members.get(semantics.save().join())?.zones ?? [];
    if (known.length === 0) throw new Refuted("it leads to a state that is not in the certificate");
    if (bounds === undefined) {
      if (known.some((z) => zone.isInside(z)) || without([zone], known).length === 0) return;
    } else {
      const { lower, upper } = bounds.here();
      if (known.some((z) => zone.isSimulatedBy(z, lower, upper))) return;
    }
    throw new Refuted("it leads to clock values that no zone of the certificate covers");
  }

  /** Tells where something was refused. */
  private at<T>(member: number | undefined, step: string | (() => string), judge: () => T): T {
    try {
      return judge();
    } catch (error) {
      const refused = error instanceof Fault ? new Refuted(`the model faults: ${error.message}`) : error;
      if (refused instanceof Refuted) {
        refused.member ??= member;
        refused.step ??= typeof step === "string" ? step : step();
      }
      throw refused;
    }
  }
}

function renumbered(bounds: NonNullable<Certificate["header"]["bounds"]>, { clocks }: Names) {
  const at = (clock: number | null | undefined): number => {
    const found = clocks[clock ?? -1];
    if (found === undefined || found === 0) throw new Unreadable("the certificate states bounds of no clock");
    return found;
  };
  return {
    everywhere: bounds.everywhere.map(([clock, ...rest]) => [at(clock), ...rest]),
    locations: bounds.locations.map(([process, location, clock, ...rest]) => [process!, location!, at(clock), ...rest]),
  };
}

function zoneOf(entries: readonly (number | null)[], n: number, { clocks }: Names): Zone {
  const zone = new Zone(n);
  entries.forEach((entry, k) => {
    const at = clocks[Math.floor(k / n)]! * n + clocks[k % n]!;
    if (entry === null) zone.lift(at);
    else {
      zone.bound[at] = Math.floor(entry / 2);
      zone.strict[at] = entry % 2 === 0 ? 1 : 0;
    }
  });
  return zone;
}
