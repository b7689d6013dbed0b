import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { type Element, scanXml } from "../../src/syntax/xml.ts";
import { attributesOf, contentOf, textOf } from "../../src/syntax/xmltext.ts";
import { check } from "./seed.ts";

/** The scanner and another parser of XML agree: on what is well-formed, and on what it says. */
interface Plain {
  readonly name: string;
  readonly attributes: Record<string, string>;
  text: string;
  readonly children: Plain[];
}

function bySaxes(xml: string): Plain | undefined {
  const parser = new SaxesParser({ xmlns: false });
  const top: Plain = { name: "", attributes: {}, text: "", children: [] };
  const stack = [top];
  let failed = false;
  parser.on("error", () => {
    failed = true;
  });
  parser.on("opentag", (tag) => {
    const element: Plain = {
      name: tag.name,
      attributes: { ...(tag.attributes as Record<string, string>) },
      text: "",
      children: [],
    };
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on("closetag", () => {
    stack.pop();
  });
  const text = (part: string): void => {
    const element = stack.at(-1);
    if (element !== undefined) element.text += part;
  };
  parser.on("text", text);
  parser.on("cdata", text);
  parser.write(xml).close();
  return failed ? undefined : top.children[0];
}

function byScanner(xml: string): Plain | undefined {
  const { document, diagnostics } = scanXml(xml);
  expect(diagnostics.length).toBeLessThanOrEqual(1);
  for (const { span } of diagnostics)
    expect(span.start >= 0 && span.start <= span.end && span.end <= xml.length).toBe(true);
  const plain = (element: Element): Plain => ({
    name: element.name,
    attributes: Object.fromEntries(attributesOf(document, element).map((a) => [a.name, a.value])),
    text: contentOf(textOf(document, element)),
    children: element.children.map(plain),
  });
  const root = document.root === undefined ? undefined : plain(document.root);
  return diagnostics.length > 0 ? undefined : root;
}

const piece = fc.constantFrom(
  "a",
  " ",
  "\n",
  "\r\n",
  "\r",
  "\t",
  "&lt;",
  "&gt;",
  "&amp;",
  "&quot;",
  "&apos;",
  "&#65;",
  "&#x1F600;",
  "é",
  "😀",
  ">",
  "] ",
  '"',
  "'",
  "--",
  "<![CDATA[<&]]>",
  "<![CDATA[\r\n]]>",
  "<!-- & -->",
  "<?go on?>",
);
const words = fc.array(piece, { maxLength: 6 }).map((parts) => parts.join(""));
const value = fc
  .array(fc.constantFrom("a", " ", "\n", "\t", "&lt;", "&#10;", "&quot;", ">", "'"), { maxLength: 4 })
  .map((parts) => parts.join(""));
const name = fc.constantFrom("a", "label", "b:c", "_x-1", "é");
const { node } = fc.letrec<{ node: string; children: string }>((tie) => ({
  node: fc
    .tuple(name, fc.uniqueArray(name, { maxLength: 2 }), value, tie("children"))
    .map(([tag, names, text, children]) => {
      const attributes = names.map((n) => ` ${n}="${text}"`).join("");
      return children === "" ? `<${tag}${attributes}/>` : `<${tag}${attributes} >${children}</${tag}\n>`;
    }),
  children: fc.oneof(
    { maxDepth: 4 },
    words,
    fc.tuple(words, tie("node"), words).map((parts) => parts.join("")),
  ),
}));
const head = fc.constantFrom(
  "",
  '<?xml version="1.0" encoding="utf-8"?>\n',
  "<!DOCTYPE a [ <!ENTITY e 'x'> ]>",
  "<!-- c -->\r\n",
);
const xml = fc.tuple(head, node, fc.constantFrom("", "\n", "<!-- end -->")).map((parts) => parts.join(""));

test("well-formed documents say the same", () => {
  check(
    xml,
    (text) => {
      const expected = bySaxes(text);
      expect(expected).toBeDefined();
      expect(byScanner(text)).toEqual(expected);
    },
    300,
  );
});

test("damaged documents are refused alike", () => {
  const damage = fc.tuple(
    xml,
    fc.nat(),
    fc.nat(8),
    fc.constantFrom(
      "",
      "<",
      ">",
      "&",
      "&x;",
      "]]>",
      "<!--",
      "-->",
      "<?",
      '"',
      "=",
      "/",
      "\u0001",
      "<a>",
      "</a>",
      "<![CDATA[",
    ),
  );
  check(
    damage,
    ([text, at, length, insert]) => {
      const place = at % (text.length + 1);
      const damaged = text.slice(0, place) + insert + text.slice(place + length);
      // Halves of pairs are not checked by the other parser.
      if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(damaged)) return;
      // A document type is stepped over here; the other parser reads it.
      if (damaged.includes("DOCTYPE") && place <= damaged.indexOf("]>") + 2) return;
      expect(byScanner(damaged)).toEqual(bySaxes(damaged));
    },
    1000,
  );
});
