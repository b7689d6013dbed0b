/**
 * A search in turns: it yields now and then, and who runs it may do something else in between, such as hearing a signal.
 * Compiled searches yield between portions of some milliseconds; the others do not yet, and run in one turn.
 */
export type Turns<Result> = Generator<undefined, Result, void>;

/** All turns at once. */
export function finish<Result>(turns: Turns<Result>): Result {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}
