import type { Header, MemberLine } from "../../apps/certify/format.ts";

/**
 * The members of a certificate with all their images under the exchanges that it states, whether these are symmetries or not:
 * a closed set up to symmetries must be closed with these.
 */
export function withImages({ symmetries = [], clocks }: Header, members: readonly MemberLine[]): MemberLine[] {
  const found = new Map<string, MemberLine>();
  const pending = [...members];
  for (let member = pending.pop(); member !== undefined; member = pending.pop()) {
    const key = JSON.stringify([member.state, member.zones]);
    if (found.has(key)) continue;
    found.set(key, member);
    for (const { elements, values, swaps } of symmetries)
      swaps.forEach((swap, k) => {
        const [a, b] = [elements[k]!, elements[k + 1]!];
        const to = (pairs: readonly (readonly [number, number])[]) => {
          const map = new Map(pairs.flatMap(([x, y]) => [[x, y] as const, [y, x] as const]));
          return (x: number): number => map.get(x) ?? x;
        };
        const [cell, clock] = [to(swap.cells), to(swap.clocks)];
        const renamed = (value: number): number => (value === a ? b : value === b ? a : value);
        const n = clocks.length + 1;
        pending.push({
          state: member!.state.map((_, at) => {
            const value = member!.state[cell(at)]!;
            return values.includes(at) ? renamed(value) : value;
          }),
          zones: member!.zones.map((zone) => zone.map((_, at) => zone[clock(Math.floor(at / n)) * n + clock(at % n)]!)),
        });
      });
  }
  const merged = new Map<string, MemberLine>();
  for (const { state, zones } of found.values()) {
    const known = merged.get(state.join());
    merged.set(state.join(), { state, zones: [...(known?.zones ?? []), ...zones] });
  }
  return [...merged.values()];
}
