/**
 * The smallest arrangement of elements that colours leave tied, by individualisation and refinement (McKay and Piperno,
 * Practical graph isomorphism II, 2014): each element of the first block in turn is put before the others, colours tell of
 * it, and so on until none are tied. The arrangement with the smallest colours on the way, then the smallest state, is the
 * same for all images of a state. Two ways to equal states are a symmetry of the state: what it makes alike is tried once, so
 * copies of a pattern cost no factorial. The compiled engine does the same (`engine/compile/loop/arrange.ts`).
 */

/** A state whose elements stand in places. */
export interface Arrangement {
  readonly size: number;
  /** By place: which element stands there now. */
  readonly order: Int32Array;
  /** Exchanges the elements in two neighbouring places. */
  readonly exchange: (place: number) => void;
  /**
   * Puts the elements of each block into the order of their colours; smaller blocks are left, and a number that tells
   * of the colours.
   */
  readonly narrow: (block: readonly boolean[]) => { readonly block: readonly boolean[]; readonly colours: number };
  readonly save: () => void;
  /** Back to what was saved. */
  readonly restore: () => void;
  /** The sign of the state at hand against what was saved. */
  readonly compare: () => number;
}

/** Elements that are put first, one after the other, at most; and how often that is tried. */
export const MOST_LEVELS = 32;
export const MOST_TRIED = 2000;

interface Level {
  readonly order: Int32Array;
  readonly block: readonly boolean[];
  readonly first: number;
  readonly last: number;
  readonly colours: number;
  /** By element: equal for those that symmetries of the state make alike, which keep what was put first on the way here. */
  readonly orbit: number[];
  next: number;
  /** Negative if the colours up to here are smaller than those of the best. */
  ahead: number;
  /** The element that is put first. */
  chosen: number;
}

/** `block[i]`: whether the elements in places i and i + 1 are tied. False if it is too much; then some arrangement is left. */
export function arrange(state: Arrangement, block: readonly boolean[]): boolean {
  return new Tree(state).search(block);
}

class Tree {
  private readonly state: Arrangement;
  private readonly levels: Level[] = [];
  private left = MOST_TRIED;
  private best: { readonly colours: number[]; readonly path: number[]; readonly order: Int32Array } | undefined;

  constructor(state: Arrangement) {
    this.state = state;
  }

  search(given: readonly boolean[]): boolean {
    const { levels, state } = this;
    this.enter(given);
    for (; levels.length > 0; this.left--) {
      const level = levels.at(-1)!;
      while (level.next <= level.last && isKnown(level)) level.next++;
      if (level.next > level.last) {
        levels.pop();
        continue;
      }
      if (this.left <= 0) break;
      level.chosen = level.order[level.next]!;
      bring(state, level.order);
      for (let p = level.next; p > level.first; p--) state.exchange(p - 1);
      level.next++;
      this.enter(level.block.map((isTied, i) => isTied && i !== level.first));
    }
    if (this.best) state.restore();
    return levels.length === 0;
  }

  /** Looks at the state at hand: a new level, or nothing is tied in it. */
  private enter(given: readonly boolean[]): void {
    const { levels, state, best } = this;
    const { block, colours } = state.narrow(given);
    let ahead = levels.at(-1)?.ahead ?? 0;
    if (best && ahead === 0) {
      if (levels.length >= best.colours.length || colours > best.colours[levels.length]!) return;
      ahead = colours < best.colours[levels.length]! ? -1 : 0;
    }
    const first = block.indexOf(true);
    if (first < 0) {
      this.end(colours, ahead);
      return;
    }
    if (levels.length === MOST_LEVELS) {
      this.left = 0;
      return;
    }
    let last = first + 1;
    while (block[last]) last++;
    const orbit = [...state.order.keys()];
    levels.push({ order: state.order.slice(), block, first, last, colours, orbit, next: first, ahead, chosen: -1 });
  }

  private end(colours: number, ahead: number): void {
    const { levels, state, best } = this;
    const order = best === undefined || ahead < 0 || levels.length + 1 < best.colours.length ? -1 : state.compare();
    if (order < 0) {
      const path = levels.map((l) => l.chosen);
      this.best = { colours: [...levels.map((l) => l.colours), colours], path, order: state.order.slice() };
      state.save();
      for (const level of levels) level.ahead = 0;
    } else if (order === 0) this.join();
  }

  /** The way from the best to the state at hand, which is the same, is a symmetry. */
  private join(): void {
    const { levels, state } = this;
    const { order, path } = this.best!;
    const to: number[] = [];
    order.forEach((element, place) => {
      to[element] = state.order[place]!;
    });
    for (let l = 0; l < levels.length; l++) {
      const { orbit, chosen } = levels[l]!;
      to.forEach((image, element) => unite(orbit, element, image));
      // Where the two ways part, all that comes behind is an image of what was tried.
      if (chosen !== path[l] && to[path[l]!] === chosen) levels.length = l + 1;
      if (chosen !== path[l] || to[chosen] !== chosen) return;
    }
  }
}

/** Whether the next element is like one that was tried. */
function isKnown({ order, orbit, first, next }: Level): boolean {
  for (let p = first; p < next; p++) if (orbit[order[p]!] === orbit[order[next]!]) return true;
  return false;
}

function unite(orbit: number[], a: number, b: number): void {
  const [from, to] = [orbit[b]!, orbit[a]!];
  if (from !== to) for (let e = 0; e < orbit.length; e++) if (orbit[e] === from) orbit[e] = to;
}

/** Exchanges neighbours until the elements stand in this order. */
function bring(state: Arrangement, order: Int32Array): void {
  order.forEach((element, place) => {
    for (let p = state.order.indexOf(element); p > place; p--) state.exchange(p - 1);
  });
}
