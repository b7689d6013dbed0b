/** Models of `papers symmetry` by their number of processes. */

export function fischer(n: number): string {
  return `typedef scalar[${n}] id_t;
bool set; id_t id;
process P(const id_t p) {
  clock x;
  state Idle, Req { x <= 2 }, Wait, Cs;
  init Idle;
  trans Idle -> Req { guard !set; assign x = 0; },
        Req -> Wait { guard x <= 2; assign x = 0, id = p, set = true; },
        Wait -> Req { guard !set; assign x = 0; },
        Wait -> Cs { guard x > 2 && set && id == p; },
        Cs -> Idle { assign set = false; };
}
system P;
`;
}

/** 0 stands for nobody. */
export function fischerIntegers(n: number): string {
  return `typedef int[1,${n}] id_t;
int[0,${n}] id;
process P(const id_t p) {
  clock x;
  state Idle, Req { x <= 2 }, Wait, Cs;
  init Idle;
  trans Idle -> Req { guard id == 0; assign x = 0; },
        Req -> Wait { guard x <= 2; assign x = 0, id = p; },
        Wait -> Req { guard id == 0; assign x = 0; },
        Wait -> Cs { guard x > 2 && id == p; },
        Cs -> Idle { assign id = 0; };
}
system P;
`;
}

export function philosophers(n: number): string {
  return `const int N = ${n};
typedef int[0,N-1] id_t;
bool fork[N];
process P(const id_t i) {
  clock x;
  state Think, Left { x <= 2 }, Eat { x <= 4 };
  init Think;
  trans Think -> Left { guard !fork[i]; assign fork[i] = true, x = 0; },
        Left -> Eat { guard !fork[(i + 1) % N]; assign fork[(i + 1) % N] = true, x = 0; },
        Left -> Think { guard x == 2; assign fork[i] = false; },
        Eat -> Think { guard x >= 3; assign fork[i] = false, fork[(i + 1) % N] = false; };
}
system P;
`;
}

export function csmacd(n: number): string {
  return `typedef scalar[${n}] id_t;
clock x[id_t]; clock y;
chan begin, end, busy; broadcast chan cd;
process S(const id_t p) {
  state Wait, Send { x[p] <= 808 }, Retry { x[p] <= 52 };
  init Wait;
  trans Wait -> Send { sync begin!; assign x[p] = 0; },
        Wait -> Retry { sync busy!; assign x[p] = 0; },
        Wait -> Wait { sync cd?; assign x[p] = 0; },
        Send -> Wait { guard x[p] == 808; sync end!; assign x[p] = 0; },
        Send -> Retry { sync cd?; assign x[p] = 0; },
        Retry -> Send { guard x[p] < 52; sync begin!; assign x[p] = 0; },
        Retry -> Retry { sync cd?; assign x[p] = 0; };
}
process Bus() {
  state Idle, Active, Collision { y < 26 };
  init Idle;
  trans Idle -> Active { sync begin?; assign y = 0; },
        Active -> Idle { sync end?; assign y = 0; },
        Active -> Active { guard y >= 26; sync busy?; },
        Active -> Collision { guard y < 26; sync begin?; assign y = 0; },
        Collision -> Idle { guard y < 26; sync cd!; assign y = 0; };
}
system S, Bus;
`;
}
