import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, test } from "vitest";
import { file, path, run } from "./harness.ts";

/** With threads a certificate is judged as with one: the same counts, and of several failures the first of the file. */
const railway = "examples/railway.xml";
const bin = inject("commands");

// biome-ignore lint/suspicious/noExplicitAny: lines of JSON, changed at will
type Line = any;

function judged(program: readonly string[], ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    join(bin, program[0]!),
    ...program.slice(1),
    ...args,
  ]);
  return { code: status, out: String(stdout).replace(/\d+\.\d+ s/g, "- s"), err: String(stderr) };
}

/** Certificates of all kinds, and what is left of them without some members. */
async function written(): Promise<readonly string[]> {
  const certificates: string[] = [];
  const asked = { cover: "A[] not deadlock", ends: "Train(0).Appr --> Train(0).Cross", run: "E<> Train(0).Cross" };
  for (const [name, query] of Object.entries(asked)) {
    const proof = path(`${name}.jsonl`);
    await run(["verify", railway, "-e", query, "--certificate", proof]);
    const lines: Line[] = readFileSync(proof, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const changed = (what: string, kept: (line: Line, k: number) => boolean): void => {
      const rest = lines.slice(1, -1).filter(kept);
      const text = [lines[0], ...rest, { end: rest.length }].map((line) => `${JSON.stringify(line)}\n`).join("");
      certificates.push(file(`${name}-${what}.jsonl`, text));
    };
    certificates.push(proof);
    changed("without-one", (_, k) => k !== Math.floor(lines.length / 2));
    changed("without-many", (_, k) => k % 3 !== 2);
    changed("without-first", (_, k) => k > 0);
    changed("without-all", () => false);
  }
  return certificates;
}

describe("certify --threads", () => {
  test("tells what one thread tells, in both programs", async () => {
    const certificates = await written();
    const [one, ...others] = [
      judged(["zonal-certify.js"], railway, ...certificates),
      judged(["zonal-certify.js", "--threads", "3"], railway, ...certificates),
      judged(["zonal.js", "certify", "--threads", "2"], railway, ...certificates),
    ];
    expect(one!.out.match(/: proved: /g)).toHaveLength(3);
    expect(one!.out.match(/: REFUSED: /g)).toHaveLength(12);
    expect(one).toMatchObject({ code: 1, err: "" });
    for (const other of others) expect(other).toEqual(one);
  });

  test("a number of threads is one", () => {
    for (const number of ["0", "x", "-1"]) {
      expect(judged(["zonal-certify.js", `--threads=${number}`], railway, "x").code).toBe(2);
      expect(judged(["zonal.js", "certify", `--threads=${number}`], railway, "x").code).toBe(2);
    }
  });

  test("a limit of time ends all threads", async () => {
    const proof = path("proof.cert");
    await run(["verify", railway, "-e", "A[] not deadlock", "--certificate", proof]);
    const limits = ["--timeout", "0.01", "--threads", "2"];
    expect(judged(["zonal.js", "certify", ...limits], railway, proof)).toMatchObject({
      code: 3,
      err: "error: the time limit of 0.01 s was reached while checking certificates\n",
    });
  });
});
