/** Whether arrows between numbers lead from one of them back to it. */
export function hasCycle(arrows: Iterable<{ readonly source: number; readonly target: number }>): boolean {
  const next = new Map<number, number[]>();
  for (const { source, target } of arrows) next.set(source, [...(next.get(source) ?? []), target]);
  const state = new Map<number, "open" | "done">();
  const isRound = (at: number): boolean => {
    if (state.has(at)) return state.get(at) === "open";
    state.set(at, "open");
    const found = (next.get(at) ?? []).some(isRound);
    state.set(at, "done");
    return found;
  };
  return [...next.keys()].some(isRound);
}
