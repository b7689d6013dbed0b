/** The examples of `examples/`, part of the page itself: the gallery works without a network. */
const files = import.meta.glob(["../../../examples/*.xml", "../../../examples/statistical/*.xml"], {
  query: "?raw",
  import: "default",
  eager: true,
}) as Record<string, string>;

export interface Example {
  readonly name: string;
  readonly text: string;
  /** The first sentence of what it teaches. */
  readonly about: string;
}

export const gallery: readonly Example[] = Object.entries(files).map(([path, text]) => ({
  name: path.replace(/^.*\//, ""),
  text,
  about: aboutOf(text),
}));

function aboutOf(text: string): string {
  const head = /<declaration>((?:\s*\/\/.*\n?)+)/.exec(text)?.[1] ?? "";
  const words = head
    .replace(/^\s*\/\/ ?/gm, "")
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, " ")
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(words)?.[0].replace(/:$/, ".") ?? words;
}
