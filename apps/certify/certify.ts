/**
 * The checker of certificates on Node: brings what `checking.ts` leaves to others, decompression, the hash of the model, and
 * threads. A certificate is read once, as it comes; of what was read only packed members are kept, which threads share.
 */
import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { createGunzip, gunzipSync } from "node:zlib";
import { acceptsHead, mattersTo } from "./advice.ts";
import { Checking, type Judgement, type Subject } from "./checking.ts";
import { judgeWithThreads } from "./threads.ts";

export interface CertifyOptions {
  /** How many threads judge members; 1 by default. The judgement does not depend on it. */
  readonly threads?: number;
  /** The specification's model, for a refinement between two models. */
  readonly specification?: Model;
  /** Ends it: then the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Runs each piece of work that does not wait for anything, such as under a watch; by default just so. */
  readonly within?: <T>(job: () => T) => T;
}

/** Bytes that a compressed certificate may have when it is unpacked in one piece; in parts it may have any number. */
const LARGEST = 2 ** 31;

/** A model's bytes, and its file name, whose ending says its format. */
interface Model {
  readonly model: Uint8Array;
  readonly name: string;
}

/** Checks a certificate, compressed or not. `name` is the model's file name, whose ending says its format. */
export function certify(model: Uint8Array, name: string, certificate: Uint8Array, specification?: Model): Judgement {
  const checking = new Checking(subjectOf(model, name, specification));
  try {
    checking.add(isPacked(certificate) ? gunzipSync(certificate, { maxOutputLength: LARGEST }) : certificate);
  } catch (error) {
    failOrThrow(checking, error);
  }
  checking.isReady();
  return checking.judge();
}

/** For those who write a certificate: whether the checker takes what its first line states, and what may be left out there. */
export function advice(model: Uint8Array, name: string) {
  const subject = subjectOf(model, name);
  return {
    accepts: (head: string): boolean => acceptsHead(subject, head),
    matters: (head: string, mayLeaveOut: boolean) => mattersTo(subject, head, mayLeaveOut),
  };
}

/** Checks a certificate that comes in parts, with threads. */
export async function certifyParts(
  model: Uint8Array,
  name: string,
  parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  { threads = 1, signal, specification, within = (job) => job() }: CertifyOptions = {},
): Promise<Judgement> {
  const subject = subjectOf(model, name, specification);
  const checking = new Checking(subject);
  try {
    for await (const part of unpacked(parts)) {
      signal?.throwIfAborted();
      if (!within(() => checking.add(part))) break;
    }
  } catch (error) {
    failOrThrow(checking, error);
  }
  const isReady = within(() => checking.isReady());
  const several = isReady ? Math.min(threads, checking.size) : 1;
  if (several <= 1) return within(() => checking.judge());
  return judgeWithThreads(checking, subject, several, within, signal);
}

function subjectOf(model: Uint8Array, name: string, specification?: Model): Subject {
  const other = specification && subjectOf(specification.model, specification.name);
  const sha256 = createHash("sha256").update(model).digest("hex");
  return { model, name, sha256, ...(other === undefined ? {} : { specification: other }) };
}

function isPacked(bytes: Uint8Array | undefined): boolean {
  return bytes?.[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether the file is compressed its first bytes tell. */
async function* unpacked(parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = Readable.from(parts)[Symbol.asyncIterator]();
  const first: IteratorResult<Uint8Array> = await source.next();
  if (first.done === true) return;
  const all = (async function* (): AsyncGenerator<Uint8Array> {
    yield first.value;
    yield* source;
  })();
  yield* isPacked(first.value) ? pipeline(Readable.from(all), createGunzip(), () => {}) : all;
}

/** What zlib throws tells of a damaged file, or of one that is too large for one piece; the rest is not ours. */
function failOrThrow(checking: Checking, error: unknown): void {
  const code = String((error as NodeJS.ErrnoException).code);
  if (code === "ERR_BUFFER_TOO_LARGE") checking.fail("the certificate is too large to be unpacked at once");
  else if (code.startsWith("Z_")) checking.fail("the compressed certificate is damaged");
  else throw error;
}
