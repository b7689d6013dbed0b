/**
 * The seven kinds of models of Table I in Rinast, Schupp and Gollmann, written for this project: two doors, the bridge, the
 * train gate, Fischer's protocol, CSMA/CD with 2 and 32 stations, TDMA. The paper's own come with UPPAAL or from case studies;
 * `--models DIR` takes 2doors.xml, bridge.xml, train-gate.xml and fischer.xml from there instead.
 */
/** The paper's figures: transitions after 100 and 1000, transformations before and after 100 and 1000. */
export interface PaperRow {
  readonly transitions: readonly [number, number];
  readonly before: readonly [number, number];
  readonly after: readonly [number, number];
  readonly reduction: readonly [number, number];
}

export const paper: Readonly<Record<string, PaperRow>> = {
  "2doors": { transitions: [65.89, 627.9], before: [364.7, 3722.3], after: [254.46, 2612.9], reduction: [30.2, 29.8] },
  bridge: { transitions: [68.21, 641.3], before: [188.39, 1882.8], after: [144.09, 1436.4], reduction: [23.5, 23.7] },
  "train-gate": {
    transitions: [66.18, 606.1],
    before: [320.09, 3200.1],
    after: [214.17, 2194.1],
    reduction: [33.1, 31.4],
  },
  fischer: { transitions: [91.27, 853], before: [345.33, 3455.3], after: [249.46, 2486.8], reduction: [27.7, 28] },
  csmacd2: { transitions: [100, 1000], before: [709.71, 7238.1], after: [434.19, 4375.5], reduction: [38.8, 39.5] },
  csmacd32: { transitions: [75.58, 619.6], before: [1818.6, 22491.1], after: [327.49, 2540.3], reduction: [79.7, 84] },
  tdma: { transitions: [68.16, 663.1], before: [719.88, 6446.3], after: [240.11, 2651.5], reduction: [66.6, 58.9] },
};

const doors = `bool activated1, activated2; chan pushed1, pushed2; urgent chan closed1, closed2;
process Door(bool &mine, bool &other, chan &push, urgent chan &closed, urgent chan &free) {
  clock x;
  state idle, wait, opening { x <= 6 }, open { x <= 8 }, closing { x <= 6 };
  init idle;
  trans idle -> wait { sync push?; assign mine = true; },
        wait -> opening { guard !other; assign x = 0; },
        wait -> opening { sync free?; assign x = 0; },
        opening -> open { guard x == 6; assign x = 0; },
        open -> open { sync push?; assign x = 0; },
        open -> closing { guard x >= 4; assign x = 0; },
        closing -> opening { guard x < 6; sync push?; assign x = 6 - 6; },
        closing -> idle { guard x == 6; assign mine = false; },
        idle -> idle { guard !mine; sync closed!; };
}
process User(chan &push) { clock w; state idle; init idle; trans idle -> idle { guard w >= 1; sync push!; assign w = 0; }; }
D1 = Door(activated1, activated2, pushed1, closed1, closed2);
D2 = Door(activated2, activated1, pushed2, closed2, closed1);
U1 = User(pushed1); U2 = User(pushed2);
system D1, D2, U1, U2;
`;

const bridge = `chan take, release; bool L; clock time;
process Soldier(const int delay) {
  clock y;
  state unsafe, toSafe, safe, toUnsafe;
  init unsafe;
  trans unsafe -> toSafe { sync take!; assign y = 0; }, toSafe -> safe { guard y >= delay; sync release!; },
        safe -> toUnsafe { sync take!; assign y = 0; }, toUnsafe -> unsafe { guard y >= delay; sync release!; };
}
process Torch() {
  state free, one, two; urgent one;
  init free;
  trans free -> one { sync take?; }, one -> two { guard !L; sync take?; }, one -> two { guard L; }, two -> one { guard !L; sync release?; assign L = true; }, one -> free { guard L; sync release?; assign L = false; }, two -> free { guard L; sync release?; assign L = false; };
}
S1 = Soldier(5); S2 = Soldier(10); S3 = Soldier(20); S4 = Soldier(25);
system S1, S2, S3, S4, Torch;
`;

const trainGate = `const int N = 6; typedef int[0,N-1] id_t; chan appr[N], stop[N], leave[N]; urgent chan go[N];
process Train(const id_t id) {
  clock x;
  state Safe, Appr { x <= 20 }, Stop, Start { x <= 15 }, Cross { x <= 5 };
  init Safe;
  trans Safe -> Appr { sync appr[id]!; assign x = 0; }, Appr -> Cross { guard x >= 10; assign x = 0; }, Appr -> Stop { guard x <= 10; sync stop[id]?; },
        Stop -> Start { sync go[id]?; assign x = 0; }, Start -> Cross { guard x >= 7; assign x = 0; }, Cross -> Safe { guard x >= 3; sync leave[id]!; };
}
process Gate() {
  id_t list[N+1]; int[0,N] len;
  void enqueue(id_t e) { list[len++] = e; }
  void dequeue() { int i = 0; len -= 1; while (i < len) { list[i] = list[i + 1]; i++; } list[i] = 0; }
  state Free, Occ, Stopping; commit Stopping;
  init Free;
  trans Free -> Occ { guard len > 0; sync go[list[0]]!; }, Free -> Occ { select e : id_t; guard len == 0; sync appr[e]?; assign enqueue(e); },
        Occ -> Free { select e : id_t; guard e == list[0]; sync leave[e]?; assign dequeue(); }, Occ -> Stopping { select e : id_t; sync appr[e]?; assign enqueue(e); },
        Stopping -> Occ { sync stop[list[len - 1]]!; };
}
system Train, Gate;
`;

const fischer = `typedef int[1,6] id_t; int id;
process P(const id_t pid) {
  clock x; const int k = 2;
  state A, req { x <= k }, wait, cs;
  init A;
  trans A -> req { guard id == 0; assign x = 0; }, req -> wait { guard x <= k; assign x = 0, id = pid; }, wait -> req { guard id == 0; assign x = 0; },
        wait -> cs { guard x > k && id == pid; }, cs -> A { assign id = 0; };
}
system P;
`;

const tdma = `const int N = 3, SLOT = 10; typedef int[0,N-1] id_t; broadcast chan frame; urgent broadcast chan heard; int[0,N-1] turn; clock slot;
process Station(const id_t id) {
  clock x, idle; int[0,3] missed;
  state Listen { x <= SLOT * N }, Ready { x <= SLOT }, Send { x <= 6 }, Sent; commit Sent;
  init Listen;
  trans Listen -> Ready { guard turn == id && x >= 1; assign x = 0; }, Ready -> Send { guard x >= 2; assign x = 0; },
        Send -> Sent { guard x >= 4; sync frame!; assign x = 0, idle = 0; }, Sent -> Listen { assign x = 0, missed = 0; },
        Listen -> Listen { guard turn != id; sync frame?; assign x = 0; }, Listen -> Listen { guard x == SLOT * N; assign x = 0, missed = missed < 3 ? missed + 1 : 3; };
}
process Schedule() { state S { slot <= SLOT * 2 }; init S; trans S -> S { guard slot >= SLOT; assign slot = 0, turn = (turn + 1) % N; }; }
system Station, Schedule;
`;

/** Collisions are heard by all; who waits without a message ignores them, so that each process has one way to go. */
const csmacd = (
  n: number,
): string => `const int N = ${n}; typedef int[0,N-1] id_t; chan begin[N], busy[N], end[N]; broadcast chan cd;
process Sender(const id_t id) {
  clock x;
  state wait, start { x <= 808 }, retry { x <= 52 };
  init wait;
  trans wait -> start { sync begin[id]!; assign x = 0; }, wait -> retry { sync busy[id]!; assign x = 0; },
        start -> wait { guard x == 808; sync end[id]!; assign x = 0; }, start -> retry { sync cd?; assign x = 0; },
        retry -> start { sync begin[id]!; assign x = 0; }, retry -> retry { sync busy[id]!; assign x = 0; }, retry -> retry { sync cd?; assign x = 0; };
}
process Bus() {
  clock y;
  state idle, active, collision { y < 26 };
  init idle;
  trans idle -> active { select i : id_t; sync begin[i]?; assign y = 0; }, active -> collision { select i : id_t; guard y < 26; sync begin[i]?; assign y = 0; },
        active -> active { select i : id_t; guard y >= 26; sync busy[i]?; }, active -> idle { select i : id_t; sync end[i]?; assign y = 0; },
        collision -> idle { sync cd!; assign y = 0; };
}
system Sender, Bus;
`;

export const models: Readonly<Record<string, string>> = {
  "2doors": doors,
  bridge,
  "train-gate": trainGate,
  fischer,
  csmacd2: csmacd(2),
  csmacd32: csmacd(32),
  tdma,
};
