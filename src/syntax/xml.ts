import { type Diagnostic, Lines, type Span, wants } from "../base/index.ts";

/**
 * Reads XML into a tree of spans: where each element, its start tag and its end tag stand in the text. Attributes and
 * text are decoded on demand from those spans (`xmltext.ts`), so nothing is copied, no byte is lost, and a large file costs
 * one small object per element. What lies between the children of an element is its text, comments and instructions.
 *
 * Promises: well-formedness as XML 1.0 demands it; the first fault is the only diagnostic and the elements read so far
 * are kept; time linear in the text; a document type is skipped, never fetched, and its entities are never expanded: only
 * the five predefined entities and character references exist here.
 */
export interface Element extends Span {
  readonly name: string;
  /** The offset behind the start tag; equal to `end` for `<a/>`. */
  readonly open: number;
  /** The offset of the end tag; equal to `end` when there is none. */
  readonly close: number;
  readonly children: readonly Element[];
}

export interface Document {
  readonly text: string;
  readonly root?: Element;
}

type Growing = { -readonly [K in keyof Element]: Element[K] } & { children: Element[] };

const maxDepth = 256;
const nameStart =
  ":A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd\\u{10000}-\\u{effff}";
const nameText = `[${nameStart}][-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040${nameStart}]*`;
const namePattern = new RegExp(nameText, "uy");
const anyAttribute = new RegExp(`[ \\t\\r\\n]+(${nameText})[ \\t\\r\\n]*=[ \\t\\r\\n]*("[^"<]*"|'[^'<]*')`, "uy");
// Nearly all names are ASCII, for which the engine has a much faster pattern.
const plainName = /[A-Za-z_:][-\w.:]*/y;
const plainAttribute = /[ \t\r\n]+([A-Za-z_:][-\w.:]*)[ \t\r\n]*=[ \t\r\n]*("[^"<]*"|'[^'<]*')/y;
const tagEnd = /[ \t\r\n]*(\/?)>/y;
const xmlDeclaration =
  /<\?xml\s+version\s*=\s*(?:"1\.\d+"|'1\.\d+')(?:\s+encoding\s*=\s*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:\s+standalone\s*=\s*(?:"(?:yes|no)"|'(?:yes|no)'))?\s*\?>/y;
const space = /[ \t\r\n]*/y;
const reference = /&(?:(lt|gt|amp|quot|apos)|#(\d+)|#x([\da-fA-F]+));/y;
// Characters that XML forbids, and halves of pairs, which are forbidden alone; a zero byte is how binary files show.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
const suspicious = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/;
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const none: Element[] = [];

class Fault extends Error {
  readonly diagnostic: Diagnostic;

  constructor(code: string, start: number, end: number, message: string, hint?: string) {
    super(message);
    this.diagnostic = {
      code,
      severity: "error",
      span: { start, end: Math.max(start, end) },
      message,
      ...(hint === undefined ? {} : { hint }),
    };
  }
}

/** Whether a text is meant as XML rather than as XTA: its first visible character is `<`. */
export function looksLikeXml(text: string): boolean {
  wants("looksLikeXml", text, "text");
  return /^\ufeff?\s*</.test(text);
}

export function scanXml(text: string): { readonly document: Document; readonly diagnostics: readonly Diagnostic[] } {
  wants("scanXml", text, "text");
  const scanner = new Scanner(text);
  try {
    scanner.run();
    return { document: { text, root: scanner.root }, diagnostics: [] };
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault;
    scanner.abandon(fault.diagnostic.span.start);
    return {
      document: { text, ...(scanner.root === undefined ? {} : { root: scanner.root }) },
      diagnostics: [fault.diagnostic],
    };
  }
}

class Scanner {
  root: Growing | undefined;
  private readonly text: string;
  private readonly stack: Growing[] = [];
  private readonly names = new Map<string, string>();
  private i = 0;
  private doctypeSeen = false;
  // The next `&` and `]]>` at or behind the current place, found once and kept, so that looking is linear over all.
  private ampersand = -1;
  private bracket = -1;

  constructor(text: string) {
    this.text = text;
  }

  run(): void {
    const { text } = this;
    const bad = suspicious.test(text) ? text.search(forbidden) : -1;
    if (bad >= 0) {
      const code = text.charCodeAt(bad);
      throw code === 0
        ? new Fault("xml-binary", bad, bad + 1, "this is a binary file, not XML")
        : new Fault(
            "xml-character",
            bad,
            bad + 1,
            `the character U+${code.toString(16).toUpperCase().padStart(4, "0")} is not allowed in XML`,
          );
    }
    if (text.charCodeAt(0) === 0xfeff) this.i = 1;
    const start = this.i;
    while (this.i < text.length) {
      const next = text.indexOf("<", this.i);
      const end = next < 0 ? text.length : next;
      if (end > this.i) this.characters(this.i, end);
      this.i = end;
      if (next >= 0) this.markup(start);
    }
    const top = this.stack.at(-1);
    if (top !== undefined) {
      throw new Fault(
        "xml-truncated",
        text.length,
        text.length,
        `the file ends inside <${clip(top.name)}>, which was opened in line ${new Lines(text).position(top.start).line}`,
        "is the file cut off?",
      );
    }
    if (this.root === undefined) {
      throw new Fault(
        "xml-empty",
        0,
        text.length,
        text.trim() === "" ? "the file is empty" : "the file has no XML element",
      );
    }
  }

  /** Ends all open elements at `at`: what remains after a fault. */
  abandon(at: number): void {
    for (const element of this.stack) {
      element.close = Math.max(at, element.open);
      element.end = element.close;
    }
  }

  private characters(start: number, end: number): void {
    const { text } = this;
    if (this.stack.length === 0) {
      space.lastIndex = start;
      space.exec(text);
      if (space.lastIndex >= end) return;
      const at = space.lastIndex;
      if (this.root === undefined)
        throw new Fault(
          "xml-not-xml",
          at,
          end,
          "this is not an XML file",
          "an XML model begins with <?xml ...?> or <nta>",
        );
      throw new Fault("xml-trailing", at, end, `text after the end of <${clip(this.root.name)}>`);
    }
    this.references(start, end);
    if (this.bracket < start) this.bracket = from(text.indexOf("]]>", start));
    if (this.bracket < end)
      throw new Fault("xml-syntax", this.bracket, this.bracket + 3, "']]>' may not stand in text", "write ]]&gt;");
  }

  /** Checks the references between `start` and `end`. */
  private references(start: number, end: number): void {
    const { text } = this;
    if (this.ampersand < start) this.ampersand = from(text.indexOf("&", start));
    while (this.ampersand < end) {
      const at = this.ampersand;
      reference.lastIndex = at;
      const match = reference.exec(text);
      if (match === null || reference.lastIndex > end) this.badReference(at);
      else if (match[1] === undefined) {
        const code = match[2] === undefined ? Number.parseInt(match[3]!, 16) : Number.parseInt(match[2], 10);
        if (!isCharacter(code))
          throw new Fault("xml-character", at, reference.lastIndex, `${clip(match[0])} is not a character of XML`);
      }
      this.ampersand = from(text.indexOf("&", at + 1));
    }
  }

  private badReference(at: number): never {
    namePattern.lastIndex = at + 1;
    const name = namePattern.exec(this.text)?.[0];
    if (name !== undefined && this.text[at + 1 + name.length] === ";") {
      throw new Fault(
        "xml-entity",
        at,
        at + name.length + 2,
        `unknown entity '&${clip(name)};'`,
        "only &lt; &gt; &amp; &quot; &apos; are known; entities of a DTD are never expanded",
      );
    }
    throw new Fault("xml-entity", at, at + 1, "a lone '&'", "write &amp;");
  }

  private markup(first: number): void {
    const { text, i } = this;
    const next = text.charCodeAt(i + 1);
    if (next === 0x2f) this.endTag();
    else if (next === 0x21) this.declaration();
    else if (next === 0x3f) this.instruction(first);
    else this.startTag();
  }

  private startTag(): void {
    const { text, stack } = this;
    const start = this.i;
    const name = this.nameAt(start + 1);
    if (name === undefined) {
      if (this.root === undefined)
        throw new Fault(
          "xml-not-xml",
          start,
          start + 1,
          "this is not an XML file",
          "an XML model begins with <?xml ...?> or <nta>",
        );
      throw new Fault("xml-syntax", start, start + 1, "'<' does not begin a tag here", "write &lt;");
    }
    if (stack.length === 0 && this.root !== undefined) {
      throw new Fault(
        "xml-trailing",
        start,
        start + 1 + name.length,
        `a second root element <${clip(name)}> after the end of <${clip(this.root.name)}>`,
      );
    }
    if (stack.length >= maxDepth)
      throw new Fault("xml-depth", start, start + 1 + name.length, `elements are nested deeper than ${maxDepth}`);
    this.i = start + 1 + name.length;
    this.attributes();
    tagEnd.lastIndex = this.i;
    const match = tagEnd.exec(text);
    if (match === null) throw this.tagFault(start, name);
    this.i = tagEnd.lastIndex;
    const element: Growing = { name, start, open: this.i, close: this.i, end: this.i, children: none };
    const parent = stack.at(-1);
    if (parent === undefined) this.root = element;
    else if (parent.children === none) parent.children = [element];
    else parent.children.push(element);
    if (match[1] === "") stack.push(element);
  }

  private attributes(): void {
    const { text } = this;
    let seen: Set<string> | undefined;
    let first = "";
    for (let count = 0; ; count++) {
      const match = matchAt(plainAttribute, text, this.i) ?? matchAt(anyAttribute, text, this.i);
      if (match === null) return;
      const end = this.i + match[0].length;
      const name = match[1]!;
      if (count === 0) first = name;
      else {
        seen ??= new Set([first]);
        if (seen.has(name)) {
          const at = text.indexOf(name, this.i);
          throw new Fault("xml-attribute", at, at + name.length, `the attribute '${clip(name)}' is given twice`);
        }
        seen.add(name);
      }
      this.references(end - match[2]!.length, end);
      this.i = end;
    }
  }

  private tagFault(start: number, name: string): Fault {
    space.lastIndex = this.i;
    space.exec(this.text);
    const at = space.lastIndex;
    if (this.text.indexOf(">", at) < 0)
      return new Fault(
        "xml-truncated",
        this.text.length,
        this.text.length,
        `the file ends inside the tag <${clip(name)}`,
        "is the file cut off?",
      );
    return new Fault(
      "xml-syntax",
      Math.max(at, start),
      Math.min(at + 1, this.text.length),
      `the tag <${clip(name)}> is not well-formed here`,
      'attributes are written name="value"',
    );
  }

  private endTag(): void {
    const { text, stack } = this;
    const start = this.i;
    const name = this.nameAt(start + 2) ?? "";
    const top = stack.at(-1);
    if (top === undefined)
      throw new Fault("xml-mismatch", start, start + 2 + name.length, `</${clip(name)}> closes nothing`);
    tagEnd.lastIndex = start + 2 + name.length;
    const match = tagEnd.exec(text);
    if (name === "" || match === null || match[1] !== "") {
      if (text.indexOf(">", start) < 0)
        throw new Fault(
          "xml-truncated",
          text.length,
          text.length,
          `the file ends inside <${clip(top.name)}>`,
          "is the file cut off?",
        );
      throw new Fault("xml-syntax", start, start + 2 + name.length, "this end tag is not well-formed");
    }
    if (name !== top.name) {
      throw new Fault(
        "xml-mismatch",
        start,
        tagEnd.lastIndex,
        `</${clip(name)}> stands where </${clip(top.name)}> is expected (opened in line ${new Lines(text).position(top.start).line})`,
      );
    }
    stack.pop();
    top.close = start;
    top.end = tagEnd.lastIndex;
    this.i = top.end;
  }

  private instruction(first: number): void {
    const { text } = this;
    const start = this.i;
    const end = text.indexOf("?>", start + 2);
    if (end < 0)
      throw new Fault("xml-truncated", text.length, text.length, "the file ends inside an instruction <? ... ?>");
    const target = this.nameAt(start + 2);
    if (target === undefined || !/[ \t\r\n?]/.test(text.charAt(start + 2 + target.length)))
      throw new Fault("xml-syntax", start, start + 2, "'<?' is not followed by a name");
    if (target.toLowerCase() === "xml" && start !== first) {
      throw new Fault(
        "xml-syntax",
        start,
        start + 5,
        "the XML declaration may stand only at the very beginning of the file",
      );
    }
    if (target === "xml" && matchAt(xmlDeclaration, text, start) === null) {
      throw new Fault(
        "xml-syntax",
        start,
        end + 2,
        "the XML declaration is not well-formed",
        'write <?xml version="1.0" encoding="utf-8"?>',
      );
    }
    this.i = end + 2;
  }

  private declaration(): void {
    const { text, i } = this;
    if (text.startsWith("<!--", i)) {
      const end = text.indexOf("--", i + 4);
      if (end < 0) throw new Fault("xml-truncated", i, i + 4, "this comment is not closed");
      if (text[end + 2] !== ">") throw new Fault("xml-syntax", end, end + 2, "'--' may not stand inside a comment");
      this.i = end + 3;
    } else if (text.startsWith("<![CDATA[", i) && this.stack.length > 0) {
      const end = text.indexOf("]]>", i + 9);
      if (end < 0) throw new Fault("xml-truncated", i, i + 9, "this CDATA section is not closed");
      this.i = end + 3;
    } else if (text.startsWith("<!DOCTYPE", i) && this.root === undefined && !this.doctypeSeen) {
      this.doctypeSeen = true;
      this.i = this.doctype(i + 9);
    } else throw new Fault("xml-syntax", i, i + 2, "'<!' begins nothing that may stand here");
  }

  /** The offset behind a document type: quoted strings, comments and the internal subset are stepped over, not read. */
  private doctype(start: number): number {
    const { text } = this;
    const token = /["'[\]>]|<!--|<\?/g;
    token.lastIndex = start;
    let inside = false;
    for (let match = token.exec(text); match !== null; match = token.exec(text)) {
      const mark = match[0];
      if (mark === ">" && !inside) return token.lastIndex;
      if (mark === "[") inside = true;
      else if (mark === "]") inside = false;
      else if (mark !== ">") {
        const close = mark === "<!--" ? "-->" : mark === "<?" ? "?>" : mark;
        const end = text.indexOf(close, token.lastIndex);
        if (end < 0) break;
        token.lastIndex = end + close.length;
      }
    }
    throw new Fault("xml-truncated", start - 9, start, "this document type is not closed");
  }

  private nameAt(at: number): string | undefined {
    let name = matchAt(plainName, this.text, at)?.[0];
    if (name === undefined || this.text.charCodeAt(at + name.length) >= 0x80)
      name = matchAt(namePattern, this.text, at)?.[0];
    if (name === undefined) return undefined;
    // One string per distinct name: slices would keep one object for each of a million tags.
    const known = this.names.get(name);
    if (known !== undefined) return known;
    this.names.set(name, name);
    return name;
  }
}

/** A name for a message: nobody reads more of it. */
export function clip(name: string): string {
  return name.length <= 60 ? name : `${name.slice(0, 57)}...`;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function from(index: number): number {
  return index < 0 ? Number.POSITIVE_INFINITY : index;
}

function isCharacter(code: number): boolean {
  return (
    code === 9 ||
    code === 10 ||
    code === 13 ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    (code >= 0x10000 && code <= 0x10ffff)
  );
}
