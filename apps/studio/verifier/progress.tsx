import { counted } from "../core/words.ts";
import { running } from "./engine.ts";
import { rangeText } from "./estimated.tsx";

/** How far the query has come that is being answered. */
export function Progress() {
  const now = running.value;
  if (now === undefined) return <div class="progress" />;
  return (
    <div class="progress on">
      <progress aria-label="Searching" />
      <span>{progressText(now)}</span>
    </div>
  );
}

export function progressText({
  index,
  statistics,
  sampled,
  seconds,
}: Exclude<typeof running.value, undefined>): string {
  const query = `Query ${index + 1}: `;
  if (sampled !== undefined)
    return `${query}${counted(sampled.runs, "run")}${sampled.interval === undefined ? "" : `, now in ${rangeText(sampled.interval)}`}`;
  if (statistics === undefined) return `${query}starting`;
  const { explored, waiting, memory } = statistics;
  const rate = seconds === 0 ? "" : `, ${Math.round(explored / seconds).toLocaleString("en")} per second`;
  return `${query}${counted(explored, "state")} explored, ${waiting.toLocaleString("en")} waiting, ${Math.round(memory / 2 ** 20)} MiB${rate}`;
}
