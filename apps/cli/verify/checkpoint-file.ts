import type { Hash } from "node:crypto";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import type { Frozen, Kept } from "../../../src/index.ts";
import { patiently } from "../io/patiently.ts";
import { reason } from "../io/reason.ts";
import { writeParts } from "../io/write.ts";
import { Failure } from "../process/exit.ts";
import { newSum, sha256 } from "../process/machine.ts";

/**
 * The file of a checkpoint: a line that names the format, a line of JSON that says whose it is, then the memory of the search
 * without its empty pages: for each stretch of others the first page and how many there are (32-bit little-endian), and their
 * bytes; page 2^32 - 1 ends it; and at last the SHA-256 of all before. Written whole or not at all, and read straight into
 * the memory of the search.
 */
export interface About {
  /** The version that wrote it. */
  readonly zonal: string;
  /** SHA-256 of the model's file. */
  readonly model?: string;
  readonly query: string;
  /** What else the search depends on, by the names of options. */
  readonly options: Readonly<Record<string, unknown>>;
}

interface Header extends About {
  /** SHA-256 of the code that searched. */
  readonly code: string;
  readonly entry: Frozen["entry"];
  readonly pages: number;
}

const FORMAT = "zonal checkpoint 1\n";
const PAGE = 65536;
/** Pages that are written at once. */
const STRETCH = 256;
const END = 2 ** 32 - 1;
const SUM = 32;
/** Nobody writes more about a search. */
const LONGEST_HEADER = 2 ** 22;

/** Writes it; how many bytes it has. */
export function writeCheckpoint(path: string, about: About, { code, entry, memory }: Frozen): number {
  const header: Header = { ...about, code: sha256(code), entry, pages: memory.length / PAGE };
  const sum = newSum();
  let bytes = 0;
  function* parts(): Generator<Uint8Array> {
    for (const part of contents(header, memory)) {
      sum.update(part);
      bytes += part.length;
      yield part;
    }
    bytes += SUM;
    yield sum.digest();
  }
  writeParts(path, parts());
  return bytes;
}

function* contents(header: Header, memory: Uint8Array): Generator<Uint8Array> {
  yield Buffer.from(`${FORMAT}${JSON.stringify(header)}\n`, "utf8");
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const isEmpty = (page: number): boolean => {
    for (let k = (page * PAGE) / 8; k < ((page + 1) * PAGE) / 8; k++) if (words[k] !== 0n) return false;
    return true;
  };
  for (let page = 0; page < header.pages; ) {
    const first = page;
    while (page < header.pages && page - first < STRETCH && !isEmpty(page)) page++;
    if (page === first) {
      page++;
      continue;
    }
    yield stretchOf(first, page - first);
    yield memory.subarray(first * PAGE, page * PAGE);
  }
  yield stretchOf(END, 0);
}

function stretchOf(first: number, count: number): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(8));
  bytes.setUint32(0, first, true);
  bytes.setUint32(4, count, true);
  return new Uint8Array(bytes.buffer);
}

/** A checkpoint that is there: what it is about, and the search. Its memory is read once. */
interface Found {
  readonly about: About;
  readonly kept: Kept;
}

export function openCheckpoint(path: string): Found {
  const file = new Reader(path);
  const header = file.header();
  return {
    about: header,
    kept: {
      entry: header.entry,
      bytes: header.pages * PAGE,
      read: (code, into) => {
        if (sha256(code) !== header.code)
          throw new Failure(`${path} is a checkpoint of another search${byAnother(header)}`);
        file.read(into);
      },
    },
  };
}

function byAnother({ zonal }: About): string {
  return `: this version of Zonal searches otherwise than the one that wrote it (${zonal})`;
}

class Reader {
  private readonly path: string;
  private readonly fd: number;
  private readonly sum: Hash = newSum();
  private at = 0;

  constructor(path: string) {
    this.path = path;
    this.fd = this.told(() => openSync(path, "r"));
    if (this.told(() => fstatSync(this.fd)).isDirectory()) throw new Failure(`${path} is a directory, not a file`);
  }

  header(): Header {
    if (this.take(FORMAT.length, true)?.toString("latin1") !== FORMAT)
      throw new Failure(`${this.path} is no checkpoint that this version of Zonal reads`);
    const text: Buffer[] = [];
    for (;;) {
      const byte = this.take(1);
      if (byte[0] === 10) break;
      text.push(byte);
      if (text.length > LONGEST_HEADER) throw this.damaged("its header has no end");
    }
    try {
      const header = JSON.parse(Buffer.concat(text).toString("utf8")) as Header;
      if (isHeader(header)) return header;
    } catch {}
    throw this.damaged("its header makes no sense");
  }

  /** All pages; throws if they are not what was written. */
  read(into: Uint8Array): void {
    into.fill(0);
    for (;;) {
      const stretch = this.take(8);
      const [first, count] = [stretch.readUInt32LE(0), stretch.readUInt32LE(4)];
      if (first === END) break;
      if ((first + count) * PAGE > into.length) throw this.damaged("it has more pages than it says");
      this.fill(into.subarray(first * PAGE, (first + count) * PAGE));
    }
    const told = this.sum.digest();
    const sum = Buffer.alloc(SUM);
    if (this.some(sum) !== SUM || !sum.equals(told)) throw this.damaged("its checksum is another");
    closeSync(this.fd);
  }

  private take(size: number, isMissing: true): Buffer | undefined;
  private take(size: number): Buffer;
  private take(size: number, mayMiss = false): Buffer | undefined {
    const bytes = Buffer.alloc(size);
    if (mayMiss) {
      const isThere = this.some(bytes) === size;
      this.sum.update(bytes);
      return isThere ? bytes : undefined;
    }
    this.fill(bytes);
    return bytes;
  }

  private fill(bytes: Uint8Array): void {
    if (this.some(bytes) !== bytes.length) throw this.damaged("it ends too early");
    this.sum.update(bytes);
  }

  private some(bytes: Uint8Array): number {
    let got = 0;
    while (got < bytes.length) {
      const size = this.told(() => patiently(() => readSync(this.fd, bytes, got, bytes.length - got, this.at)));
      if (size === 0) break;
      got += size;
      this.at += size;
    }
    return got;
  }

  private told<T>(call: () => T): T {
    try {
      return call();
    } catch (error) {
      throw new Failure(`${this.path} cannot be read: ${reason(error)}`);
    }
  }

  private damaged(why: string): Failure {
    return new Failure(`${this.path} is damaged: ${why}`);
  }
}

function isHeader({ zonal, model, query, options, code, entry, pages }: Header): boolean {
  const isText = [zonal, query, code].every((value) => typeof value === "string");
  const isModel = model === undefined || typeof model === "string";
  const isSize = [1, 2, 4].includes(entry) && Number.isInteger(pages) && pages > 0 && pages <= 65536;
  return isText && isModel && isSize && typeof options === "object" && options !== null;
}
