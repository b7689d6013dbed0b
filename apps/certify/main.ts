#!/usr/bin/env node
/** The program `zonal-certify MODEL FILE...`: the checker alone, without the rest of Zonal. */
import { readFileSync } from "node:fs";
import { certify } from "./certify.ts";
import { exitOf, type Judged, jsonOf, textOf } from "./report.ts";

const help = `Usage: zonal-certify [--json] MODEL CERTIFICATE...

Checks certificates that 'zonal verify MODEL --certificate FILE' wrote: whether what each claims about a query follows for this model.

Options:
  --json      print one JSON document (docs/schema/certify.json)
  -h, --help  print this

Example:
  zonal-certify examples/lamp.xml lamp.cert

Exit codes:
  0    every claim is proved
  1    a claim does not follow
  2    wrong usage, unreadable file, or no certificate for this model
  3    a certificate is about something that is not judged
`;

function main(argv: readonly string[]): number {
  const files = argv.filter((arg) => !arg.startsWith("-"));
  const options = argv.filter((arg) => arg.startsWith("-"));
  if (options.includes("--help") || options.includes("-h")) {
    process.stdout.write(help);
    return 0;
  }
  const [model, ...certificates] = files;
  const unknown = options.find((option) => option !== "--json");
  if (unknown !== undefined || model === undefined || certificates.length === 0) {
    process.stderr.write(unknown === undefined ? help : `error: there is no option '${unknown}'\n`);
    return 2;
  }
  const bytes = readFileSync(model);
  const all = certificates.map((file): Judged => {
    const began = process.hrtime.bigint();
    const judgement = certify(bytes, model, readFileSync(file));
    return { file, ...judgement, seconds: Number(process.hrtime.bigint() - began) / 1e9 };
  });
  const document = { schemaVersion: 1, tool: { name: "zonal-certify" }, command: "certify", ...jsonOf(model, all) };
  if (options.includes("--json")) process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  else for (const judged of all) process.stdout.write(textOf(judged));
  return exitOf(all);
}

try {
  process.exitCode = main(process.argv.slice(2));
} catch (error) {
  const { syscall, message } = error as NodeJS.ErrnoException;
  if (syscall === undefined) throw error;
  process.stderr.write(`error: ${message}\n`);
  process.exitCode = 2;
}
