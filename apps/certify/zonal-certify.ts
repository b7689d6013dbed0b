#!/usr/bin/env node
/** The program `zonal-certify MODEL FILE...`: the checker alone, without the rest of Zonal. Its threads run this file, too. */
import { createReadStream, readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { certifyParts } from "./certify.ts";
import { exitOf, type Judged, jsonOf, textOf } from "./report.ts";
import { isShareOfWork } from "./threads.ts";

const help = `Usage: zonal-certify [--json] [--threads N] [--spec MODEL] MODEL CERTIFICATE...

Checks certificates that 'zonal verify' or 'zonal refine' wrote with --certificate: whether what each claims follows for this model.

Options:
  --spec MODEL the specification's model, for a refinement between two files
  --threads N  judge the members of a certificate with so many threads; what is told is the same (default: 1)
  --json       print one JSON document (docs/schema/certify.json)
  -h, --help   print this

Example:
  zonal-certify examples/lamp.xml lamp.cert

Exit codes:
  0    every claim is proved
  1    a claim does not follow
  2    wrong usage, unreadable file, or no certificate for this model
  3    a certificate is about something that is not judged
  4    a fault of the checker itself
`;

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      json: { type: "boolean" },
      threads: { type: "string" },
      spec: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
    allowPositionals: true,
  });
  if (values.help) {
    process.stdout.write(help);
    return 0;
  }
  const [model, ...certificates] = positionals;
  if (model === undefined || certificates.length === 0) {
    process.stderr.write(help);
    return 2;
  }
  const threads = threadsOf(values.threads ?? "1");
  const bytes = contentOf(model);
  const specification =
    values.spec === undefined ? {} : { specification: { model: contentOf(values.spec), name: values.spec } };
  const all: Judged[] = [];
  for (const file of certificates) {
    const began = process.hrtime.bigint();
    const judgement = await certifyParts(bytes, model, partsOf(file), { threads, ...specification });
    const judged = { file, ...judgement, seconds: Number(process.hrtime.bigint() - began) / 1e9 };
    if (values.json !== true) process.stdout.write(textOf(judged));
    all.push(judged);
  }
  const document = { schemaVersion: 1, tool: { name: "zonal-certify" }, command: "certify", ...jsonOf(model, all) };
  if (values.json) process.stdout.write(`${JSON.stringify(document, undefined, 2)}\n`);
  return exitOf(all);
}

class WrongUsage extends Error {}

function contentOf(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unread(file, error);
  }
}

async function* partsOf(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file);
  } catch (error) {
    throw unread(file, error);
  }
}

/** A file that cannot be read, in words. */
function unread(file: string, error: unknown): WrongUsage {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Readonly<Record<string, string>> = {
    ENOENT: "there is no such file",
    EISDIR: "it is a directory",
    EACCES: "permission denied",
  };
  return new WrongUsage(`${file} cannot be read: ${words[code ?? ""] ?? message}`);
}

function threadsOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new WrongUsage(`--threads takes a whole number from 1 on, not '${text}'`);
}

/** What is wrong with files or arguments; anything else is our own fault. */
function explain(error: unknown): number {
  const { message, code } = error as NodeJS.ErrnoException;
  const isOurs = !(error instanceof WrongUsage) && !String(code).startsWith("ERR_PARSE_ARGS");
  process.stderr.write(`${isOurs ? "internal error" : "error"}: ${message}\n`);
  return isOurs ? 4 : 2;
}

if (!isShareOfWork())
  main(process.argv.slice(2))
    .catch(explain)
    .then((code) => {
      process.exitCode = code;
    });
