/**
 * What is kept of many values without keeping them: count, mean, sum of squared deviations (Welford, so that nothing
 * cancels), least and greatest. Two summaries merge into that of both; merged in one order they give the same bits, whoever
 * made the parts.
 */
export class Summary {
  count = 0;
  mean = 0;
  /** The sum of the squares of the distances from the mean. */
  squares = 0;
  least = Number.POSITIVE_INFINITY;
  greatest = Number.NEGATIVE_INFINITY;

  static of(values: Iterable<number>): Summary {
    const summary = new Summary();
    for (const value of values) summary.add(value);
    return summary;
  }

  add(value: number): void {
    this.count++;
    const distance = value - this.mean;
    this.mean += distance / this.count;
    this.squares += distance * (value - this.mean);
    this.least = Math.min(this.least, value);
    this.greatest = Math.max(this.greatest, value);
  }

  merge(other: Summary): void {
    if (other.count === 0) return;
    const count = this.count + other.count;
    const distance = other.mean - this.mean;
    this.mean += (distance * other.count) / count;
    this.squares += other.squares + (distance * distance * this.count * other.count) / count;
    this.count = count;
    this.least = Math.min(this.least, other.least);
    this.greatest = Math.max(this.greatest, other.greatest);
  }

  /** With n - 1; 0 for fewer than two values. */
  get variance(): number {
    return this.count < 2 ? 0 : this.squares / (this.count - 1);
  }

  get deviation(): number {
    return Math.sqrt(this.variance);
  }
}
