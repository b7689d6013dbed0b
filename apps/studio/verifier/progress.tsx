import { running } from "./engine.ts";
import { rangeText } from "./estimated.tsx";

/** How far the query has come that is being answered. */
export function Progress() {
  const now = running.value;
  if (now === undefined) return <div class="progress" aria-live="polite" />;
  const { statistics, sampled, seconds } = now;
  const rate =
    statistics === undefined || seconds === 0
      ? ""
      : `, ${Math.round(statistics.explored / seconds).toLocaleString("en")} per second`;
  return (
    <div class="progress on" aria-live="polite">
      <progress aria-label="Searching" />
      <span>
        Query {now.index + 1}:{" "}
        {sampled !== undefined
          ? `${counted(sampled.runs)}${sampled.interval === undefined ? "" : `, now in ${rangeText(sampled.interval)}`}`
          : statistics === undefined
            ? "starting"
            : `${statistics.explored.toLocaleString("en")} states explored, ${statistics.waiting.toLocaleString("en")} waiting, ${Math.round(statistics.memory / 2 ** 20)} MiB${rate}`}
      </span>
    </div>
  );
}

export function counted(runs: number): string {
  return `${runs.toLocaleString("en")} ${runs === 1 ? "run" : "runs"}`;
}
