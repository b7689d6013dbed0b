/**
 * Whether a query is its own image under a permutation of elements: the same formula, whatever the order of its conjuncts.
 * Functions that it calls are compared, too; those with reference parameters are taken for not symmetric.
 */
import type { Network, NetworkQuery } from "../../network/index.ts";
import { formulasOf } from "../code/walk.ts";
import { Automorphism } from "./automorphism.ts";
import type { Interchange } from "./elements.ts";
import { faultsOf } from "./faults.ts";
import type { Moves, Permutation } from "./images.ts";
import { NUMBER } from "./kind.ts";
import { Kinds } from "./kinds.ts";
import { orderedLoop } from "./rounds.ts";
import { itemOf } from "./text.ts";

export class SymmetricQuery {
  private readonly network: Network;
  private readonly query: NetworkQuery;
  private readonly interchange: Interchange;
  private readonly kinds: Kinds;
  private readonly identifiers: Set<number>;

  constructor(network: Network, query: NetworkQuery, interchange: Interchange) {
    this.network = network;
    this.query = query;
    this.interchange = interchange;
    // The query may compare what the network never does: kinds are worked out for both together.
    this.kinds = new Kinds(network, query, () => []);
    this.identifiers = new Set(
      Array.from({ length: network.cells }, (_, cell) => cell)
        .filter((cell) => interchange.identifiers.has(interchange.kinds.root(cell)))
        .map((cell) => this.kinds.root(cell)),
    );
  }

  isKept(permutation: Permutation, moves: Moves): boolean {
    const { network, query } = this;
    const identifiers = new Set(this.identifiers);
    const all = new Automorphism(network, this.kinds, permutation, new Int32Array(0), identifiers, moves);
    const kept = all.attempt(() => {
      for (const f of formulasOf(query)) all.unordered([itemOf(f)], [itemOf(f)], query.origin);
      if (!("terms" in query)) return;
      for (const t of query.terms) {
        if (t.is === "data") all.unordered([{ code: t.code }], [{ code: t.code }], query.origin);
        else {
          all.address(t.clock, t.clock, "clocks", query.origin);
          all.code(t.plus, t.plus, NUMBER, query.origin);
        }
      }
    });
    // Cells of the network must not have become identifiers for the query's sake: the network was not compared so.
    return kept && this.agrees(identifiers);
  }

  private agrees(identifiers: ReadonlySet<number>): boolean {
    const { interchange, kinds, network, query } = this;
    for (const root of identifiers) if (kinds.whyNumber(root) !== undefined) return false;
    const isElement = ({ cell }: { readonly cell: number }): boolean => identifiers.has(kinds.root(cell));
    if (orderedLoop(kinds.functions, isElement, faultsOf(network, query).inCode)) return false;
    for (let cell = 0; cell < network.cells; cell++) {
      const inNetwork = interchange.identifiers.has(interchange.kinds.root(cell));
      if (inNetwork !== identifiers.has(kinds.root(cell))) return false;
    }
    return true;
  }
}
