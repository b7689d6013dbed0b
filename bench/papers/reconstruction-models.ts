/**
 * The seven kinds of models of Table I in Rinast, Schupp and Gollmann, written for this project: two doors, the bridge, the
 * train gate, Fischer's protocol, CSMA/CD with 2 and 32 stations, TDMA. The paper's own come with UPPAAL or from case studies;
 * `--models DIR` takes 2doors.xml, bridge.xml, train-gate.xml and fischer.xml from there instead.
 */
import { csmacd } from "./reconstruction-csmacd.ts";
import { type TdmaChoice, tdmaModel } from "./reconstruction-tdma.ts";

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

const doors = `bool activated1, activated2; urgent chan pushed1, pushed2, closed1, closed2;
process Door(bool &active, urgent chan &push, urgent chan &mine, urgent chan &other) {
  clock x;
  state idle, wait, opening { x <= 6 }, open { x <= 8 }, closing { x <= 6 }, closed { x <= 5 };
  init idle;
  trans idle -> wait { sync push?; assign active = true; }, wait -> opening { sync other?; assign x = 0; },
        opening -> open { guard x == 6; assign x = 0; }, open -> closing { guard x >= 4; assign x = 0; },
        closing -> closed { guard x == 6; assign x = 0, active = false; }, closed -> idle { guard x >= 5; },
        idle -> idle { sync mine!; }, wait -> wait { sync mine!; }, closed -> closed { sync mine!; };
}
process User(bool &active, urgent chan &push) {
  clock w;
  state idle, eager;
  init idle;
  trans idle -> eager { guard !active; assign w = 0; }, eager -> idle { sync push!; };
}
D1 = Door(activated1, pushed1, closed1, closed2);
D2 = Door(activated2, pushed2, closed2, closed1);
U1 = User(activated1, pushed1); U2 = User(activated2, pushed2);
system D1, D2, U1, U2;
`;

const bridge = `chan take, release; int[0,1] side; clock time;
process Soldier(const int delay) {
  clock y;
  state unsafe, toSafe, safe, toUnsafe;
  init unsafe;
  trans unsafe -> toSafe { guard side == 0; sync take!; assign y = 0; }, toSafe -> safe { guard y >= delay; sync release!; },
        safe -> toUnsafe { guard side == 1; sync take!; assign y = 0; }, toUnsafe -> unsafe { guard y >= delay; sync release!; };
}
process Torch() {
  state free, taken, one, two; urgent taken;
  init free;
  trans free -> taken { sync take?; }, taken -> one { }, taken -> two { sync take?; }, two -> one { sync release?; },
        one -> free { sync release?; assign side = 1 - side; };
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

/** The nearest of the family; the search over it is `--search`. */
const nearest: TdmaChoice = {
  stations: 3,
  heard: "in turn",
  drift: true,
  lasting: true,
  clocks: 1,
  patient: true,
  switched: false,
  judged: false,
  watched: false,
};

export const models: Readonly<Record<string, string>> = {
  "2doors": doors,
  bridge,
  "train-gate": trainGate,
  fischer,
  csmacd2: csmacd(2),
  csmacd32: csmacd(32),
  tdma: tdmaModel(nearest),
};
