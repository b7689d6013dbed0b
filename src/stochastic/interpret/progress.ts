/** So many transitions in no time are no run. */
export const ZENO = 1_000_000;
/** Nor are so many in so small a share of the time, and a unit more: they come ever closer together. A power of two. */
export const CROWD = 1024;
export const HARDLY = 1e-12;
/** So many attempts in a row, at one moment, that all break an invariant: nothing else is to be expected. */
export const ATTEMPTS = 10_000;

export function zenoText(limit: number): string {
  return `more than ${limit} transitions without time passing`;
}

/** Sees to it that time gets on: transitions without end in no time, or in hardly any, are a fault. */
export class Progress {
  limit = ZENO;
  /** Transitions, and attempts, since that time. */
  private count = 0;
  private since = 0;

  begin(time: number): void {
    this.count = 0;
    this.since = time;
  }

  /** One more, at this time. What is wrong where time does not get on. */
  step(time: number): string | undefined {
    const passed = time - this.since;
    if (++this.count % CROWD !== 0 || (passed === 0 && this.count <= this.limit)) return undefined;
    if (passed === 0) return zenoText(this.limit);
    if (passed <= HARDLY * (1 + time)) return `transitions come ever closer together: ${CROWD} in hardly any time`;
    this.begin(time);
    return undefined;
  }
}
