import { describe, expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";

/** `zonal check`, and every kind of bad input: a message with its place, exit code 2, no stack trace. */
describe("check", () => {
  test("a good model is ok", async () => {
    const { code, out, err } = await run(["check", file("lamp.xta", lamp), file("lamp.xml", lampXml)]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(/lamp\.xta: ok\n.*lamp\.xml: ok\n$/);
  });

  test("a fault has path, line, column, code and the line underlined", async () => {
    const name = file("broken.xta", lamp.replace("guard n < 3", "guard m < 3"));
    const { code, err } = await run(["check", name]);
    expect(code).toBe(2);
    expect(err).toContain(`${name}:6:27: error: `);
    expect(err).toMatch(/\n {4}6 \| {3}trans off -> on \{ guard m < 3;.*\n {5} \| {27}\^\n/);
  });

  test("in XML the element is named, with line and column inside it", async () => {
    const { code, err } = await run(["check", file("broken.xml", lampXml.replace("n &lt; 3", "m &lt; 3"))]);
    expect(code).toBe(2);
    expect(err).toContain("at /nta/template[1]/transition[1]/label[1], line 1, column 1");
  });

  test("standard input is a file called -", async () => {
    expect(await run(["check", "-"], { stdin: lampXml })).toEqual({ code: 0, out: "<stdin>: ok\n", err: "" });
    const twice = await run(["check", "-", "-"], { stdin: lampXml });
    expect(twice.code).toBe(2);
  });

  test("--json prints one document, errors or not", async () => {
    const { code, out, err } = await run([
      "check",
      "--json",
      file("good.xml", lampXml),
      file("bad.xml", lampXml.replace("n &lt; 3", "m &lt; 3")),
      path("missing.xml"),
    ]);
    expect({ code, lines: err.split("\n").length }).toEqual({ code: 2, lines: 2 });
    const document = JSON.parse(out);
    expect(document).toMatchObject({ schemaVersion: 1, command: "check" });
    expect(document.files.map((f: { ok: boolean }) => f.ok)).toEqual([true, false, false]);
    expect(document.files[1].diagnostics[0]).toMatchObject({
      severity: "error",
      line: 10,
      xpath: "/nta/template[1]/transition[1]/label[1]",
      innerLine: 1,
    });
  });

  test("a faulty formula is a warning, and with --strict an error", async () => {
    const name = file("query.xml", lampXml.replace("L.on<", "L.lit<"));
    const lax = await run(["check", name]);
    expect(lax.code).toBe(0);
    expect(lax.err).toContain("warning");
    expect((await run(["check", "--strict", name])).code).toBe(2);
  });

  test("one unreadable file does not hide the others", async () => {
    const { code, out, err } = await run(["check", path("none.xml"), file("after.xta", lamp)]);
    expect(code).toBe(2);
    expect(out).toContain("after.xta: ok");
    expect(err).toContain("there is no such file");
  });
});

describe("bad input", () => {
  const nest = `${"(".repeat(10_000)}1${")".repeat(10_000)}`;
  const bomb = `<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]><nta><declaration>int x; // &c;</declaration><system>system P;</system></nta>`;
  const cases: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ["notxml.xml", "this is no XML\n", /not an XML file/],
    ["empty.xml", "", /empty/],
    ["truncated.xml", lampXml.slice(0, 385), /ends inside/],
    ["binary.xml", new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0xff, 0xfe, 0, 0x80]), /binary/],
    ["binary.xta", new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0xff, 0xfe, 0, 0x80]), /binary/],
    ["encoding.xml", Buffer.from(lampXml.replace("<nta>", "<nta><!-- für -->"), "latin1"), /not valid UTF-8/],
    ["unknown-encoding.xml", lampXml.replace("utf-8", "klingon"), /klingon/],
    ["bomb.xml", bomb, /entit/i],
    [
      "external.xml",
      `<!DOCTYPE nta [<!ENTITY x SYSTEM "file:///etc/passwd">]><nta><declaration>&x;</declaration><system>system P;</system></nta>`,
      /entit/i,
    ],
    ["nested.xta", lamp.replace("n < 3", `n < ${nest}`), /nested too deeply/],
    ["nested.xml", lampXml.replace("n &lt; 3", `n &lt; ${nest}`), /nested too deeply/],
    ["nosystem.xml", lampXml.replace(/<system>[\s\S]*<\/system>/, ""), /system/],
    ["nosystem.xta", lamp.replace("system L;", ""), /system/],
    ["dangling.xml", lampXml.replace('<target ref="id1"/>', '<target ref="id9"/>'), /id9/],
    ["noinit.xml", lampXml.replace('<init ref="id0"/>', ""), /initial/],
    ["noprocess.xml", lampXml.replace("system L;", "system Q;"), /Q/],
    ["html.xml", "<html><body>404</body></html>", /nta/],
  ];
  test.each(cases)("%s", async (name, content, message) => {
    const { code, out, err } = await run(["check", file(name, content)]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err + out).not.toMatch(/\n\s+at \S+ \(|internal error/);
    // One fault gives one message.
    expect(err.split("\n").filter((line) => line.includes(": error:"))).toHaveLength(1);
  });

  test("a directory, a missing file, a folder that is a file", async () => {
    expect((await run(["check", path(".")])).err).toMatch(/is a directory/);
    expect((await run(["check", path("nothing.xml")])).err).toMatch(/no such file/);
    expect((await run(["check", `${file("plain", "x")}/model.xml`])).err).toMatch(/not a folder/);
  });
});
