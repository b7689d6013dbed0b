/**
 * Checking goes in pieces, one for each member, that do not depend on each other; so several threads can do them. All count
 * the same pieces in the same order, and each takes every so-manyth.
 */
export class Share {
  /**
   * Which piece was asked for last, counted from 1: the smallest at which a thread failed is where one thread alone would have.
   */
  at = 0;
  private readonly part: number;
  private readonly of: number;

  /** By default all pieces. */
  constructor(part = 0, of = 1) {
    this.part = part;
    this.of = of;
  }

  /** Whether the next piece is done here. */
  takes(): boolean {
    return this.at++ % this.of === this.part;
  }
}
