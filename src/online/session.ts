/**
 * A session: lines in, replies out, one after another. Each accepted event is handed to `accept` (a journal) before it is
 * answered; a line that is refused is counted by kind and changes nothing. `push` gives the reply when the line's turn has
 * come. No more than `queue` lines wait: `hasRoom` and `room` let the source hold back. After `close` nothing is taken any
 * more, and what waits is still answered.
 */
import { wants } from "../base/index.ts";

import type { Correction } from "./adapt.ts";
import { type OnlineEvent, parseEvent } from "./event.ts";
import type { Forecast, Forecaster } from "./forecast.ts";
import type { Observer, Refused } from "./observer.ts";
import type { Learned } from "./unknowns.ts";

export interface Answer {
  readonly kind: "answer";
  /** Events accepted so far, this one included. */
  readonly n: number;
  readonly t: number;
  /** How many states are possible. */
  readonly states: number;
  readonly forecasts: readonly Forecast[];
  /** What the event set, beside what the model had. */
  readonly corrections?: readonly Correction[];
  /** What the events have taught of the constants that are learned. */
  readonly learned?: Learned;
  /** The answer came after its deadline. */
  readonly late?: true;
}

export interface Refusal {
  readonly kind: "refused";
  readonly why: Refused["kind"];
  readonly reason: string;
}

export type Reply = Answer | Refusal;

export interface SessionOptions {
  /** Milliseconds that an answer may take; needs `now`. */
  readonly deadline?: number | undefined;
  readonly now?: (() => number) | undefined;
  /** Called with each accepted event before it is answered. */
  readonly accept?: ((event: OnlineEvent) => void | Promise<void>) | undefined;
  /** Lines that may wait; 64 by default. */
  readonly queue?: number | undefined;
}

export class OnlineSession {
  readonly observer: Observer;
  /** Refused lines by kind. */
  readonly refused: Record<Refused["kind"], number> = {
    malformed: 0,
    order: 0,
    impossible: 0,
    unexplained: 0,
    limit: 0,
    fault: 0,
  };
  private readonly forecaster: Pick<Forecaster, "forecast">;
  private readonly options: SessionOptions;
  private waiting = 0;
  private closed = false;
  private last: Promise<unknown> = Promise.resolve();
  private rooms: (() => void)[] = [];

  constructor(observer: Observer, forecaster: Pick<Forecaster, "forecast">, options: SessionOptions = {}) {
    wants("new OnlineSession", observer, "object");
    wants("new OnlineSession", forecaster, "object");
    this.observer = observer;
    this.forecaster = forecaster;
    this.options = options;
  }

  get hasRoom(): boolean {
    return this.waiting < (this.options.queue ?? 64);
  }

  /** Resolves when a line may be pushed. */
  room(): Promise<void> {
    return this.hasRoom ? Promise.resolve() : new Promise((resolve) => this.rooms.push(resolve));
  }

  /** Rejects if the session is closed or its queue is full. */
  push(line: string): Promise<Reply> {
    if (this.closed) return Promise.reject(new Error("the session is closed"));
    if (!this.hasRoom) return Promise.reject(new Error("the queue is full"));
    this.waiting++;
    const reply = this.last.then(() => this.handle(line));
    // A journal that fails must not keep later lines from being tried, nor go unseen: its caller gets the rejection.
    this.last = reply
      .catch(() => {})
      .then(() => {
        this.waiting--;
        if (this.hasRoom) this.rooms.shift()?.();
      });
    return reply;
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.last;
  }

  /** Says again what is to be said of the present states, for those who lost the last answer. */
  answer(began = this.options.now?.() ?? 0): Answer {
    const { observer, options } = this;
    const { deadline, now } = options;
    const end = deadline === undefined ? Number.POSITIVE_INFINITY : began + deadline;
    const forecasts = this.forecaster.forecast(observer.windowStates(), end);
    const late = now !== undefined && now() > end;
    return {
      kind: "answer",
      n: observer.accepted,
      t: observer.t,
      states: observer.states.length,
      forecasts,
      ...(observer.unknowns === undefined ? {} : { learned: observer.unknowns.learned(observer.states) }),
      ...(late ? { late } : {}),
    };
  }

  private async handle(line: string): Promise<Reply> {
    const began = this.options.now?.() ?? 0;
    const event = parseEvent(line);
    if (typeof event === "string") return this.refuse({ kind: "malformed", reason: event });
    const undo = this.observer.mark();
    const wrong = this.observer.observe(event);
    if (wrong !== undefined) return this.refuse(wrong);
    try {
      await this.options.accept?.(event);
    } catch (error) {
      // What is not in the journal did not happen.
      undo();
      throw error;
    }
    const { corrections } = this.observer;
    return { ...this.answer(began), ...(corrections.length === 0 ? {} : { corrections }) };
  }

  private refuse({ kind, reason }: Refused): Refusal {
    this.refused[kind]++;
    return { kind: "refused", why: kind, reason };
  }
}
