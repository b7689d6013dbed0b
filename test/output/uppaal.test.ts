import { describe, expect, it } from "vitest";
import { hasErrors } from "../../src/base/index.ts";
import { check } from "../../src/model/index.ts";
import { instantiate, type Network, networkFromTck } from "../../src/network/index.ts";
import { networkToTck, tckToUppaal } from "../../src/output/index.ts";
import { parseTck, read } from "../../src/syntax/index.ts";
import { notInTck, Random, randomSpec, small } from "../agree/random-network.ts";
import { networkOf } from "../agree/spec.ts";
import { many } from "../many.ts";
import { reachable } from "./reachable.ts";

const head = `system:t
event:tau
event:a
event:b
int:1:0:3:0:n
int:2:0:3:0:v
clock:1:x
process:P
location:P:A{initial: : invariant: x<=4 : labels: start}
location:P:B{labels: done}
process:Q
location:Q:A{initial:}
location:Q:B{labels: done}
`;

function loaded(text: string): Network {
  const { tree, diagnostics } = parseTck(text);
  const { network, diagnostics: wrong } = networkFromTck(tree);
  expect([...diagnostics, ...wrong]).toEqual([]);
  return network;
}

function uppaal(text: string): Network {
  const source = read(text, { name: "model.xta" });
  expect(source.format).toBe("xta");
  if (source.format === "tck") throw new Error("unreachable");
  const model = check(source.tree);
  expect(
    [...source.diagnostics, ...model.diagnostics].filter((d) => d.severity === "error"),
    text,
  ).toEqual([]);
  expect(hasErrors(model.diagnostics)).toBe(false);
  return instantiate(model).made!.network;
}

const written = (rest: string) => tckToUppaal(parseTck(head + rest).tree);

describe("writing TChecker's models as UPPAAL's", () => {
  it("keeps what is reachable, on random networks", () => {
    let [kept, faulty] = [0, 0];
    for (let seed = 1; seed <= 120 && (seed <= many(120) || faulty === 0); seed++) {
      const spec = randomSpec(new Random(seed), { ...small, locations: 2, clocks: 2, off: notInTck });
      const tck = networkToTck(networkOf(spec)).text;
      const { text } = tck === undefined ? {} : tckToUppaal(parseTck(tck).tree);
      if (tck === undefined || text === undefined) continue;
      kept++;
      const found = reachable(loaded(tck));
      if (found.some((line) => line.endsWith(": fault"))) faulty++;
      expect(reachable(uppaal(text)), `seed ${seed}\n${tck}\n${text}`).toEqual(found);
    }
    expect(kept).toBeGreaterThan(many(30));
    expect(faulty).toBeGreaterThan(0);
  });

  it("leaves what may leave its range a fault, as it is in both", () => {
    const { text } = written(
      "edge:P:A:B:tau{provided: n<3 : do: n=n+1; v[0]=n+1; v[1]=v[0]; x=0}\nedge:P:B:A:tau{do: n=2; v[1]=n}\n",
    );
    expect(text).toContain("A -> B { guard n < 3;" + " assign n = (n + 1), v[0] = (n + 1), v[1] = v[0], x = 0; }");
    expect(text).toContain("B -> A { assign n = 2, v[1] = n; }");
  });

  it("makes a pair a channel, the first the sender, and each vector an edge", () => {
    const { text, queries } = written("edge:P:A:B:a\nedge:Q:A:B:b\nedge:Q:B:A:a\nsync:P@a:Q@b\nsync:Q@a:P@a\n");
    expect(text).toContain("chan a_b;\nchan a;\n");
    expect(text).toContain("A -> B { sync a_b!; },\n    A -> B { sync a?; };");
    expect(text).toContain("A -> B { sync a_b?; },\n    B -> A { sync a!; };");
    expect(queries).toBe("// start\nE<> P.A\n\n// done\nE<> P.B || Q.B\n");
  });

  it("makes weak participants, and those that are always ready, receivers", () => {
    expect(written("edge:P:A:B:a\nedge:Q:A:B:b\nsync:P@a:Q@b?\n").text).toContain("broadcast chan a_b;");
    const third = "process:R\nlocation:R:A{initial:}\nedge:R:A:A:a\n";
    const always = `${third}edge:P:A:B:a\nedge:Q:A:B:b\nedge:Q:B:B:b\nsync:P@a:Q@b:R@a\n`;
    expect(written(always).text).toContain("broadcast chan a_b;");
    expect(reachable(uppaal(written(always).text!))).toEqual(reachable(loaded(head + always)));
  });

  it("gives names that UPPAAL takes", () => {
    const { text } = tckToUppaal(
      parseTck("system:t\nint:1:0:1:0:guard\nprocess:select\nlocation:select:guard{initial:}\n").tree,
    );
    expect(text).toContain("int[0,1] guard_ = 0;");
    expect(text).toContain("process select_() {\n  state guard__;");
    uppaal(text!);
  });

  it.each([
    ["location:P:C{initial:}", "a second initial location"],
    ["edge:P:A:A:tau{do: if n==0 then n=1 end}", "the statement 'if'"],
    ["edge:P:A:B:a\nedge:Q:A:B:b{provided: n==0}\nsync:P@a:Q@b?", "the guard of a receiver"],
    ["sync:P@a?:Q@b", "a vector that is neither a pair"],
    ["process:R\nlocation:R:A{initial:}\nsync:P@a:Q@b:R@a", "a vector that is neither a pair"],
    ["process:R\nlocation:R:A{initial:}\nsync:P@a:R@a?:Q@b?", "receivers in another order"],
  ])("says what does not fit: %s", (rest, what) => {
    const { text, diagnostics } = written(`${rest}\n`);
    expect(text).toBeUndefined();
    expect(diagnostics.map((d) => d.message).join("\n")).toContain(what);
    for (const { span } of diagnostics) expect(span.end).toBeGreaterThan(span.start);
  });
});
