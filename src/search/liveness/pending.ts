/** Nodes of a search that are not yet done, found by the hash of their state and zone; those of one hash form a list. */
interface Hashed<N> {
  readonly hash: number;
  next: N | undefined;
}

export class Pending<N extends Hashed<N>> {
  private readonly lists = new Map<number, N>();

  /** How many hashes there are. */
  get size(): number {
    return this.lists.size;
  }

  find(hash: number, isIt: (node: N) => boolean): N | undefined {
    for (let n = this.lists.get(hash); n !== undefined; n = n.next) if (isIt(n)) return n;
    return undefined;
  }

  add(node: N): void {
    node.next = this.lists.get(node.hash);
    this.lists.set(node.hash, node);
  }

  /** Does nothing if it was never added. */
  remove(node: N): void {
    const first = this.lists.get(node.hash);
    if (first === node) {
      if (node.next === undefined) this.lists.delete(node.hash);
      else this.lists.set(node.hash, node.next);
      return;
    }
    for (let n = first; n !== undefined; n = n.next) if (n.next === node) n.next = node.next;
  }
}
