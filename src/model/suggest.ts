/** "Did you mean ...?": the nearest of the known names, when it is near enough to be a slip of the finger. */
export function suggest(name: string, known: Iterable<string>): string | undefined {
  const limit = name.length <= 2 ? 1 : name.length <= 5 ? 2 : 3;
  const lower = name.toLowerCase();
  let best: string | undefined;
  let distance = limit + 1;
  for (const candidate of known) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= distance) continue;
    const d = candidate.toLowerCase() === lower ? 0.5 : edits(name, candidate, distance);
    // Names of one or two letters are near to everything: only another case counts for them.
    if (d < distance && (name.length > 2 || d < 1)) {
      best = candidate;
      distance = d;
    }
  }
  return best;
}

/** Insertions, deletions, replacements and swaps of neighbours; gives up at `limit`. */
function edits(a: string, b: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let d = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d = Math.min(d, before[j - 2]! + 1);
      row.push(d);
      least = Math.min(least, d);
    }
    if (least >= limit) return limit;
    before = last;
    last = row;
  }
  return last[b.length]!;
}

/** The hint for a name nobody knows. */
export function didYouMean(name: string, known: Iterable<string>): string | undefined {
  const best = suggest(name, known);
  return best === undefined ? undefined : `did you mean '${best}'?`;
}
