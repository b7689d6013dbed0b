/** The guide, part of the page itself: it is read without a network. In the order in which it is best read. */
const files = import.meta.glob("../../../docs/guide/*.md", { query: "?raw", import: "default", eager: true }) as Record<
  string,
  string
>;
const order = ["studio", "language", "verification", "statistical", "reduction", "symmetry", "acceleration"];

interface Page {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

export const pages: readonly Page[] = Object.entries(files)
  .map(([path, text]) => {
    const name = path.replace(/^.*\/|\.md$/g, "");
    return { name, title: /^# (.*)/.exec(text)?.[1] ?? name, text };
  })
  .sort((a, b) => rank(a.name) - rank(b.name) || a.name.localeCompare(b.name));

function rank(name: string): number {
  const at = order.indexOf(name);
  return at < 0 ? order.length : at;
}

/** A section of a page, from one heading to the next, that has all the words. */
interface Hit {
  readonly page: string;
  readonly title: string;
  readonly heading: string;
  readonly text: string;
}

export function find(wanted: string): readonly Hit[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return pages.flatMap(({ name, title, text }) =>
    text
      .split(/^(?=#+ )/m)
      .filter((section) => words.every((word) => section.toLowerCase().includes(word)))
      .map((section) => ({ page: name, title, heading: /^#+ (.*)/.exec(section)?.[1] ?? title, text: section })),
  );
}
