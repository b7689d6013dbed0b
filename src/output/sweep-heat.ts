import { greatest } from "../base/index.ts";
import type { Run, RunOutcome, RunRecord } from "../sweep/index.ts";
import { escapeXml } from "./escape.ts";
import { runOutcomeWords } from "./sweep-table.ts";

/**
 * Verdicts over two constants as a picture: a square for each pair of values, its colour and its sign the answer, so that the
 * frontier can be seen, in grey too. Squares that were planned and not asked have a dashed rim: a frontier asks few.
 */
const side = 26;
const left = 70;
const top = 34;

const looks: Readonly<Record<RunOutcome, readonly [fill: string, sign: string]>> = {
  satisfied: ["#7fb98a", "✓"],
  violated: ["#d98880", "✗"],
  maybe_satisfied: ["#cfe3c8", "?"],
  maybe_violated: ["#efd3cc", "?"],
  unknown: ["#d5d5d5", "?"],
  fault: ["#e6c15a", "!"],
  error: ["#e6c15a", "!"],
};

/** `x` and `y`: the constants. Of several records of a square the last counts. `planned` are all runs, asked or not. */
export function heatMap(
  title: string,
  records: readonly RunRecord[],
  planned: readonly Pick<Run, "constants">[],
  x: string,
  y: string,
): string {
  const values = (name: string): number[] =>
    [...new Set([...records, ...planned].map(({ constants }) => Number(constants[name])))].sort((a, b) => a - b);
  const [columns, rows] = [values(x), values(y)];
  const height = top + rows.length * side + 62;
  const at = (column: number): number => left + column * side;
  // The largest is on top, as in a diagram.
  const down = (row: number): number => top + (rows.length - 1 - row) * side;
  const text = (px: number, py: number, content: string, anchor = "middle"): string =>
    `<text x="${px}" y="${py}" text-anchor="${anchor}">${escapeXml(content)}</text>`;
  const placeOf = ({ constants }: Pick<Run, "constants">): string => `${constants[x]} ${constants[y]}`;
  const asked = new Set(records.map(placeOf));
  const open = new Map(planned.filter((run) => !asked.has(placeOf(run))).map((run) => [placeOf(run), run]));
  const rims = [...open.values()].map(({ constants }) => {
    const [column, row] = [columns.indexOf(Number(constants[x])), rows.indexOf(Number(constants[y]))];
    const told = `${x}=${columns[column]}, ${y}=${rows[row]}: not asked`;
    return `<g><title>${escapeXml(told)}</title><rect x="${at(column) + 0.5}" y="${down(row) + 0.5}" width="${side - 3}" height="${side - 3}" fill="transparent" stroke="#999999" stroke-dasharray="2 2"/></g>`;
  });
  // Wide numbers are written below some of the columns only.
  const each = Math.ceil(
    (8 *
      greatest(
        columns.map((value) => String(value).length),
        1,
      )) /
      side,
  );
  const squares = records.map((record) => {
    const [column, row] = [columns.indexOf(Number(record.constants[x])), rows.indexOf(Number(record.constants[y]))];
    const [fill, sign] = looks[record.outcome];
    const told = `${x}=${columns[column]}, ${y}=${rows[row]}: ${runOutcomeWords(record.outcome)}`;
    return `<g><title>${escapeXml(told)}</title><rect x="${at(column)}" y="${down(row)}" width="${side - 2}" height="${side - 2}" fill="${fill}"/><text x="${at(column) + side / 2 - 1}" y="${down(row) + side / 2 + 4}" text-anchor="middle" fill="#222222">${sign}</text></g>`;
  });
  const seen = [...new Set(records.map(({ outcome }) => outcome))];
  const signs = seen.map((outcome) => `${looks[outcome][1]} ${runOutcomeWords(outcome)}`);
  const legend = [...signs, ...(open.size > 0 ? ["□ not asked"] : [])].join(", ");
  // The words below want some room, too.
  const width = Math.max(left + columns.length * side + 20, left + 7 * legend.length, 280);
  return [
    `<svg class="heat" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    text(left, 18, title, "start"),
    ...rims,
    ...squares,
    ...columns.flatMap((value, i) =>
      i % each === 0 ? text(at(i) + side / 2 - 1, top + rows.length * side + 14, String(value)) : [],
    ),
    ...rows.map((value, i) => text(left - 8, down(i) + side / 2 + 4, String(value), "end")),
    text(left, top + rows.length * side + 32, `${x} to the right, ${y} upwards`, "start"),
    text(left, top + rows.length * side + 50, legend, "start"),
    "</svg>",
  ].join("\n");
}
