import { existsSync, unlinkSync } from "node:fs";
import type { Command } from "commander";
import { type Frozen, type Keeper, version } from "../../../src/index.ts";
import { same } from "../io/files.ts";
import type { Io } from "../io/io.ts";
import { lockFile } from "../io/lock.ts";
import { bytes } from "../io/progress.ts";
import { bytesOf, type Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { Failure } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import { positive } from "../process/numbers.ts";
import type { Answer } from "./answer.ts";
import { type About, openCheckpoint, writeCheckpoint } from "./checkpoint-file.ts";
import type { Run } from "./run.ts";

/**
 * `--checkpoint` and `--resume`: a search that takes long is written to a file now and then, once more when a signal or a limit
 * ends it, and goes on from there another day. The file is removed when there is an answer. Only one process at a time has it.
 */
export interface CheckpointOptions {
  readonly checkpoint?: string;
  readonly every?: number;
  readonly resume?: string;
}

export function addCheckpoint(command: Command): Command {
  return command
    .option("--checkpoint <file>", "keep the search in this file, so that --resume goes on with it; for one query")
    .option(
      "--every <seconds>",
      "how often it is kept (60); less often where that would take a tenth of the time",
      positive,
    )
    .option("--resume <file>", "go on with the search that is kept in this file, and keep it there");
}

export function checkCheckpoint({ checkpoint, every, resume }: CheckpointOptions): void {
  if (every !== undefined && checkpoint === undefined && resume === undefined)
    throw new Failure("--every says how often a search is kept: give --checkpoint or --resume too");
  if (checkpoint === "-" || resume === "-") throw new Failure("a checkpoint is a file, not a stream");
}

/** Milliseconds between two checkpoints, if nothing else is said. */
const EVERY = 60_000;
/** So many times what the last one took is searched before the next. */
const SHARE = 10;

/** Undefined if nothing is to be kept. `told` are the options that a search depends on. */
export function keepingOf(
  options: CheckpointOptions & { readonly accelerate?: unknown },
  loaded: Ready,
  asked: readonly Question[],
  told: About["options"],
  io: Io,
): Keeping | undefined {
  const { checkpoint, resume } = options;
  const path = checkpoint ?? resume;
  if (path === undefined) return undefined;
  const [question, more] = asked;
  if (question?.query === undefined || more !== undefined)
    throw new Failure("a checkpoint is kept of one symbolic query", {
      hint: "choose it by --query N, or give one by -e",
    });
  if (options.accelerate !== undefined) throw new Failure("give --accelerate or a checkpoint, not both");
  const model = bytesOf(loaded.source);
  const about: About = {
    zonal: version,
    ...(model === undefined ? {} : { model: sha256(model) }),
    query: question.text,
    options: told,
  };
  return new Keeping(path, resume, about, options.every, io);
}

export class Keeping implements Keeper {
  readonly kept: Keeper["kept"];
  private readonly path: string;
  private readonly resumed: string | undefined;
  private readonly about: About;
  private readonly every: number;
  private readonly io: Io;
  private readonly unlock: () => void;
  /** When the last one was written, how long that took, and how large it is. */
  private last: number;
  private cost = 0;
  private size: number | undefined;
  private written = 0;
  private hasFailed = false;

  constructor(path: string, resumed: string | undefined, about: About, every: number | undefined, io: Io) {
    this.path = path;
    this.resumed = resumed;
    this.about = about;
    this.every = every === undefined ? EVERY : every * 1000;
    this.io = io;
    this.unlock = lockFile(path);
    this.last = io.now();
    const kept = resumed === undefined ? undefined : this.orUnlock(() => this.found(resumed));
    this.kept = kept && { ...kept, read: (code, into) => this.orUnlock(() => kept.read(code, into)) };
  }

  /** Whatever is refused leaves nothing behind. */
  private orUnlock<T>(action: () => T): T {
    try {
      return action();
    } catch (error) {
      this.unlock();
      throw error;
    }
  }

  isDue(): boolean {
    return this.io.now() - this.last >= Math.max(this.every, SHARE * this.cost);
  }

  /** A disk that is full must not end a search: it is told, and tried again. */
  keep(search: Frozen): void {
    const { io } = this;
    const started = io.now();
    io.watch.tell?.({ kind: "writing", isOn: true });
    try {
      this.size = writeCheckpoint(this.path, this.about, search);
      this.written++;
      this.hasFailed = false;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      io.err(`warning: the search is not kept: ${error.message}\n`);
      this.hasFailed = true;
    } finally {
      io.watch.tell?.({ kind: "writing", isOn: false });
    }
    this.last = io.now();
    this.cost = this.last - started;
  }

  /** An answer needs no checkpoint any more; of what has none it is told how to go on. */
  finish({ verdict }: Answer, { options, io, saver }: Pick<Run, "options" | "io" | "saver">): void {
    const isAnswered = verdict !== undefined && verdict.outcome !== "unknown";
    if (isAnswered) this.remove();
    this.unlock();
    if (this.hasFailed) saver.hasFailed = true;
    if (isAnswered || !this.isThere || options.json || options.quiet) return;
    const size = this.size === undefined ? "" : ` (${bytes(this.size)})`;
    io.out(`   the search is kept in ${this.path}${size}: go on with --resume ${this.path}\n`);
  }

  json(): { readonly checkpoint: object } {
    const { path: file, written, size } = this;
    const bytes = size === undefined ? {} : { bytes: size };
    return { checkpoint: { file, resumed: this.resumed !== undefined, written, ...bytes, isKept: this.isThere } };
  }

  private get isThere(): boolean {
    return existsSync(this.path);
  }

  private remove(): void {
    const isOwn = this.resumed !== undefined && same(this.resumed, this.path);
    if (this.written === 0 && !isOwn) return;
    try {
      unlinkSync(this.path);
    } catch {
      // It may be gone already.
    }
  }

  /** The search to go on with. Throws where it is one of something else, and says of what. */
  private found(path: string): Keeper["kept"] {
    const { about, kept } = openCheckpoint(path);
    const [then, now] = [about, this.about];
    const differs = (what: string): Failure => new Failure(`${path} is a checkpoint of ${what}`);
    if (then.model !== now.model) throw differs("another model, or of this one before it was changed");
    if (then.query !== now.query) throw differs(`another query: ${then.query}`);
    const names = new Set([...Object.keys(then.options), ...Object.keys(now.options)]);
    const other = [...names].filter((name) => JSON.stringify(then.options[name]) !== JSON.stringify(now.options[name]));
    if (other.length > 0) {
      const list = other.map((name) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
      throw differs(`a search with other options: ${list.join(", ")}`);
    }
    return kept;
  }
}
