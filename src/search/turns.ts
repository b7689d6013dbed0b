/**
 * A search in turns: it yields now and then, telling what it has done if it likes, and who runs it may do something else in
 * between, such as hearing a signal. Compiled searches yield between portions of some milliseconds.
 */
import type { Statistics } from "./statistics.ts";

export type Turns<Result> = Generator<Statistics | undefined, Result, void>;

/** Work that takes one turn, however long. */
export function* inOneTurn<Result>(work: () => Result): Turns<Result> {
  yield;
  return work();
}

/** All turns at once. */
export function finish<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}
