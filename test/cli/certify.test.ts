import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { file, path, run } from "./harness.ts";
import { schemaFaults } from "./schema.ts";

const railway = "examples/railway.xml";

describe("verify --certificate and certify", () => {
  test("a proof that something is not reached", async () => {
    const proof = path("a.cert");
    const ran = await run(["verify", railway, "-e", "A[] not deadlock", "--certificate", proof]);
    expect(ran).toMatchObject({ code: 0, err: "" });
    expect(ran.out).toMatch(/certificate written to .*a\.cert \(\d+ states, \d+ zones, /);
    const judged = await run(["certify", railway, proof]);
    expect(judged).toMatchObject({ code: 0, err: "" });
    expect(judged.out).toMatch(
      /a\.cert: proved: A\[\] not deadlock is satisfied\n {2}by a closed set of states, up to permutations of 3 elements: \d+ members/,
    );
  });

  test("a proof up to permutations, or without them", async () => {
    const proof = path("permuted.jsonl");
    const asked = ["verify", railway, "-e", "A[] not deadlock", "--certificate", proof, "--json"];
    const ran = JSON.parse((await run(asked)).out);
    expect(schemaFaults("verify", ran)).toEqual([]);
    expect(ran.queries[0].certificates[0].symmetries).toEqual([{ name: "id_t", elements: 3 }]);
    for (const line of readFileSync(proof, "utf8").trim().split("\n"))
      expect(schemaFaults("certificate", JSON.parse(line))).toEqual([]);
    const judged = JSON.parse((await run(["certify", railway, proof, "--json"])).out);
    expect(schemaFaults("certify", judged)).toEqual([]);
    expect(judged.certificates[0]).toMatchObject({ result: "proved", permuted: [3] });
    expect((await run([...asked, "--no-symmetry"])).code).toBe(0);
    const plain = (await run(["certify", railway, proof])).out;
    expect(plain).toContain("by a closed set of states: 413 members");
  });

  test("within a limit of months", async () => {
    const proof = path("months.cert");
    await run(["verify", railway, "-e", "A[] not deadlock", "--certificate", proof]);
    expect(await run(["certify", railway, proof, "--timeout", "1e7"])).toMatchObject({ code: 0, err: "" });
  });

  test("a refinement, in one file and between two", async () => {
    const gate = "examples/refinement/gate.xta";
    const proof = path("gate.jsonl");
    const asked = ["refine", "--impl", `${gate}:Counter,Driver`, "--certificate", proof, "--json"];
    const ran = await run([...asked, "--spec", `${gate}:Gate`]);
    expect(ran.code).toBe(0);
    expect(schemaFaults("refine", JSON.parse(ran.out))).toEqual([]);
    for (const line of readFileSync(proof, "utf8").trim().split("\n"))
      expect(schemaFaults("certificate", JSON.parse(line))).toEqual([]);
    const judged = await run(["certify", gate, proof]);
    expect(judged).toMatchObject({ code: 0, err: "" });
    expect(judged.out).toContain("proved: every timed trace of Counter, Driver is one of Gate (channels approach[0],");

    const other = file("spec.xta", `${readFileSync(gate, "utf8")}\n`);
    expect((await run([...asked, "--spec", `${other}:Gate`])).code).toBe(0);
    expect((await run(["certify", gate, proof, "--spec", other])).code).toBe(0);
    expect(await run(["certify", gate, proof])).toMatchObject({ code: 2 });
    expect((await run(["certify", gate, proof, "--spec", gate])).out).toContain("for another specification");
  });

  test("a refinement that does not hold, and one that a simulation found", async () => {
    const gate = "examples/refinement/gate.xta";
    const proof = path("no-gate.jsonl");
    const asked = ["refine", "--spec", `${gate}:Gate`, "--certificate", proof, "--impl"];
    for (const name of ["Restarting", "Forgetful"]) {
      expect(await run([...asked, `${gate}:${name}`])).toMatchObject({ code: 1, err: "" });
      const judged = await run(["certify", gate, proof]);
      expect(judged).toMatchObject({ code: 0, err: "" });
      expect(judged.out).toContain(`proved: not every timed trace of ${name} is one of Gate`);
      for (const line of readFileSync(proof, "utf8").trim().split("\n"))
        expect(schemaFaults("certificate", JSON.parse(line))).toEqual([]);
    }
    rmSync(proof);
    const choice = file(
      "choice.xta",
      "chan c; process S() { state s, t, u; init s; trans s -> t { sync c!; }, s -> u { sync c!; }; } system S;",
    );
    const both = ["--impl", `${choice}:S`, "--spec", `${choice}:S`, "--simulation", "--certificate", proof];
    const played = await run(["refine", ...both]);
    expect(played.code).toBe(3);
    expect(played.out).toContain(
      "no certificate: what sets of states or a timed simulation found has no form of certificate",
    );
    const coin = "examples/refinement/coin.xta";
    for (const [name, answer] of Object.entries({ Fair: "included:", Hasty: "not included:" })) {
      const sides = ["--impl", `${coin}:${name}`, "--spec", `${coin}:Machine`];
      const bySets = await run(["refine", ...sides, "--certificate", proof]);
      expect(bySets.code).toBe(3);
      expect(bySets.out.startsWith(answer)).toBe(true);
      expect(bySets.out).toContain(
        "no certificate: what sets of states or a timed simulation found has no form of certificate",
      );
    }
    expect(existsSync(proof)).toBe(false);
  });

  test("a file that unpacks to one endless line is no certificate", async () => {
    const line = gzipSync(Buffer.alloc(1 << 24, " "));
    const bomb = path("bomb.cert");
    writeFileSync(bomb, Buffer.concat(Array.from({ length: 10 }, () => line)));
    const judged = await run(["certify", railway, bomb]);
    expect(judged).toMatchObject({ code: 2, err: "" });
    expect(judged.out).toContain("a line of the certificate is too long");
  });

  test("several queries in a folder, as JSON", async () => {
    const folder = path("proofs/");
    const ran = await run(["verify", railway, "--certificate", folder, "--json"]);
    const document = JSON.parse(ran.out);
    expect(schemaFaults("verify", document)).toEqual([]);
    const written = document.queries.flatMap((q: { certificates: { file?: string }[] }) =>
      q.certificates.flatMap(({ file: name }) => name ?? []),
    );
    expect(written).toHaveLength(5);
    expect(ran.code).toBe(0);
    const judged = await run(["certify", railway, ...written, "--json"]);
    expect(judged.code).toBe(0);
    expect(schemaFaults("certify", JSON.parse(judged.out))).toEqual([]);
    const proofs = JSON.parse(judged.out).certificates.map((c: { proof: string }) => c.proof);
    expect(proofs).toEqual(["unreachable", "unreachable", "run", "ends", "unreachable"]);
    for (const name of written)
      for (const line of gunzipSync(readFileSync(name)).toString().trim().split("\n"))
        expect(schemaFaults("certificate", JSON.parse(line))).toEqual([]);
  });

  test("limits: nothing is beyond them, and they are reached", async () => {
    const folder = path("limits/");
    const asked = ["-e", "sup{Train(0).Appr}: Train(0).x, Gate.length", "-e", "inf: Gate.length"];
    const ran = await run(["verify", railway, ...asked, "--certificate", folder, "--json"]);
    expect(ran.code).toBe(0);
    const written: string[] = JSON.parse(ran.out).queries.flatMap((q: { certificates: { file: string }[] }) =>
      q.certificates.map(({ file: name }) => name),
    );
    expect(written.map((name) => name.slice(folder.length))).toEqual([
      "query-1-1-bound.cert",
      "query-1-1-reached.cert",
      "query-1-2-bound.cert",
      "query-1-2-reached.cert",
      "query-2-1-bound.cert",
      "query-2-1-reached.cert",
    ]);
    const judged = await run(["certify", railway, ...written]);
    expect(judged).toMatchObject({ code: 0, err: "" });
    expect(judged.out).toContain("sup{Train(0).Appr}: Train(0).x, Gate.length, term 1: nothing is beyond 20\n");
    expect(judged.out).toContain("inf: Gate.length, term 1: 0 is reached\n");
    // Another limit does not follow.
    const [, ...rest] = gunzipSync(readFileSync(written[0]!)).toString().split("\n");
    const header = JSON.parse(gunzipSync(readFileSync(written[0]!)).toString().split("\n")[0]!);
    const lower = file(
      "lower.jsonl",
      [JSON.stringify({ ...header, limit: { term: 0, bound: 19, strict: false } }), ...rest].join("\n"),
    );
    expect((await run(["certify", railway, lower])).code).toBe(1);
  });

  test("a plain file can be read and changed, and then it proves nothing", async () => {
    const proof = path("lamp.jsonl");
    await run(["verify", "examples/lamp.xml", "-e", "A[] not deadlock", "--certificate", proof]);
    const lines = readFileSync(proof, "utf8").trim().split("\n");
    const cut = [...lines.slice(0, -2), JSON.stringify({ end: lines.length - 3 })].join("\n");
    const judged = await run(["certify", "examples/lamp.xml", file("cut.jsonl", `${cut}\n`)]);
    expect(judged.code).toBe(1);
    expect(judged.out).toMatch(/REFUSED: A\[\] not deadlock is satisfied\n {2}member \d+: it leads to .*, by .* -> /);
  });

  test("what is no certificate of this model is unreadable", async () => {
    const proof = path("lamp.cert");
    await run(["verify", "examples/lamp.xml", "-e", "E<> Lamp.Bright", "--certificate", proof]);
    expect(await run(["certify", railway, proof])).toMatchObject({ code: 2, out: expect.stringContaining("SHA-256") });
    for (const content of ["", "{}", "no JSON", new Uint8Array([0x1f, 0x8b, 0, 0])])
      expect((await run(["certify", railway, file("x.cert", content)])).code).toBe(2);
    expect(await run(["certify", railway, path("none")])).toMatchObject({
      code: 2,
      err: expect.stringContaining("cannot be read"),
    });
  });

  test("values have a proof that nothing is beyond and one that all is there", async () => {
    const ran = await run(["verify", railway, "-e", "bounds: Gate.length", "--certificate", path("all.cert")]);
    expect(ran.code).toBe(0);
    const judged = await run(["certify", railway, path("all-1-bound.cert"), path("all-1-reached.cert")]);
    expect(judged.code).toBe(0);
    expect(judged.out).toContain("term 1: no value is outside of [0,4]");
    expect(judged.out).toContain("term 1: every value is taken of [0,4]");
  });

  test("an answer without a certificate is told, and nothing is written", async () => {
    const proof = path("none.cert");
    const estimated = await run(["verify", "examples/statistical/queue.xml", "--query", "1", "--certificate", proof]);
    expect(estimated.out).toContain("no certificate: what runs say is an estimate, and no proof");
    expect(estimated.code).toBe(3);
    expect(existsSync(proof)).toBe(false);
    const limited = await run([
      "verify",
      railway,
      "-e",
      "A[] not deadlock",
      "--certificate",
      proof,
      "--max-states",
      "9",
    ]);
    expect(limited.code).toBe(3);
    expect(existsSync(proof)).toBe(false);
  });

  test("a folder that is named is made, and that of a file must be there", async () => {
    const asked = ["verify", "examples/lamp.xml", "-e", "A[] not deadlock", "--certificate"];
    const missing = await run([...asked, path("missing/x.cert")]);
    expect(missing.code).toBe(2);
    expect(missing.out).toMatch(/satisfied\n {3}no certificate: .*x\.cert cannot be written: /);
    expect(existsSync(path("missing"))).toBe(false);
    const made = await run([...asked, path("made/here/")]);
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(made.out).toMatch(/query-1\.cert \(3 states, 3 zones, 1 KiB, found in [\d.]+ \w+ without reductions, /);
  });

  test("a model or a certificate on a pipe is refused before anything is asked", async () => {
    for (const args of [
      ["-", "--certificate", "x"],
      [railway, "--certificate", "-"],
      [railway, "--certificate", railway],
    ])
      expect((await run(["verify", ...args])).code).toBe(2);
  });
});

describe("zonal-certify, the checker alone", () => {
  const alone = (...args: readonly string[]) => {
    try {
      const out = execFileSync(process.execPath, ["dist/bin/zonal-certify.js", ...args], {
        encoding: "utf8",
        stdio: "pipe",
      });
      return { code: 0, out, err: "" };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string };
      return { code: status, out: stdout, err: stderr };
    }
  };

  test("says the same", async () => {
    const proof = path("b.cert");
    await run(["verify", railway, "-e", "A[] Gate.length <= N", "--certificate", proof]);
    expect(alone(railway, proof)).toMatchObject({
      code: 0,
      out: expect.stringContaining("proved: A[] Gate.length <= N"),
    });
    const { out } = alone("--json", railway, proof);
    expect(schemaFaults("certify", JSON.parse(out))).toEqual([]);
    expect(alone("examples/lamp.xml", proof).code).toBe(2);
  });

  test("tells how it is used", () => {
    expect(alone("--help")).toMatchObject({ code: 0, out: expect.stringContaining("Usage: zonal-certify") });
    expect(alone("--what")).toMatchObject({ code: 2, err: expect.stringContaining("--what") });
    expect(alone(railway)).toMatchObject({ code: 2, err: expect.stringContaining("Usage") });
    expect(alone(railway, "none.cert")).toMatchObject({ code: 2, err: expect.stringContaining("none.cert") });
  });
});
