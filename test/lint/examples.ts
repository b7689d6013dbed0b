import { type Linted, type LintOptions, lint, read, type UppaalSource } from "../../src/index.ts";

/** Examples of rules: a model, the queries behind `---`, and the places between « and ». */
interface Example {
  readonly model: string;
  readonly queries?: string;
  /** The marked places, in the model or in the queries. */
  readonly places: readonly { readonly file?: "query"; readonly start: number; readonly end: number }[];
}

export function exampleOf(text: string): Example {
  const [model = "", queries] = text.split("\n---\n");
  const places = [
    ...placesIn(model),
    ...placesIn(queries ?? "").map((place) => ({ ...place, file: "query" as const })),
  ];
  return { model: bare(model), ...(queries === undefined ? {} : { queries: bare(queries) }), places };
}

function bare(text: string): string {
  return text.replace(/[«»]/g, "");
}

function placesIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  return [...text.matchAll(/«(.*?)»/gs)].map(({ index, 1: inside = "" }, i) => ({
    start: index - 2 * i,
    end: index - 2 * i + inside.length,
  }));
}

export function sourceOf(text: string): UppaalSource {
  const source = read(text, { name: text.startsWith("<") ? "a.xml" : "a.xta" });
  if (source.format === "tck") throw new Error("an UPPAAL model is expected");
  return source;
}

export function lintExample({ model, queries }: Example, options: LintOptions = {}): Linted {
  return lint(sourceOf(model), { ...options, ...(queries === undefined ? {} : { queries }) });
}
