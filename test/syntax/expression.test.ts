import { describe, expect, it } from "vitest";
import { type Context, Fragment, parseExpression, printExpr } from "../../src/syntax/index.ts";
import { shape } from "./shape.ts";

function check(text: string, expected: string, context: Context = "new"): void {
  it(text, () => {
    const { value, diagnostics } = parseExpression(Fragment.of(text), context);
    expect(diagnostics).toEqual([]);
    expect(shape(value)).toBe(expected);
  });
}

function refuse(text: string, message: string, context: Context = "new"): void {
  it(`not ${text}`, () => {
    const { diagnostics } = parseExpression(Fragment.of(text), context);
    expect(diagnostics.map((d) => d.message)).toEqual([message]);
  });
}

describe("grouping", () => {
  check("a + b * c", "(+ a (* b c))");
  check("a - b - c", "(- (- a b) c)");
  check("2 ** 3 ** 2", "(** (** 2 3) 2)");
  check("-a ** 2", "(** (- a) 2)");
  check("a ** -b ** c", "(** (** a (- b)) c)");
  check("a << 1 + 2", "(<< a (+ 1 2))");
  check("a <? b << 1", "(<? a (<< b 1))");
  check("a < b <? c", "(< a (<? b c))");
  check("1 < 2 < 3", "(< (< 1 2) 3)");
  check("a == b & c", "(& (== a b) c)");
  check("a & b ^ c | d", "(| (^ (& a b) c) d)");
  check("a | b && c", "(&& (| a b) c)");
  check("p and q or r", "(or (and p q) r)");
  check("p imply q imply r", "(imply (imply p q) r)");
  check("p imply q or r", "(or (imply p q) r)");
  check("p || q xor r", "(xor (|| p q) r)");
  check("not p == q", "(== (not p) q)");
  check("p ? a : q ? b : c", "(? p a (? q b c))");
  check("p ? q ? a : b : c", "(? p (? q a b) c)");
  check("p ? a : b = c", "(? p a (= b c))");
  check("a = b += c", "(= a (+= b c))");
  check("a := p ? 1 : 2", "(= a (? p 1 2))");
  check("a && b = c", "(= (&& a b) c)");
  check("sum (i : int[0,2]) t[i] > 3", "(sum i (> ([] t i) 3))");
  check("p || exists (i : id_t) q && r", "(|| p (exists i (&& q r)))");
  check("!forall (i : T) p and q", "(! (forall i (and p q)))");
});

describe("prefix and postfix", () => {
  check("++a--", "(++ (a --))");
  check("-a++", "(- (a ++))");
  check("a++++", "((a ++) ++)");
  check("++++a", "(++ (++ a))");
  check("a-- - b", "(- (a --) b)");
  check("a---b", "(- (a --) b)");
  check("- - 1", "(- (- 1))");
  check("x''", "(' (' x))");
  check("x' == 1 && p", "(&& (== (' x) 1) p)");
  check("s.f[1].g(2)(3)", "(call (call (. ([] (. s f) 1) g) 2) 3)");
  check("P.location", "(. P location)");
  check("-2147483648", "-2147483648");
  check("- 2147483648 ** 2", "(** -2147483648 2)");
  check("a - -2147483648", "(- a -2147483648)");
  check("abs(a) + fmax(1, b)", "(+ (call abs a) (call fmax 1 b))");
  check("spawn T(1, x)", "(spawn T 1 x)");
});

describe("tokens", () => {
  check("007", "7");
  check("1e+3 + 2.5E1", "(+ 1e+3 2.5E1)");
  check("A + E + U", "(+ (+ A E) U)");
  check("deadlock + sup", "(+ deadlock sup)");
  check("a/* x */+// y\nb", "(+ a b)");
  check("a + \\  \n b", "(+ a b)");
  check("a\r\n+\tb", "(+ a b)");
  check("a$1#b", "a$1#b");
  check("1<?2", "(<? 1 2)");
  check('f("lib")', '(call f "lib")');
  refuse(".5", "expected an expression, found '.'");
  refuse("1.", "expected the name of a member after '.', found end of text");
  refuse("0x10", "expected the end of the text, found 'x10'");
  refuse("1--1", "expected the end of the text, found '1'");
  refuse("a-->b", "expected the end of the text, found '-->'");
  refuse("a <> b", "expected the end of the text, found '<>'");
  refuse("2147483648", "expected an expression, found '2147483648'");
  refuse("a - 2147483648", "expected an expression, found '2147483648'");
  refuse("99999999999 + 1", "99999999999 does not fit into 32 bits");
  refuse("a @ + b", "unexpected character '@'");
  refuse("a + é + b", "unexpected character U+00E9");
  refuse("a =< b", "'=<' is old syntax");
  refuse("a /* b", "this comment is not closed");
  refuse('""', "a string must not be empty");
  refuse("(a, b)", "expected ')' to close the parenthesis, found ','");
  refuse("abs(1, 2)", "'abs' takes one argument, not 2");
  refuse("abs", "expected '(' after 'abs', found end of text");
  refuse("a **= b", "expected an expression, found '='");
  refuse("", "expected an expression, found end of text");
});

describe("contexts", () => {
  check("a =< b", "(<= a b)", "old");
  check("abs + select", "(+ abs select)", "old");
  check("deadlock or P.sup", "(or deadlock (. P sup))", "query");
  check("numOf(T)", "(numOf T)", "query");
  check("(p U[1,2] q)", "(U 1 2 p q)", "query");
  check("(<>[0,3] p)", "(<> 0 3 p)", "query");
  check("(X p) && q", "(&& (X p) q)", "query");
  refuse("p xor q", "expected the end of the text, found 'xor'", "query");
  refuse("control.x", "expected an expression, found 'control'", "query");
});

describe("spans", () => {
  it("cover the text of the node", () => {
    const text = "  (a + b) * f( c [1] ) ";
    const { value } = parseExpression(Fragment.of(text));
    const said = (node: { start: number; end: number }): string => text.slice(node.start, node.end);
    expect(said(value)).toBe("(a + b) * f( c [1] )");
    if (value.kind !== "binary" || value.right.kind !== "call") throw new Error("not a product");
    expect(said(value.left)).toBe("a + b");
    expect(said(value.right)).toBe("f( c [1] )");
    expect(said(value.right.args[0]!)).toBe("c [1]");
  });
});

describe("printing", () => {
  const keeps = (text: string, printed = text): void => {
    it(text, () => expect(printExpr(parseExpression(Fragment.of(text)).value)).toBe(printed));
  };
  keeps("(a + b) * c");
  keeps("a + (b + c)");
  keeps("((a)) + (b * c)", "a + b * c");
  keeps("not (p and q) or r");
  keeps("- -a - --b");
  keeps("+ ++a");
  keeps("(a = b)++");
  keeps("(sum (i : int[0,3]) t[i]) > 3");
  keeps("(p ? a : b) = c");
  keeps("(-2147483648)[0]");
  keeps("x:=y", "x = y");
});
