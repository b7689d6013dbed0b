/**
 * Text on its way to a terminal. Names, comments and file names come from others, and a terminal obeys what it is sent: so
 * every control character, and whatever turns the direction of writing, is shown as its number (`\u001b`), which inside JSON
 * even means the same. Only what this program itself says to the terminal goes through, by `control`: that stands between
 * marks which are drawn anew for each process, so that nobody else can write them.
 */
let mark: string | undefined;

/** A control sequence of our own: a colour, back to the start of the line. It takes effect only through `shown`. */
export function control(sequence: string): string {
  mark ??= `\0${crypto.randomUUID()}\0`;
  return mark + sequence + mark;
}

export function shown(text: string): string {
  if (mark === undefined) return harmless(text);
  return text
    .split(mark)
    .map((part, i) => (i % 2 === 0 ? harmless(part) : part))
    .join("");
}

function harmless(text: string): string {
  // Most text is of this kind, and soon known to be; Unicode's classes cost a short run more than all it prints.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text;
  const unsafe = /(?!\r?\n|\t)[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;
  return text.replace(unsafe, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
