import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * The tables the corpus run works from: which models there are (`models.tsv`), which outcomes are recorded
 * (`outcomes.tsv`), and which differences are explained. The last are read from docs/compatibility.md itself, so that the
 * document and the run cannot drift: rows of the tables below three of its headings, `| files | ... | reason |`, with commas
 * between files.
 */
export interface ModelFile {
  readonly file: string;
  readonly queriesFile: string;
  readonly mode: "check" | "parse-only";
}
export interface Recorded {
  readonly file: string;
  readonly query: string;
  readonly kind: string;
  readonly outcome: "success" | "failure";
  readonly value: string;
  readonly confidence: "high" | "medium";
  /** The same query is recorded with the other outcome too: the model was changed in between. */
  readonly contradicted: boolean;
}
/** One explained difference: what we say, and the reason. */
interface Explained {
  readonly ours: string;
  readonly reason: string;
  used: boolean;
}
export interface Explanations {
  /** By file. */
  readonly rejected: ReadonlyMap<string, Explained>;
  /** By file and query. */
  readonly verdicts: ReadonlyMap<string, Explained>;
  /** Of statistical queries, by file and query. */
  readonly estimates: ReadonlyMap<string, Explained>;
}

export const symbolicKinds: ReadonlySet<string> = new Set(["E<>", "A[]", "E[]", "A<>", "-->", "sup", "inf", "bounds"]);

function rows(file: string): Record<string, string>[] {
  const [head, ...lines] = readFileSync(file, "utf8")
    .split(/\r?\n/)
    .filter((line) => line !== "");
  const names = head!.split("\t");
  return lines.map((line) => {
    const cells = line.split("\t");
    return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? ""]));
  });
}

export function readModels(folder: string): ModelFile[] {
  return rows(join(folder, "models.tsv")).map((row) => ({
    file: row.file!,
    queriesFile: row.queries_file!,
    mode: row.mode === "check" ? "check" : "parse-only",
  }));
}

export function readOutcomes(folder: string): Recorded[] {
  const all = rows(join(folder, "outcomes.tsv"));
  const told = new Set(all.map((row) => `${keyOf(row.file!, row.query!)}\t${row.outcome}`));
  return all.map((row) => {
    const other = row.outcome === "success" ? "failure" : "success";
    return {
      file: row.file!,
      query: row.query!,
      kind: row.kind!,
      outcome: row.outcome === "success" ? "success" : "failure",
      value: row.value!,
      confidence: row.confidence === "high" ? "high" : "medium",
      contradicted: told.has(`${keyOf(row.file!, row.query!)}\t${other}`),
    };
  });
}

/** White space does not tell queries apart. */
export const keyOf = (file: string, query: string): string => `${file}\t${query.replace(/\s+/g, "")}`;

export function readExplanations(): Explanations {
  const root = dirname(fileURLToPath(import.meta.url));
  // From bench/ or from dist/bench/.
  const text =
    [join(root, "..", "docs"), join(root, "..", "..", "docs")]
      .map((docs) => tryRead(join(docs, "compatibility.md")))
      .find((t) => t !== undefined) ?? "";
  const rejected = new Map<string, Explained>();
  for (const [file, ours, reason] of tableBelow(text, "Real models that are refused"))
    for (const one of file!.split(/, */)) rejected.set(one, { ours: ours!, reason: reason!, used: false });
  const verdicts = byQuery(tableBelow(text, "Recorded verdicts that differ"));
  const estimates = byQuery(tableBelow(text, "Recorded estimates that differ"));
  return { rejected, verdicts, estimates };
}

/** Rows of `| files | query | here | why |`. */
function byQuery(rows: readonly (readonly string[])[]): Map<string, Explained> {
  const found = new Map<string, Explained>();
  for (const [file, query, ours, reason] of rows)
    for (const one of file!.split(/, */)) found.set(keyOf(one, query!), { ours: ours!, reason: reason!, used: false });
  return found;
}

function tryRead(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** The rows of the first table below a heading, its own head left out. Code marks and escaped bars are undone. */
function tableBelow(text: string, heading: string): string[][] {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, "").trim() === heading);
  if (start < 0) return [];
  const found: string[][] = [];
  for (const line of lines.slice(start + 1)) {
    if (/^#+ /.test(line)) break;
    if (!line.startsWith("|")) {
      if (found.length > 0) break;
      continue;
    }
    found.push(
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll("`", "").replaceAll("\\|", "|")),
    );
  }
  return found.slice(2);
}
