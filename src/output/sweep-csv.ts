import { wants } from "../base/index.ts";
import type { RunRecord } from "../sweep/index.ts";
import { cell } from "./plot-csv.ts";

/** The runs of a study as one table of comma-separated values, with a column for each constant. */
export function runsToCsv(records: readonly RunRecord[]): string {
  wants("runsToCsv", records, "list");
  const names = [...new Set(records.flatMap(({ constants }) => Object.keys(constants)))];
  const head = [
    "model",
    "sha256",
    ...names,
    "query",
    "repetition",
    "seed",
    "outcome",
    "reason",
    "value",
    "low",
    "high",
  ];
  const figures = ["explored", "stored", "transitions", "memory", "seconds", "version", "machine"];
  const rows = records.map((record) => {
    const { model, sha256, constants, query, repetition, seed, outcome, reason = "", statistics: s } = record;
    const { value = "", low = "", high = "" } = estimateOf(record) ?? {};
    return [
      ...[model, sha256, ...names.map((name) => constants[name] ?? ""), query, repetition, seed, outcome, reason],
      ...[
        value,
        low,
        high,
        s.explored,
        s.stored,
        s.transitions,
        s.memory,
        record.seconds,
        record.version,
        record.machine,
      ],
    ];
  });
  return [[...head, ...figures], ...rows].map((row) => `${row.map(textOf).join(",")}\n`).join("");
}

/** A number is one, whatever sign it begins with. */
function textOf(value: string | number | boolean): string {
  return typeof value === "string" ? cell(value) : String(value);
}

/** The value of an estimate and its interval, where it has one. */
export function estimateOf({ estimate }: RunRecord): { value: number; low: number; high: number } | undefined {
  const { value, interval, values } = (estimate ?? {}) as {
    readonly value?: unknown;
    readonly interval?: unknown;
    readonly values?: { readonly mean?: unknown; readonly halfWidth?: unknown };
  };
  if (typeof value === "number" && Array.isArray(interval)) return { value, low: interval[0], high: interval[1] };
  const { mean, halfWidth = 0 } = values ?? {};
  if (typeof mean !== "number" || typeof halfWidth !== "number") return undefined;
  return { value: mean, low: mean - halfWidth, high: mean + halfWidth };
}
