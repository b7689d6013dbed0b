/** Models whose errors lie deep: something wears off, leaks or wraps only after many rounds, while others go their ways. */
interface DeepModel {
  readonly name: string;
  readonly text: string;
  readonly query: string;
}

/** Rounds until the error can happen. */
const ROUNDS = 40;

/** Fischer's protocol, whose delay gets too short after so many critical sections. */
const fischer: DeepModel = {
  name: "Fischer, a delay that wears off",
  text: `const int N = 7; int[0, N] id; int[0, ${ROUNDS}] worn;
process P(const int[1, N] i) {
  clock x; state idle, req { x <= 2 }, wait, cs; init idle;
  trans
    idle -> req { guard id == 0; assign x = 0; },
    req -> wait { guard x <= 2; assign x = 0, id = i; },
    wait -> req { guard id == 0; assign x = 0; },
    wait -> cs { guard worn < ${ROUNDS} && x > 2 && id == i; },
    wait -> cs { guard worn == ${ROUNDS} && id == i; },
    cs -> idle { assign id = 0, worn = worn < ${ROUNDS} ? worn + 1 : worn; };
}
system P;`,
  query: "A[] forall (i : int[1, N]) forall (j : int[1, N]) P(i).cs and P(j).cs imply i == j",
};

/** A pool of places, of which each use by one of the clients loses track of one now and then. */
const pool: DeepModel = {
  name: "a pool that leaks places",
  text: `const int N = 6; int[0, ${ROUNDS}] lost;
process C(const int[1, N] i) {
  clock x; state idle, busy { x <= 5 }, done { x <= 8 }; init idle;
  trans
    idle -> busy { guard x >= 3; assign x = 0; },
    busy -> done { guard x >= 1; },
    done -> idle { guard x >= 4; assign x = 0; },
    done -> idle { guard x >= 6 && lost < ${ROUNDS}; assign x = 0, lost = lost + 1; };
}
system C;`,
  query: `A[] lost < ${ROUNDS}`,
};

/** A sender whose numbers wrap around, a lossy medium, and machines beside that never stop. */
const numbers: DeepModel = {
  name: "sequence numbers that wrap",
  text: `const int N = 5; int[0, ${ROUNDS}] sent; chan data, ack; clock t;
process Sender() {
  clock x; state send { x <= 3 }, await { x <= 9 }, wrapped; init send;
  trans
    send -> await { guard x >= 1; sync data!; assign x = 0; },
    await -> send { guard sent < ${ROUNDS}; sync ack?; assign sent = sent + 1, x = 0; },
    await -> wrapped { guard sent == ${ROUNDS}; sync ack?; },
    await -> send { guard x >= 9; assign x = 0; };
}
process Medium() {
  clock y; state free, full { y <= 4 }; init free;
  trans
    free -> full { sync data?; assign y = 0; },
    full -> free { guard y >= 2; sync ack!; },
    full -> free { guard y >= 2; };
}
process Noise(const int[1, N] i) {
  clock z; state a { z <= 7 }, b { z <= 5 }, c { z <= 6 }; init a;
  trans a -> b { guard z >= 2; assign z = 0; }, b -> c { guard z >= 1; assign z = 0; }, c -> a { guard z >= 3; assign z = 0; };
}
system Sender, Medium, Noise;`,
  query: "A[] not Sender.wrapped",
};

/** A watchdog that counts late answers of any of its servers, and never forgets one. */
const watchdog: DeepModel = {
  name: "a watchdog that never forgets",
  text: `const int N = 6; int[0, ${ROUNDS}] late;
process Server(const int[1, N] i) {
  clock x; state idle { x <= 10 }, work { x <= 12 }; init idle;
  trans
    idle -> work { guard x >= 5; assign x = 0; },
    work -> idle { guard x <= 9; assign x = 0; },
    work -> idle { guard x >= 11 && late < ${ROUNDS}; assign late = late + 1, x = 0; },
    work -> idle { guard x >= 11 && late == ${ROUNDS}; assign x = 0; };
}
process Dog() { state on, off; init on; trans on -> off { guard late == ${ROUNDS}; }; }
system Server, Dog;`,
  query: "A[] not Dog.off",
};

/** Trains on a loop with one track; a signal that sticks after so many trains let a second one in. */
const trains: DeepModel = {
  name: "a signal that sticks",
  text: `const int N = 6; int[0, ${ROUNDS}] passed; int[0, N] inside;
process Train(const int[1, N] i) {
  clock x; state away { x <= 30 }, near { x <= 10 }, wait, on { x <= 5 }; init away;
  trans
    away -> near { guard x >= 10; assign x = 0; },
    near -> wait { guard x >= 3; },
    wait -> on { guard inside == 0 || (passed == ${ROUNDS} && inside < N); assign x = 0, inside = inside + 1; },
    on -> away { guard x >= 3; assign x = 0, inside = inside - 1, passed = passed < ${ROUNDS} ? passed + 1 : passed; };
}
system Train;`,
  query: "A[] inside <= 1",
};

export const deepModels: readonly DeepModel[] = [fischer, pool, numbers, watchdog, trains];
