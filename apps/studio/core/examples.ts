/** The examples of `examples/`, part of the page itself: the gallery works without a network. They are loaded by `gallery.ts`. */
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

/** What each teaches builds on those before it; those that are not named come last. */
const order =
  "lamp coffee fischer railway bridge traffic heartbeat buffer protocol tasks handshake polling pump monitor queue lossy epidemic battery ball".split(
    " ",
  );

export const examples: readonly Example[] = Object.entries(files)
  .map(([path, text]) => ({ name: path.replace(/^.*\//, ""), text, about: aboutOf(text) }))
  .sort((a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name));

function rank({ name }: Example): number {
  const at = order.indexOf(name.replace(/\.xml$/, ""));
  return at < 0 ? order.length : at;
}

function aboutOf(text: string): string {
  const head = /<declaration>((?:\s*\/\/.*\n?)+)/.exec(text)?.[1] ?? "";
  const words = head
    .replace(/^\s*\/\/ ?/gm, "")
    .split(/\n\s*\n/)[0]!
    .replace(/\s+/g, " ")
    .trim();
  return /^.*?[.:](?=\s|$)/.exec(words)?.[0].replace(/:$/, ".") ?? words;
}
