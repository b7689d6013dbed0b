import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { file, lamp, lampXml, path, run } from "./harness.ts";

/** The other verbs, and what all have in common. */
describe("help", () => {
  const verbs = ["check", "verify", "simulate", "show", "diff", "convert", "export"];
  test.each(verbs)("zonal %s --help has an example and the exit codes", async (verb) => {
    const { code, out, err } = await run([verb, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^Usage: zonal ${verb} `));
    expect(out).toMatch(new RegExp(`Examples?:\\n  zonal ${verb} `));
    expect(out).toMatch(/Exit codes:\n {2}0 /);
    expect(out).toContain("--json");
  });
  test("zonal --help lists them; zonal alone is wrong usage; --version", async () => {
    const { code, out } = await run(["--help"]);
    expect(code).toBe(0);
    for (const verb of verbs) expect(out).toContain(`\n  ${verb} `);
    expect((await run([])).code).toBe(2);
    expect((await run(["help", "check"])).out).toContain("Usage: zonal check");
    expect((await run(["--version"])).out).toBe(
      `zonal ${JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version}\n`,
    );
    expect((await run(["verfy"])).err).toContain("did you mean 'verify'?");
    expect(await run(["lamp.xml"])).toMatchObject({ code: 2, err: expect.stringContaining("'zonal verify lamp.xml'") });
  });
});

describe("show", () => {
  test("a summary", async () => {
    const { code, out } = await run(["show", file("lamp.xml", lampXml)]);
    expect(code).toBe(0);
    expect(out).toContain("template Lamp(): 2 locations, 2 edges");
  });
  test("drawings, to standard output or a folder", async () => {
    const name = file("lamp.xml", lampXml);
    expect((await run(["show", name, "--svg"])).out).toMatch(/^<svg /);
    expect((await run(["show", name, "--dot"])).out).toMatch(/^digraph "Lamp"/);
    expect((await run(["show", name, "--svg", "-o", path("pictures")])).code).toBe(0);
    expect(readdirSync(path("pictures"))).toEqual(["Lamp.svg"]);
    expect((await run(["show", name, "--svg", "--template", "Lump"])).err).toContain("the templates are Lamp");
  });
  test("TChecker's format", async () => {
    const { out } = await run(["show", file("t.tck", "system:t\nprocess:P\nlocation:P:A{initial:}\n")]);
    expect(out).toContain("processes: P");
  });
});

describe("diff", () => {
  test("layout alone is no difference; a changed guard is", async () => {
    const before = file("before.xml", lampXml);
    const moved = await run(["diff", before, file("moved.xml", lampXml.replace('x="150"', 'x="250"'))]);
    expect(moved).toMatchObject({ code: 0, out: expect.stringContaining("layout only") });
    const changed = await run(["diff", before, file("changed.xml", lampXml.replace("n &lt; 3", "n &lt; 2"))]);
    expect(changed.code).toBe(1);
    expect(changed.out).toContain("edge off -> on");
    const json = await run(["diff", "--json", before, path("changed.xml")]);
    expect(JSON.parse(json.out)).toMatchObject({
      schemaVersion: 1,
      same: false,
      changes: [{ kind: "changed", what: "edge", template: "Lamp" }],
    });
    expect((await run(["diff", before, path("nothing.xml")])).code).toBe(2);
  });
});

describe("convert", () => {
  test("XML to XTA and back keeps the model", async () => {
    const [xml, xta, back, q] = [file("lamp.xml", lampXml), path("out.xta"), path("back.xml"), path("out.q")];
    expect((await run(["convert", xml, xta, "--queries", q])).code).toBe(0);
    expect((await run(["convert", xta, back, "--queries", q])).code).toBe(0);
    expect((await run(["diff", xml, back])).code).toBe(0);
  });
  test("old syntax to new", async () => {
    const old = file(
      "old.ta",
      "clock x; int n; const N 3;\nprocess P(int m; const k) { state a { x<=N, m<9 }, b; init a; trans a -> b { guard x>=1, n<k; assign x:=0; }; }\nQ := P(n, 2);\nsystem Q;\n",
    );
    const { code, out, err } = await run(["convert", "--old", old, "-", "--to", "xta"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("const int N = 3;");
    expect((await run(["check", file("new.xta", out)])).code).toBe(0);
    expect((await run(["convert", "--dialect", "5", old, "-", "--to", "xta"])).code).toBe(2);
  });
  test("to TChecker's format, where the model fits", async () => {
    const target = path("lamp.tck");
    expect((await run(["convert", file("lamp.xta", lamp), target])).code).toBe(0);
    expect((await run(["verify", target, "--label", "L.on"])).code).toBe(0);
    const urgent = await run([
      "convert",
      file("urgent.xta", `urgent chan c;\n${lamp}`.replace("guard n < 3;", "sync c!;")),
      path("urgent.tck"),
    ]);
    expect(urgent.code).toBe(2);
    expect(urgent.err).toMatch(/urgent/);
  });
  test("from TChecker's format, where the model fits", async () => {
    const tck = "system:t\nevent:e\nint:1:0:2:0:n\nprocess:P\nlocation:P:A{initial:}\nlocation:P:B{labels: b}\n";
    const model = file("from.tck", `${tck}edge:P:A:A:e{provided: n<2 : do: n=n+1}\nedge:P:A:B:e{provided: n==2}\n`);
    expect((await run(["convert", model, path("from.xml")])).code).toBe(0);
    expect((await run(["verify", path("from.xml")])).out).toContain("E<> P.B: satisfied");
    expect((await run(["verify", path("from.xml"), "-e", "sup: n"])).code).toBe(0);
    expect((await run(["convert", model, path("from.xta"), "--queries", path("from.q")])).code).toBe(0);
    expect(readFileSync(path("from.q"), "utf8")).toContain("E<> P.B");
    // What leaves its range is a fault in both.
    const leaving = file("leaving.tck", `${tck}edge:P:A:A:e{do: n=n+1}\nedge:P:A:B:e{provided: n==3}\n`);
    expect((await run(["convert", leaving, path("leaving.xml")])).code).toBe(0);
    expect((await run(["verify", leaving, "--label", "b"])).code).toBe(2);
    expect((await run(["verify", path("leaving.xml"), "-e", "E<> P.B"])).code).toBe(2);
    const two = await run(["convert", file("two.tck", `${tck}location:P:C{initial:}\n`), path("two.xml")]);
    expect(two.code).toBe(2);
    expect(two.err).toContain(
      "two.tck:7:1: error: this cannot be written as an UPPAAL model: a second initial location",
    );
  });
  test("an unchanged XML file is written byte for byte", async () => {
    const crlf = file("crlf.xml", lampXml.replace(/\n/g, "\r\n"));
    await run(["convert", crlf, path("copy.xml")]);
    expect(readFileSync(path("copy.xml"))).toEqual(readFileSync(crlf));
  });
  test("never over the input, nor half a file", async () => {
    const name = file("keep.xta", lamp);
    expect((await run(["convert", name, name])).err).toContain("--in-place");
    expect(readFileSync(name, "utf8")).toBe(lamp);
    expect((await run(["convert", "--in-place", name, name])).code).toBe(0);
    expect((await run(["convert", name, "/dev/full", "--to", "xml"])).err).toContain("the disk is full");
    expect((await run(["convert", name, path("no/such/folder.xml")])).code).toBe(2);
    expect((await run(["convert", file("broken.xta", "process"), path("broken.xml")])).code).toBe(2);
    expect(readdirSync(path(".")).filter((entry) => entry === "broken.xml" || entry.endsWith(".tmp"))).toEqual([]);
  });
});

describe("export", () => {
  test("the zone graph as DOT and JSON, up to a limit", async () => {
    const name = file("lamp.xta", lamp);
    const { code, out } = await run(["export", "--graph", name]);
    expect(code).toBe(0);
    expect(out.match(/->/g)).toHaveLength(6);
    const json = JSON.parse((await run(["export", "--graph", name, "--json"])).out);
    expect(json.graph.nodes).toHaveLength(7);
    expect(await run(["export", name, "--limit", "3", "-o", path("g.dot")])).toMatchObject({
      code: 3,
      err: expect.stringContaining("--limit"),
    });
    expect((await run(["export", file("range.xta", lamp.replace("guard n < 3; ", ""))])).code).toBe(2);
  });
});
