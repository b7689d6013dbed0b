/** Which road answered a query, and why the others did not, for people. */
import { answeredBy, type ConeReport, ONE_THREAD, type Verdict } from "../../../src/index.ts";
import { count } from "../io/count.ts";
import { bytes, group } from "../io/progress.ts";

/** Cones that are listed. */
const MOST_CONES = 12;

/** Why one thread searched, where more were asked for. */
export function aloneLines(verdict: Verdict): string[] {
  const why = verdict.roads?.find(({ road }) => road === "threads")?.why ?? answeredBy(verdict)?.alone;
  return why === undefined || why === ONE_THREAD ? [] : [`   searched by one thread: ${why}`];
}

/** What the road that answered tells about its answer. */
export function roadLines(verdict: Verdict): string[] {
  const { states, cycles, cones, spill } = answeredBy(verdict) ?? {};
  const lines: string[] = [];
  if (states !== undefined)
    lines.push(
      `   proved by ${group(states)} states in which clocks of different processes do not depend on each other`,
    );
  if (cycles !== undefined) lines.push(`   accelerated: jumps over rounds of ${count(cycles, "cycle")}`);
  if (spill !== undefined) {
    const [store, written, read] = [spill.bytes, spill.written, spill.read].map(bytes);
    lines.push(
      `   larger than memory: a store of ${store} in ${spill.parts} parts; ${written} written, ${read} read back`,
    );
  }
  return cones === undefined ? lines : [...lines, ...coneLines(cones)];
}

/** Which processes each part of an answer was proven with. */
function coneLines(cones: readonly ConeReport[]): string[] {
  const shown = cones.slice(0, MOST_CONES).map(({ processes, stored }) => {
    const names = processes.length === 0 ? "no process" : processes.join(", ");
    return `     ${names}: ${group(stored)} stored`;
  });
  const rest = cones.length > MOST_CONES ? [`     and ${cones.length - MOST_CONES} more`] : [];
  return [`   proven in ${count(cones.length, "part")}, without the other processes:`, ...shown, ...rest];
}

/** Who answered, and what became of the other roads. */
export function whyLines(verdict: Verdict): string[] {
  const { roads = [], reductions = [] } = verdict;
  const by = answeredBy(verdict);
  const left = reductions.length === 0 ? "" : `; left out before: ${reductions.join(", ")}`;
  const lines = by === undefined ? [] : [`   ${by.what} by the road '${by.road}'${left}`];
  for (const text of by?.jumped ?? []) lines.push(`     jumped over ${text}`);
  for (const text of by?.kept ?? []) lines.push(`     not over ${text}`);
  for (const { road, what, why } of roads)
    if (road !== by?.road) lines.push(`     ${road}: ${what}${why === undefined ? "" : `, ${why}`}`);
  return lines;
}
