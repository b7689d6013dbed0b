/** Columns of text, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const text = [
    head,
    ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : cell))),
  ];
  const widths = head.map((_, c) => Math.max(...text.map((row) => (row[c] ?? "").length)));
  const numeric = head.map((_, c) =>
    rows.some((row) => typeof row[c] === "number" || /^[\d.,]+x?$/.test(String(row[c] ?? ""))),
  );
  return text
    .map((row) =>
      row
        .map((cell, c) => (numeric[c] ? cell.padStart(widths[c]!) : cell.padEnd(widths[c]!)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

export function geometricMean(values: readonly number[]): number {
  return values.length === 0 ? Number.NaN : Math.exp(values.reduce((sum, v) => sum + Math.log(v), 0) / values.length);
}
