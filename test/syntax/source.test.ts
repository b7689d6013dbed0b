import { describe, expect, it } from "vitest";
import { Fragment, FragmentBuilder, parseExpression, parseGuard } from "../../src/syntax/index.ts";

describe("fragments", () => {
  const file = "<g>a &lt; <![CDATA[b]]> &amp;&amp; c\r\n+ d</g>";
  function decoded(): Fragment {
    const builder = new FragmentBuilder(3);
    let from = 3;
    const add = (text: string, raw: string): void => {
      const begin = file.indexOf(raw, from);
      from = begin + raw.length;
      builder.add(text, begin, from);
    };
    add("a ", "a ");
    add("<", "&lt;");
    add(" ", " ");
    add("b", "b");
    add(" ", " ");
    add("&", "&amp;");
    add("&", "&amp;");
    add(" c", " c");
    add("\n", "\r\n");
    add("+ d", "+ d");
    return builder.finish();
  }
  it("map nodes back to the file", () => {
    const { value, diagnostics } = parseGuard(decoded());
    expect(diagnostics).toEqual([]);
    const said = (node: { start: number; end: number }): string => file.slice(node.start, node.end);
    expect(said(value)).toBe("a &lt; <![CDATA[b]]> &amp;&amp; c\r\n+ d");
    if (value.kind !== "binary") throw new Error("not a conjunction");
    expect(said(value.left)).toBe("a &lt; <![CDATA[b");
    expect(said(value.right)).toBe("c\r\n+ d");
  });
  it("parse a part of a file in place", () => {
    const text = "xx a + b yy";
    const { value, diagnostics } = parseExpression(Fragment.slice(text, 3, 8));
    expect(diagnostics).toEqual([]);
    expect([value.start, value.end]).toEqual([3, 8]);
  });
  it("never look behind their end", () => {
    for (const text of ["a /* b */", 'f("x") y', "a // b\n", "a - 1 -> b", "abc", "1.5e3"]) {
      for (let end = 0; end <= text.length; end++) {
        const cut = parseExpression(Fragment.of(text.slice(0, end)));
        expect(parseExpression(Fragment.slice(text, 0, end))).toEqual(cut);
      }
    }
  });
  it("know where an empty text stands", () => {
    const { diagnostics } = parseGuard(new FragmentBuilder(7).finish());
    expect(diagnostics[0]!.span).toEqual({ start: 7, end: 7 });
  });
});
