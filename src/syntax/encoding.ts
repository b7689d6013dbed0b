import type { Diagnostic } from "../base/index.ts";
import { wants } from "../base/index.ts";

/**
 * Bytes to text and back, so that a file that was not changed is written byte for byte as it was. UTF-8 unless a byte
 * order mark or an XML declaration says otherwise; never a guess that loses bytes. A file that cannot be decoded yields
 * one diagnostic and its text as far as it can be shown. XTA and query files have no place to declare an encoding: one
 * that is not UTF-8 is read as ISO-8859-1, where every byte is a character.
 */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "iso-8859-1" | "windows-1252" | "us-ascii";

export interface Decoded {
  /** Without the byte order mark. */
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

const encodings: ReadonlyMap<string, Encoding> = new Map(
  Object.entries<Encoding>({
    "utf-8": "utf-8",
    utf8: "utf-8",
    "utf-16": "utf-16le",
    "utf-16le": "utf-16le",
    "utf-16be": "utf-16be",
    "iso-8859-1": "iso-8859-1",
    "iso_8859-1": "iso-8859-1",
    latin1: "iso-8859-1",
    "latin-1": "iso-8859-1",
    "windows-1252": "windows-1252",
    cp1252: "windows-1252",
    "us-ascii": "us-ascii",
    ascii: "us-ascii",
  }),
);

// What windows-1252 puts at 0x80 to 0x9f, where ISO-8859-1 has control characters; the five holes stay controls, so that
// every byte survives.
const windows =
  "\u20ac\u0081\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\u008d\u017d\u008f" +
  "\u0090\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\u009d\u017e\u0178";

export function decode(bytes: Uint8Array): Decoded {
  wants("decode", bytes, "bytes");
  const [b0, b1, b2, b3] = bytes;
  if (b0 === 0xef && b1 === 0xbb && b2 === 0xbf) return decodeUtf8(bytes.subarray(3), true);
  if ((b0 === 0xff && b1 === 0xfe && b2 === 0 && b3 === 0) || (b0 === 0 && b1 === 0 && b2 === 0xfe && b3 === 0xff)) {
    return broken("", "utf-8", 0, "the file is in UTF-32, which cannot be read", "save it as UTF-8");
  }
  if (b0 === 0xff && b1 === 0xfe) return decodeUtf16(bytes.subarray(2), "utf-16le", true);
  if (b0 === 0xfe && b1 === 0xff) return decodeUtf16(bytes.subarray(2), "utf-16be", true);
  if (b0 === 0x3c && b1 === 0 && b2 !== 0) return decodeUtf16(bytes, "utf-16le", false);
  if (b0 === 0 && b1 === 0x3c) return decodeUtf16(bytes, "utf-16be", false);
  const declared = declaredEncoding(bytes);
  if (declared === undefined) return decodeUtf8(bytes, false);
  const encoding = encodings.get(declared.toLowerCase());
  if (encoding === undefined) {
    return broken(
      latin(bytes),
      "iso-8859-1",
      0,
      `the file declares the encoding '${declared}', which is not known`,
      "save it as UTF-8",
    );
  }
  if (encoding === "utf-8" || encoding === "utf-16le" || encoding === "utf-16be") return decodeUtf8(bytes, false);
  const text =
    encoding === "windows-1252"
      ? latin(bytes).replace(/[\x80-\x9f]/g, (c) => windows[c.charCodeAt(0) - 0x80]!)
      : latin(bytes);
  if (encoding === "us-ascii") {
    const bad = text.search(/[\x80-\xff]/);
    if (bad >= 0)
      return broken(
        text,
        "iso-8859-1",
        bad,
        "the file declares US-ASCII but holds a byte that is not",
        "declare the encoding it is in",
      );
  }
  return { text, encoding, bom: false, diagnostics: [] };
}

/** The inverse of `decode`. In XML, a character that the encoding lacks is written as a character reference. */
export function encode(text: string, encoding: Encoding = "utf-8", bom = false): Uint8Array {
  wants("encode", text, "text");
  switch (encoding) {
    case "utf-8":
      return new TextEncoder().encode(bom ? `\ufeff${text}` : text);
    case "utf-16le":
    case "utf-16be": {
      const marked = bom ? `\ufeff${text}` : text;
      const bytes = new Uint8Array(marked.length * 2);
      const view = new DataView(bytes.buffer);
      for (let i = 0; i < marked.length; i++) view.setUint16(i * 2, marked.charCodeAt(i), encoding === "utf-16le");
      return bytes;
    }
    default: {
      if (!text.startsWith("<") && /[\u0100-\uffff]/.test(text)) return new TextEncoder().encode(text);
      return encodeSingle(text, encoding);
    }
  }
}

function encodeSingle(text: string, encoding: "iso-8859-1" | "windows-1252" | "us-ascii"): Uint8Array {
  const limit = encoding === "us-ascii" ? 0x80 : 0x100;
  const bytes: number[] | Uint8Array = new Uint8Array(text.length);
  let plain = true;
  for (let i = 0; i < text.length && plain; i++) {
    const byte = singleByte(text.charCodeAt(i), encoding, limit);
    if (byte < 0) plain = false;
    else bytes[i] = byte;
  }
  if (plain) return bytes;
  const escaped = text.replace(/[\u0080-\u{10ffff}]/gu, (c) => {
    const code = c.codePointAt(0) as number;
    return singleByte(code, encoding, limit) < 0 ? `&#x${code.toString(16)};` : c;
  });
  return encodeSingle(escaped, encoding);
}

function singleByte(code: number, encoding: Encoding, limit: number): number {
  if (encoding === "windows-1252" && (code >= 0x100 || (code >= 0x80 && code < 0xa0))) {
    const at = code < 0x10000 ? windows.indexOf(String.fromCharCode(code)) : -1;
    return at < 0 ? -1 : at + 0x80;
  }
  return code < limit ? code : -1;
}

function decodeUtf8(bytes: Uint8Array, bom: boolean): Decoded {
  try {
    return {
      text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding: "utf-8",
      bom,
      diagnostics: [],
    };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    if (!bom && !/^\s*</.test(text) && !isBinary(bytes))
      return { text: latin(bytes), encoding: "iso-8859-1", bom: false, diagnostics: [] };
    const bad = firstInvalid(bytes);
    const at = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, bad)).length;
    if (isBinary(bytes)) return broken(text, "utf-8", at, "this is a binary file, not a model");
    const byte = bytes[bad]!.toString(16).padStart(2, "0");
    return broken(
      text,
      "utf-8",
      at,
      `the file is not valid UTF-8 (byte 0x${byte} at offset ${bad + (bom ? 3 : 0)})`,
      'save it as UTF-8, or declare its encoding: <?xml version="1.0" encoding="iso-8859-1"?>',
    );
  }
}

function decodeUtf16(bytes: Uint8Array, encoding: "utf-16le" | "utf-16be", bom: boolean): Decoded {
  try {
    return {
      text: new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes),
      encoding,
      bom,
      diagnostics: [],
    };
  } catch {
    const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
    return broken(
      text,
      encoding,
      Math.max(0, text.indexOf("\ufffd")),
      "the file is not valid UTF-16",
      "save it as UTF-8",
    );
  }
}

function broken(text: string, encoding: Encoding, at: number, message: string, hint?: string): Decoded {
  const span = { start: at, end: Math.min(at + 1, text.length) };
  return {
    text,
    encoding,
    bom: false,
    diagnostics: [{ code: "file-encoding", severity: "error", span, message, ...(hint === undefined ? {} : { hint }) }],
  };
}

function declaredEncoding(bytes: Uint8Array): string | undefined {
  const head = latin(bytes.subarray(0, 200));
  return /^<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(head)?.[1];
}

function latin(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += 8192) parts.push(String.fromCharCode(...bytes.subarray(i, i + 8192)));
  return parts.join("");
}

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 65536).some((b) => b < 0x20 && b !== 9 && b !== 10 && b !== 12 && b !== 13);
}

/** The offset of the first byte that is not part of a well-formed UTF-8 sequence (Unicode, table 3-7). */
function firstInvalid(bytes: Uint8Array): number {
  let i = 0;
  while (i < bytes.length) {
    const b = bytes[i]!;
    const more = b < 0x80 ? 0 : b >= 0xc2 && b < 0xe0 ? 1 : b >= 0xe0 && b < 0xf0 ? 2 : b >= 0xf0 && b < 0xf5 ? 3 : -1;
    if (more < 0) return i;
    for (let k = 1; k <= more; k++) {
      const c = bytes[i + k];
      const low = k > 1 ? 0x80 : b === 0xe0 ? 0xa0 : b === 0xf0 ? 0x90 : 0x80;
      const high = k > 1 ? 0xbf : b === 0xed ? 0x9f : b === 0xf4 ? 0x8f : 0xbf;
      if (c === undefined || c < low || c > high) return i;
    }
    i += more + 1;
  }
  return 0;
}
