import { describe, expect, test } from "vitest";
import { decode, encode } from "../../src/syntax/index.ts";

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...part].map((c) => c.charCodeAt(0)) : part)));
const utf16 = (text: string, little: boolean): number[] =>
  [...text].flatMap((c) => (little ? [c.charCodeAt(0), 0] : [0, c.charCodeAt(0)]));

describe("what can be decoded is encoded back to the same bytes", () => {
  const cases: [string, Uint8Array, string, string, boolean][] = [
    ["plain", bytes("<nta/>"), "<nta/>", "utf-8", false],
    ["empty", bytes(), "", "utf-8", false],
    [
      "UTF-8",
      bytes("<a>", [0xc3, 0xa9, 0xe2, 0x82, 0xac, 0xf0, 0x9f, 0x98, 0x80], "</a>"),
      "<a>é€😀</a>",
      "utf-8",
      false,
    ],
    ["UTF-8 with mark", bytes([0xef, 0xbb, 0xbf], "<a/>"), "<a/>", "utf-8", true],
    ["UTF-16 little", bytes([0xff, 0xfe], utf16("<a/>", true)), "<a/>", "utf-16le", true],
    ["UTF-16 big", bytes([0xfe, 0xff], utf16("<a/>", false)), "<a/>", "utf-16be", true],
    ["UTF-16 without mark", bytes(utf16("<?xml?>", true)), "<?xml?>", "utf-16le", false],
    [
      "declared Latin 1",
      bytes('<?xml version="1.0" encoding="ISO-8859-1"?><a>', [0xe9], "</a>"),
      '<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>',
      "iso-8859-1",
      false,
    ],
    [
      "declared Windows",
      bytes("<?xml version='1.0' encoding='windows-1252'?><a>", [0x80, 0x81, 0xe9], "</a>"),
      "<?xml version='1.0' encoding='windows-1252'?><a>€\u0081é</a>",
      "windows-1252",
      false,
    ],
    [
      "declared ASCII",
      bytes('<?xml version="1.0" encoding="us-ascii"?><a/>'),
      '<?xml version="1.0" encoding="us-ascii"?><a/>',
      "us-ascii",
      false,
    ],
    ["Latin 1 in a text file", bytes("// caf", [0xe9], "\nsystem P;"), "// café\nsystem P;", "iso-8859-1", false],
  ];
  test.each(cases)("%s", (_, input, text, encoding, bom) => {
    const decoded = decode(input);
    expect(decoded).toEqual({ text, encoding, bom, diagnostics: [] });
    expect([...encode(decoded.text, decoded.encoding, decoded.bom)]).toEqual([...input]);
  });
});

describe("what cannot be decoded gives one message", () => {
  const cases: [string, Uint8Array, string, number][] = [
    ["bad UTF-8", bytes("<a>\n", [0xe9], "x</a>"), "not valid UTF-8 (byte 0xe9 at offset 4)", 4],
    ["overlong", bytes("<a>", [0xc0, 0x80], "</a>"), "byte 0xc0", 3],
    ["cut off sequence", bytes("<a>", [0xe2, 0x82]), "byte 0xe2", 3],
    ["surrogate in UTF-8", bytes("<a>", [0xed, 0xa0, 0x80], "</a>"), "byte 0xed", 3],
    ["binary", bytes([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0xff, 0xfe]), "binary file", 8],
    ["unknown encoding", bytes('<?xml version="1.0" encoding="EBCDIC-7"?><a/>'), "'EBCDIC-7'", 0],
    ["UTF-32", bytes([0xff, 0xfe, 0, 0, 0x3c, 0, 0, 0]), "UTF-32", 0],
    ["not ASCII", bytes('<?xml version="1.0" encoding="ascii"?>', [0xe9]), "US-ASCII", 38],
    ["odd UTF-16", bytes([0xff, 0xfe, 0x3c]), "UTF-16", 0],
  ];
  test.each(cases)("%s", (_, input, message, at) => {
    const { diagnostics } = decode(input);
    expect(diagnostics).toHaveLength(1);
    expect(diagnostics[0]!.code).toBe("file-encoding");
    expect(diagnostics[0]!.message).toContain(message);
    expect(diagnostics[0]!.span.start).toBe(at);
  });
});

test("a character that the encoding lacks becomes a reference in XML", () => {
  const text = '<?xml version="1.0" encoding="iso-8859-1"?><a>→é😀</a>';
  expect(decode(encode(text, "iso-8859-1")).text).toBe(
    '<?xml version="1.0" encoding="iso-8859-1"?><a>&#x2192;é&#x1f600;</a>',
  );
});
