import { type Elsewhere, type Network, QuestionParts, type Verdict } from "../../../src/index.ts";
import { type ClusterJob, type ClusterJobs, type JobEnd, joinJobs } from "../cluster/jobs.ts";
import { type Asks, type Came, type Piece, pieceId, unpackCame } from "../cluster/piece.ts";
import type { Io } from "../io/io.ts";
import { dialectAsked } from "../model/dialect.ts";
import { bytesOf, type Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { Failure } from "../process/exit.ts";
import { sha256 } from "../process/machine.ts";
import { DROPPED } from "../sweep/pool.ts";
import { type Answer, stand, unanswered, whyNotAsked } from "./answer.ts";
import { wishesOf } from "./ask.ts";
import type { Options } from "./options.ts";

/**
 * `zonal verify --cluster`: what is independent goes to workers as jobs. Each query is one; where the whole takes long, or
 * comes to no answer, the parts of an `A[]` or `E<>` are more, and whoever proves it first ends the others; and of a long
 * statistical query its runs are, piece by piece, counted here in the order of their numbers. Answers are told here, in the
 * order of the queries.
 */
export async function joinAfar(
  url: string,
  loaded: Ready,
  asked: readonly Question[],
  options: Options,
  io: Io,
): Promise<Afar> {
  const bytes = bytesOf(loaded.source);
  if (bytes === undefined) throw new Failure("a model that was not read from a file cannot be sent");
  const model = { file: loaded.place.name, sha256: sha256(bytes), bytes };
  const jobs = await joinJobs(url, [model], io);
  const piece = {
    model: model.file,
    sha256: model.sha256,
    ...dialectAsked(options, io),
    limits: {
      ...(options.timeout === undefined ? {} : { timeout: options.timeout }),
      ...(options.memory === undefined ? {} : { memory: options.memory }),
      ...(options.maxStates === undefined ? {} : { maxStates: options.maxStates }),
    },
  };
  return new Afar(jobs, piece, loaded.network, asked, options, io);
}

/** Queries that are handed out before the first of them is answered. */
const AHEAD = 256;
/** Milliseconds between looks at signals and parts; that a worker has for a whole before its parts are handed out. */
const MOMENT = 50;
const PATIENCE = 2000;

type End = JobEnd<Came>;

export class Afar {
  private readonly jobs: ClusterJobs;
  private readonly piece: Omit<Piece, "asks">;
  private readonly network: Network | undefined;
  private readonly asked: readonly Question[];
  private readonly options: Options;
  private readonly io: Io;
  private readonly wholes = new Map<Question, Promise<End>>();
  /** A statistical query waits for its next piece. */
  private isIdle = false;
  private arrived: () => void = () => undefined;

  constructor(
    jobs: ClusterJobs,
    piece: Omit<Piece, "asks">,
    network: Network | undefined,
    asked: readonly Question[],
    options: Options,
    io: Io,
  ) {
    this.jobs = jobs;
    this.piece = piece;
    this.network = network;
    this.asked = asked;
    this.options = options;
    this.io = io;
  }

  /** What is wrong with itself, and what runs say, is told here. */
  takes({ query }: Question): boolean {
    return query !== undefined;
  }

  async answer(question: Question): Promise<Answer> {
    const { io, jobs } = this;
    const why = whyNotAsked(io);
    if (why !== undefined) return unanswered(question, `not asked, since ${why}`);
    io.watch.stage(`answering query ${question.number}`, true);
    const started = io.now();
    const whole = this.handOut(question);
    const id = this.jobOf(question, { kind: "whole", wishes: this.wishes }).id;
    let parts: PartsAfar | undefined;
    let begun: number | undefined;
    let end: End | undefined;
    for (;;) {
      end ??= await Promise.race([whole, moment(MOMENT)]);
      if (io.signal() !== undefined) {
        await jobs.recall();
        return unanswered(question, "the search was stopped");
      }
      const answer = end && answerOf(question, end);
      if (answer !== undefined && answer.verdict?.outcome !== "unknown") {
        parts?.recall();
        return answer;
      }
      if (jobs.isActive(id)) begun ??= io.now();
      if (answer !== undefined || (begun !== undefined && io.now() - begun > PATIENCE))
        parts ??= this.partsOf(question);
      const verdict = parts?.verdict;
      if (verdict !== undefined) {
        parts?.recall();
        if (end === undefined) this.leave(whole, id);
        return { question, verdict, standing: stand(question, verdict), seconds: (io.now() - started) / 1000 };
      }
      if (answer !== undefined && parts?.isOver) return answer;
      if (end !== undefined) await moment(MOMENT);
    }
  }

  /** Runs of a statistical query from the workers. */
  elsewhere(question: Question): Elsewhere {
    const ids = new Set<string>();
    return {
      hand: (runs, done) => {
        const job = this.jobOf(question, { kind: "runs", runs, seed: this.options.seed });
        ids.add(job.id);
        void this.jobs.do(job).then((end) => {
          ids.delete(job.id);
          const came: Came = "value" in end ? end.value : end;
          done("made" in came ? came.made : "failed" in came ? came : { failed: "what came back are no runs" });
          this.isIdle = false;
          this.arrived();
        });
      },
      wait: () => {
        this.isIdle = true;
      },
      recall: () => void this.jobs.recall([...ids]),
    };
  }

  /** The world for a statistical query, which waits for pieces. */
  get patientIo(): Io {
    return {
      ...this.io,
      isWaiting: () => this.isIdle,
      turn: () => {
        if (!this.isIdle) return moment(0);
        const arrival = new Promise<undefined>((done) => {
          this.arrived = () => done(undefined);
        });
        return Promise.race([arrival, moment(MOMENT)]);
      },
    };
  }

  /** Nobody wants what is still out. */
  async close(): Promise<void> {
    if (this.jobs.size > 0) await this.jobs.recall();
    await this.jobs.close();
  }

  private get wishes() {
    return wishesOf(this.options);
  }

  /** Hands out this query and those that follow, unless they are already. */
  private handOut(question: Question): Promise<End> {
    const first = this.asked.indexOf(question);
    for (const next of this.asked.slice(first, first + AHEAD)) {
      if (this.takes(next) && !this.wholes.has(next)) this.wholes.set(next, this.whole(next));
    }
    return this.wholes.get(question)!;
  }

  /** The same query asked twice is one job. */
  private whole(question: Question): Promise<End> {
    const same = [...this.wholes].find(([other]) => other.written === question.written);
    return same?.[1] ?? this.jobs.do(this.jobOf(question, { kind: "whole", wishes: this.wishes }));
  }

  /** Nobody wants this whole any more; who asks the same again is answered anew. */
  private leave(whole: Promise<End>, id: string): void {
    void this.jobs.recall([id]);
    for (const [question, other] of this.wholes) if (other === whole) this.wholes.delete(question);
  }

  private jobOf({ written }: Question, asks: Asks): ClusterJob<Came> {
    const { label } = this.options;
    const what = written !== undefined ? { query: written } : label === undefined ? {} : { labels: label };
    const piece: Piece = { ...this.piece, ...what, asks };
    return { id: pieceId(piece), data: { piece }, read: cameFrom };
  }

  private partsOf(question: Question): PartsAfar {
    const { wishes } = this;
    const parts = new QuestionParts(this.network!, question.query!, wishes);
    return new PartsAfar(parts, this.jobs, (part) => this.jobOf(question, { kind: "part", wishes, part }));
  }
}

/** The parts of one query, handed out all at once; those that cannot matter any more are taken back. */
class PartsAfar {
  private readonly parts: QuestionParts;
  private readonly jobs: ClusterJobs;
  private readonly out = new Map<string, string>();

  constructor(
    parts: QuestionParts,
    jobs: ClusterJobs,
    jobOf: (part: QuestionParts["wanted"][number]) => ClusterJob<Came>,
  ) {
    this.parts = parts;
    this.jobs = jobs;
    for (const part of parts.wanted) {
      const job = jobOf(part);
      this.out.set(JSON.stringify(part), job.id);
      void jobs.do(job).then((end) => {
        const ending = "value" in end && "ending" in end.value ? end.value.ending : undefined;
        this.out.delete(JSON.stringify(part));
        parts.note(part, ending ?? { isProven: false, statistics: noEffort });
        this.tidy();
      });
    }
  }

  get verdict(): Verdict | undefined {
    return this.parts.verdict;
  }

  /** Nothing can come of them any more. */
  get isOver(): boolean {
    return this.parts.verdict === undefined && this.parts.wanted.length === 0;
  }

  recall(): void {
    void this.jobs.recall([...this.out.values()]);
    this.out.clear();
  }

  private tidy(): void {
    const wanted = new Set(this.parts.wanted.map((part) => JSON.stringify(part)));
    for (const [part, id] of this.out) {
      if (wanted.has(part)) continue;
      this.out.delete(part);
      void this.jobs.recall([id]);
    }
  }
}

const noEffort = { explored: 0, stored: 0, transitions: 0, waiting: 0, memory: 0 };

/** What came of the whole; it was sent without its file, so that a fault in the query is placed there here. */
function answerOf(question: Question, end: End): Answer {
  const came: Came = "value" in end ? end.value : end;
  if ("failed" in came) return unanswered(question, came.failed);
  if (!("verdict" in came)) return unanswered(question, "what came back is no answer");
  const { fault } = came.verdict;
  const placed =
    fault?.origin.file === "query"
      ? { fault: { ...fault, origin: { ...placeIn(question, fault.origin), file: "query" as const } } }
      : {};
  const verdict: Verdict = { ...came.verdict, ...placed, query: question.text };
  return { question, verdict, standing: stand(question, verdict), seconds: came.seconds };
}

/**
 * Where a part of what was sent stands in the file: what was sent is never longer than what is written there (`&lt;`, lines
 * that go on), so that of the same length it is the same, character for character. Otherwise the whole query.
 */
function placeIn({ span, written }: Question, { start, end }: Question["span"]): Question["span"] {
  if (span.end - span.start !== written?.length) return { start: span.start, end: span.end };
  return { start: span.start + start, end: span.start + end };
}

/** What a worker made of a piece; throws if it is not that. */
function cameFrom(returned: unknown): Came {
  const { packed, result } = (returned ?? {}) as { readonly packed?: unknown; readonly result?: { reason?: unknown } };
  if (typeof packed === "string") return unpackCame(packed);
  if (typeof result?.reason !== "string" || result.reason === DROPPED) throw new Error("this is no result");
  return { failed: result.reason };
}

function moment(milliseconds: number): Promise<undefined> {
  return new Promise((done) => {
    setTimeout(() => done(undefined), milliseconds);
  });
}
