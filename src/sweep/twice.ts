/**
 * Names that an object has twice in a text of JSON, with their places (`set.N`). Whoever parses the text keeps the last of
 * them without a word, and half of a study would be gone. Requires: the text is JSON.
 */
export function namesTwice(text: string): readonly string[] {
  const found: string[] = [];
  const open: Container[] = [];
  for (const [token] of text.matchAll(/"(?:[^"\\]+|\\.)*"|[{}[\],:]/g)) {
    const inner = open.at(-1);
    if (token === "{" || token === "[")
      open.push({ names: token === "{" ? new Set() : undefined, at: 0, isName: true });
    else if (token === "}" || token === "]") open.pop();
    else if (inner === undefined) continue;
    else if (token === ":") inner.isName = false;
    else if (token === ",") {
      inner.isName = true;
      inner.at++;
    } else if (inner.names !== undefined && inner.isName) {
      inner.name = JSON.parse(token) as string;
      if (inner.names.has(inner.name)) found.push(placeOf(open));
      inner.names.add(inner.name);
    }
  }
  return [...new Set(found)];
}

interface Container {
  /** Of an object; undefined for a list. */
  readonly names: Set<string> | undefined;
  /** Which member is read, and of an object its name. */
  at: number;
  name?: string;
  /** Whether a text is a name here. */
  isName: boolean;
}

function placeOf(open: readonly Container[]): string {
  return open
    .map(({ names, name, at }) => (names === undefined ? `[${at}]` : `.${name}`))
    .join("")
    .replace(/^\./, "");
}
