/**
 * What both sides can do from one state of a set, asked of their product (`engine/interpret/product.ts`). Answers are about the clocks of
 * one copy of the specification; `joint.ts` takes them to a set. A state is given by its cells, which each question puts into the product.
 */
import { Product, type Reply } from "../engine/index.ts";
import { locationAt, processAt } from "../network/index.ts";
import { dbm, type Zone } from "../zones/index.ts";
import type { Composition } from "./compose.ts";
import type { Interface } from "./interface.ts";
import type { Move } from "./set-node.ts";

/** A step of the implementation, from where it can be taken, with all that the specification can reply. */
interface Answered {
  readonly enabled: Zone;
  readonly move: Move;
  readonly replies: readonly Reply[];
}

export class Steps {
  readonly product: Product;
  private readonly composition: Composition;
  private readonly shared: Interface["shared"];
  private readonly spec: number;

  constructor(composition: Composition, { shared }: Interface) {
    const { network, roles } = composition;
    this.product = new Product(network, roles);
    this.composition = composition;
    this.shared = shared;
    this.spec = roles.specification;
  }

  /** What the implementation can do, with all replies of the specification in one of its states; the same moves for each. */
  moves(cells: Int32Array): readonly Answered[] {
    const { product } = this;
    const out: Answered[] = [];
    product.cells.set(cells);
    product.steps(dbm.newUniversal(product.dim), {
      step: () => {},
      game: (enabled, action, replies) =>
        out.push({ enabled: enabled.slice(), move: { words: product.words.slice(), action }, replies }),
    });
    return out;
  }

  /** The internal edges of the specification in one of its states. */
  internal(cells: Int32Array): readonly Reply[] {
    const { product } = this;
    let all: readonly Reply[] = [];
    product.cells.set(cells);
    product.specSteps(dbm.newUniversal(product.dim), {
      step: () => {},
      game: (_, __, replies) => {
        all = replies;
      },
    });
    return all;
  }

  /** What decides about delays of the implementation. */
  timing(cells: Int32Array): ReturnType<Product["timing"]> {
    this.product.cells.set(cells);
    return this.product.timing();
  }

  /** Whether a process of the implementation is in a committed location. */
  isCommitted(cells: Int32Array): boolean {
    this.product.cells.set(cells);
    return this.product.isCommitted();
  }

  /** The valuations that the specification's invariant allows, or null for none. */
  inside(cells: Int32Array): Zone | null {
    this.product.cells.set(cells);
    return this.product.specInvariant();
  }

  /** Whether the specification lets no time pass. Who is stuck cannot wait either. */
  isStill(cells: Int32Array): boolean {
    return this.composition.still[cells[this.spec]!] ?? true;
  }

  /** Whether the specification passes its location unseen. */
  isPassed(cells: Int32Array): boolean {
    return this.composition.transient[cells[this.spec]!] === true;
  }

  /** The state with the specification where it follows neither action nor delay. */
  stuck(cells: Int32Array): Int32Array {
    const stuck = cells.slice();
    stuck[this.spec] = this.composition.errLocation;
    return stuck;
  }

  /** Whether compared variables differ. */
  differs(cells: Int32Array): boolean {
    return this.shared.some((s) => cells[s.implementation] !== cells[s.specification]);
  }

  /** The name of the specification's location. */
  placeOf(cells: Int32Array): string {
    return locationAt(processAt(this.composition.network, this.spec), cells[this.spec]!).name;
  }
}
