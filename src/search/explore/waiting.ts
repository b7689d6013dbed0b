/** The waiting list: node numbers in the order in which they are to be expanded. */
export type Order = "bfs" | "dfs" | "random";

export interface Waiting {
  push(node: number): void;
  /** The next node, or -1. */
  pop(): number;
  readonly length: number;
}

/** `random` yields numbers from 0 (included) to 1 (left out); needed for the random order only. */
export function waitingList(order: Order, random: () => number): Waiting {
  if (order === "bfs") return new Queue();
  return new Stack(order === "random" ? random : undefined);
}

class Queue implements Waiting {
  private items: number[] = [];
  private head = 0;

  push(node: number): void {
    this.items.push(node);
  }

  pop(): number {
    if (this.head === this.items.length) return -1;
    const node = this.items[this.head++]!;
    if (this.head > 4096 && this.head * 2 > this.items.length) {
      this.items = this.items.slice(this.head);
      this.head = 0;
    }
    return node;
  }

  get length(): number {
    return this.items.length - this.head;
  }
}

/** Last in, first out; at random if a source of randomness is given. */
class Stack implements Waiting {
  private readonly items: number[] = [];
  private readonly random: (() => number) | undefined;

  constructor(random: (() => number) | undefined) {
    this.random = random;
  }

  push(node: number): void {
    this.items.push(node);
  }

  pop(): number {
    const { items, random } = this;
    if (items.length === 0) return -1;
    if (random !== undefined) {
      const i = Math.floor(random() * items.length);
      const last = items.length - 1;
      [items[i], items[last]] = [items[last]!, items[i]!];
    }
    return items.pop() ?? -1;
  }

  get length(): number {
    return this.items.length;
  }
}
