import { clockBounds } from "../analysis/index.ts";
import { type Engine, Fault, interpret } from "../engine/index.ts";
import type { Network } from "../network/index.ts";
import { Abstraction } from "../search/index.ts";
import { edgeOf } from "../trace/index.ts";

/**
 * One walk through all states of a network, which settles at once what no run ever does: locations that are not reached,
 * edges that are not taken. States are told apart by discrete part and abstracted zone (as in `search/graph.ts`), so what is
 * not seen in a whole walk is never there; where clocks stand still more may be seen than there is, never less. A walk that
 * is not whole proves nothing.
 */
export interface Explored {
  /** By process the locations that were seen, and the edges that were taken, by number. */
  readonly locations: readonly ReadonlySet<number>[];
  readonly edges: ReadonlySet<number>;
  /** Undefined for a whole walk; otherwise why it ended. */
  readonly unfinished?: string;
  /** What went wrong while the model ran. */
  readonly fault?: Fault;
}

interface ExploreLimits {
  readonly states: number;
  readonly isOver: () => boolean;
}

export function explore(network: Network, { states: most, isOver }: ExploreLimits): Explored {
  const walk = new Walk(network, most);
  try {
    return { ...walk, ...ended(walk.run(isOver)) };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { ...walk, fault: error, unfinished: "the model has a run-time error" };
  }
}

function ended(unfinished: string | undefined): Pick<Explored, "unfinished"> {
  return unfinished === undefined ? {} : { unfinished };
}

class Walk {
  readonly locations: readonly Set<number>[];
  readonly edges = new Set<number>();
  readonly #network: Network;
  readonly #engine: Engine;
  readonly #abstraction: Abstraction;
  readonly #known = new Set<string>();
  readonly #pending: { readonly cells: Int32Array; readonly zone: Int32Array }[] = [];
  readonly #most: number;
  #isCut = false;

  constructor(network: Network, most: number) {
    this.#network = network;
    this.#most = most;
    this.#engine = interpret(network);
    const bounds = clockBounds(network, { symmetric: true });
    const { diverges, diagonals } = bounds;
    const kind =
      (diverges ?? diagonals.unlisted) !== undefined ? "none" : diagonals.triples.length > 0 ? "diagonal" : "extra";
    this.#abstraction = new Abstraction(kind, this.#engine, bounds);
    this.locations = network.processes.map(() => new Set<number>());
  }

  /** Why it is not whole, if so. */
  run(isOver: () => boolean): string | undefined {
    const engine = this.#engine;
    if (engine.initial()) engine.elapse(() => this.#arrive());
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      if (isOver()) return "the time for proofs is over";
      engine.cells.set(next.cells);
      engine.zone = next.zone;
      engine.successors(() => {
        this.#take();
        engine.elapse(() => this.#arrive());
        return false;
      });
      if (this.#isCut) return `there are more than ${this.#most} states`;
    }
    return undefined;
  }

  #take(): void {
    const { transition, transitionLength } = this.#engine;
    for (let at = 0; at < transitionLength; ) {
      const edge = edgeOf(this.#network, transition[at++]!);
      this.edges.add(edge.id);
      at += edge.selects.length;
    }
  }

  #arrive(): boolean {
    const { cells, size, dim, zone: here } = this.#engine;
    this.#abstraction.apply(here, (zone) => {
      const key = `${cells.subarray(0, size).join()};${zone.subarray(0, dim * dim).join()}`;
      if (this.#known.has(key)) return false;
      if (this.#known.size >= this.#most) {
        this.#isCut = true;
        return false;
      }
      this.#known.add(key);
      this.locations.forEach((seen, process) => seen.add(cells[process]!));
      this.#pending.push({ cells: cells.slice(0, size), zone: zone.slice(0, dim * dim) });
      return false;
    });
    return false;
  }
}
