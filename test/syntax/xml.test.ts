import { describe, expect, test } from "vitest";
import { scanXml } from "../../src/syntax/xml.ts";
import { attributesOf, contentOf, textOf } from "../../src/syntax/xmltext.ts";

/** The text of the root element, decoded, and what each of its characters is in the file. */
function decoded(inner: string): { text: string; pieces: string[] } {
  const xml = `<a>${inner}</a>`;
  const { document, diagnostics } = scanXml(xml);
  expect(diagnostics).toEqual([]);
  expect(document.root).toBeDefined();
  if (document.root === undefined) return { text: "", pieces: [] };
  const fragment = textOf(document, document.root);
  const pieces: string[] = [];
  for (let i = fragment.start; i < fragment.end; i++) pieces.push(xml.slice(fragment.begin(i), fragment.finish(i + 1)));
  return { text: contentOf(fragment), pieces };
}

describe("text is decoded and every character knows its place", () => {
  const cases: [string, string, string[]][] = [
    ["", "", []],
    ["xy", "xy", ["x", "y"]],
    ["a&lt;b", "a<b", ["a", "&lt;", "b"]],
    ["&lt;&gt;&amp;&quot;&apos;", "<>&\"'", ["&lt;", "&gt;", "&amp;", "&quot;", "&apos;"]],
    ["&amp;lt;", "&lt;", ["&amp;", "l", "t", ";"]],
    ["&#65;&#x42;", "AB", ["&#65;", "&#x42;"]],
    ["a\r\nb\rc\nd", "a\nb\nc\nd", ["a", "\r\n", "b", "\r", "c", "\n", "d"]],
    ["a<!-- & < -->b", "ab", ["a", "b"]],
    ["a<?go on?>b", "ab", ["a", "b"]],
    ["<![CDATA[x<&y\r\n]]>", "x<&y\n", ["x", "<", "&", "y", "\r\n"]],
    ["a<![CDATA[b]]>c", "abc", ["a", "b", "c"]],
    ["<![CDATA[a]]]]><![CDATA[>b]]>", "a]]>b", ["a", "]", "]", ">", "b"]],
    ["x<b>inner</b>y", "xy", ["x", "y"]],
    ["<b/>", "", []],
  ];
  test.each(cases)("%j", (inner, text, pieces) => {
    expect(decoded(inner)).toEqual({ text, pieces });
  });
});

test("a character outside the basic plane maps to its reference as a whole", () => {
  const xml = "<a>-&#x1F600;-</a>";
  const { document } = scanXml(xml);
  const fragment = textOf(document, document.root ?? { name: "", start: 0, open: 0, close: 0, end: 0, children: [] });
  expect(contentOf(fragment)).toBe("-😀-");
  expect(fragment.span(1, 3)).toEqual({ start: 4, end: 13 });
});

test("attributes keep the places of their values", () => {
  const xml = `<a  id = "x&amp;y"\r\n\tz='\t"&#10;'/>`;
  const { document } = scanXml(xml);
  const attributes = attributesOf(
    document,
    document.root ?? { name: "", start: 0, open: 0, close: 0, end: 0, children: [] },
  );
  expect(attributes.map((a) => [a.name, a.value, xml.slice(a.valueStart, a.valueEnd)])).toEqual([
    ["id", "x&y", "x&amp;y"],
    ["z", ' "\n', '\t"&#10;'],
  ]);
});

test("elements are spans", () => {
  const xml =
    "\ufeff<?xml version='1.0'?>\n<!DOCTYPE a [ <!ENTITY e \"]>\"> <!-- ]> --> ]>\n<a><b>t</b><c/></a>\n<!-- end -->\n";
  const { document, diagnostics } = scanXml(xml);
  expect(diagnostics).toEqual([]);
  const root = document.root;
  const cut = (span: { start: number; end: number }): string => xml.slice(span.start, span.end);
  expect(root && [cut(root), ...root.children.map(cut)]).toEqual(["<a><b>t</b><c/></a>", "<b>t</b>", "<c/>"]);
});

describe("one fault, one message, at its place", () => {
  const bomb = `<!DOCTYPE a [<!ENTITY x "${"y".repeat(50)}"><!ENTITY y "&x;&x;&x;">]>`;
  const cases: [string, string, string, string][] = [
    ["empty", "", "xml-empty", ""],
    ["blank", " \n ", "xml-empty", " \n "],
    ["only a comment", "<!-- -->", "xml-empty", "<!-- -->"],
    ["not XML", "clock x;", "xml-not-xml", "clock x;"],
    ["no tag", "<1", "xml-not-xml", "<"],
    ["binary", "<a>\u0000</a>", "xml-binary", "\u0000"],
    ["control character", "<a>\u0001</a>", "xml-character", "\u0001"],
    ["lone surrogate", "<a>\ud800</a>", "xml-character", "\ud800"],
    ["reference to no character", "<a>&#0;</a>", "xml-character", "&#0;"],
    ["truncated text", "<a><b>x", "xml-truncated", ""],
    ["truncated tag", '<a><b c="d', "xml-truncated", ""],
    ["truncated end tag", "<a></a", "xml-truncated", ""],
    ["open comment", "<a><!-- x</a>", "xml-truncated", "<!--"],
    ["open CDATA", "<a><![CDATA[ x</a>", "xml-truncated", "<![CDATA["],
    ["open document type", "<!DOCTYPE a [ <a/>", "xml-truncated", "<!DOCTYPE"],
    ["wrong end tag", "<a><b></a>", "xml-mismatch", "</a>"],
    ["nothing to close", "<a/></a>", "xml-mismatch", "</a"],
    ["two roots", "<a/><b/>", "xml-trailing", "<b"],
    ["text behind", "<a/>x", "xml-trailing", "x"],
    ["attribute twice", '<a b="1" b="2"/>', "xml-attribute", "b"],
    ["attribute without quotes", "<a b=1/>", "xml-syntax", "b"],
    ["raw <", "<a>x < 3</a>", "xml-syntax", "<"],
    ["raw &", "<a>x & y</a>", "xml-entity", "&"],
    ["raw & in an attribute", '<a b="x&y"/>', "xml-entity", "&"],
    ["]]> in text", "<a>]]></a>", "xml-syntax", "]]>"],
    ["-- in a comment", "<a><!-- -- --></a>", "xml-syntax", "--"],
    ["late declaration", "\n<?xml version='1.0'?><a/>", "xml-syntax", "<?xml"],
    ["bad declaration", "<?xml encoding='utf-8'?><a/>", "xml-syntax", "<?xml encoding='utf-8'?>"],
    ["external entity", '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>', "xml-entity", "&x;"],
    ["entity bomb", `${bomb}<a>&y;</a>`, "xml-entity", "&y;"],
    ["deep nesting", "<a>".repeat(100_000), "xml-depth", "<a"],
  ];
  test.each(cases)("%s", (_, xml, code, at) => {
    const { diagnostics } = scanXml(xml);
    expect(diagnostics.map((d) => d.code)).toEqual([code]);
    expect(xml.slice(diagnostics[0]!.span.start, diagnostics[0]!.span.end)).toBe(at);
  });
});

test("a fault keeps the elements before it", () => {
  const { document } = scanXml("<a><b>x</b><c>y");
  expect(document.root?.children.map((c) => [c.name, c.end])).toEqual([
    ["b", 11],
    ["c", 15],
  ]);
});

test("time is linear: a large file of small things", () => {
  const xml = `<a>${"<b c='1'>x&lt;y</b><![CDATA[z]]><!-- -->\n".repeat(50_000)}</a>`;
  const { document, diagnostics } = scanXml(xml);
  expect(diagnostics).toEqual([]);
  expect(document.root?.children).toHaveLength(50_000);
  expect(document.root && contentOf(textOf(document, document.root)).length).toBe(100_000);
});
