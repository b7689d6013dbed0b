import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { faultsAfter, modelPage, type Page, printXta } from "../../src/index.ts";
import { many } from "../many.ts";
import { pick, randomFrom } from "./edits.ts";
import { type } from "./typing.ts";

/** What a change does to the faults is told by reading what it lies in, and is what reading the whole tells. */
const folder = new URL("../../examples/", import.meta.url);
const pages = readdirSync(folder)
  .filter((name) => name.endsWith(".xml"))
  .flatMap((name) => {
    const page = modelPage(readFileSync(new URL(name, folder), "utf8"), name)!;
    return [page, modelPage(printXta(page.source!.tree), name.replace("xml", "xta"))!];
  });

describe("after a change", () => {
  test("of random places in the examples", () => {
    const random = randomFrom(7);
    const typed = Array.from({ length: many(150) }, () => type(pick(pages, random)!, random));
    expect(typed.flatMap(({ wrong }) => wrong)).toEqual([]);
    // And most of it is not read anew.
    const sum = (of: "asked" | "short"): number => typed.reduce((n, one) => n + one[of], 0);
    expect(sum("short")).toBeGreaterThan(sum("asked") / 3);
  });

  const model = `const int N = 3;
clock x;
urgent chan go;
typedef int[0, 1 / 0] bad_t;
process P() {
  state A { x <= N }, B;
  init A;
  trans A -> B { guard x > 1; assign x = 0; },
    -> A { sync go!; },
    B -> A { guard nobody > 1; };
}
system P;
`;
  const right = model.replace("nobody", "N");
  const page = (text: string): Page => modelPage(text, "m.xta")!;
  const codes = (text: string, old: string, now: string): readonly string[] | undefined => {
    const changed = text.replace(old, now);
    expect(changed).not.toBe(text);
    const found = faultsAfter(page(text), changed);
    if (found !== undefined) expect(found).toEqual(page(changed).diagnostics);
    return found?.map(({ code }) => code);
  };

  test("faults come, stay and go with what they are about", () => {
    const [, name] = ["division-by-zero", "unknown-identifier"];
    expect(codes(right, "x > 1", "y > 1")).toContain(name);
    expect(codes(model, "x > 1", "x > 12345")).toContain(name);
    expect(codes(model, "nobody", "N")).not.toContain(name);
    expect(codes(right, "x > 1", "x > ")).toContain("syntax-error");
  });

  test("what decides about other parts is left to a whole reading", () => {
    // A synchronisation without a mark, beside one with it.
    expect(codes(right, "guard x > 1;", "sync go;")).toBeUndefined();
    // Where the edge goes, and from where.
    expect(codes(right, "A -> B {", "A -> A {")).toBeUndefined();
    // A comment that goes on behind it.
    expect(codes(right, "x > 1", "x /* > 1")).toBeUndefined();
    expect(codes(right, "guard N > 1; }", "guard N > 1; } // }")).toBeUndefined();
    // A type whose faults count where it is used.
    expect(codes(right, "guard x > 1;", "select b : bad_t; guard x > 1;")).toBeUndefined();
    // A fault elsewhere that is one of reading.
    expect(codes(right.replace("N = 3;", "N = ;"), "x > 1", "x > 2")).toBeUndefined();
  });
});
