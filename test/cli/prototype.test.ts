import { expect, test } from "vitest";
import { verifyta } from "../../apps/cli/verifyta/run.ts";
import { decode, parseEvent, read, templateToSvg } from "../../src/index.ts";
import { file, lamp, run, runProgram } from "./harness.ts";

/** Names that every object of JavaScript has are names like others: none is lost, and none is found where it is not. */
const inherited = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];

test.each(inherited)("an event may speak of %s", (name) => {
  for (const line of [
    `{"t":1,"set":{"${name}":1}}`,
    `{"t":1,"is":{"${name}":1}}`,
    `{"t":1,"clock":{"${name}":[1,2]}}`,
    `{"t":1,"at":{"${name}":"A"}}`,
  ])
    expect(JSON.stringify(parseEvent(line))).toBe(line);
});

test.each(inherited)("a variable, a clock or a process may be called %s", async (name) => {
  const variable = file("v.xta", lamp.replace(/\bn\b/g, name));
  const asked = ["online", variable, "--window", "3", "--query", `A[] ${name} < 3`];
  const { code, out } = await run(asked, { stdin: `{"t":1,"set":{"${name}":3}}` });
  expect({ code, out }).toEqual({
    code: 1,
    out: `t=1: 2 possible states\n  ${name}: 0..1 by the model, 3 measured\n  A[] ${name} < 3: violated after 0\n`,
  });
  const clock = file("c.xta", lamp.replace(/\bx\b/g, name));
  const measured = await run(["online", clock, "--window", "3", "--query", `A[] ${name} < 9`], {
    stdin: `{"t":1,"clock":{"${name}":8}}`,
  });
  expect(measured.out).toContain(`A[] ${name} < 9: violated after 1\n`);
  const unknown = await run(["online", file("l.xta", lamp), "--window", "3"], { stdin: `{"t":1,"set":{"${name}":3}}` });
  expect(unknown.out).toBe(`line 1: refused (impossible): there is no variable '${name}'\n`);
});

test.each(inherited)("there is no option --%s", async (name) => {
  const { code, err } = await runProgram(verifyta, [`--${name}`]);
  expect({ code, err }).toMatchObject({ code: 1, err: expect.stringContaining(`unrecognised option '--${name}'`) });
});

test("there is no encoding 'constructor', and no such kind of label in a drawing", () => {
  const text = `<?xml version="1.0" encoding="constructor"?><nta><template><name>T</name><location id="a" x="0" y="0"><label kind="constructor" x="1" y="1">1</label></location><init ref="a"/></template><system>system T;</system></nta>`;
  expect(decode(new TextEncoder().encode(text)).diagnostics.map((d) => d.message)).toEqual([
    "the file declares the encoding 'constructor', which is not known",
  ]);
  const source = read(text);
  if (source.format === "tck") throw new Error("it is XML");
  expect(templateToSvg(source.tree.templates[0]!, { source: text })).not.toContain("constructor");
});
