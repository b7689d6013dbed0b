/**
 * A small model for every construct of docs/compatibility.md that a network can have anything of, under its id there. What
 * they mean is told elsewhere (`test/cases`); here it only matters that there is one for each, or several (`S1/...`).
 */
export interface Construct {
  readonly model: string;
  readonly queries?: readonly string[];
  /** The code by which the model, or else its first query, is refused. */
  readonly refused?: string;
  /** It loops for ever: that takes a second each time until it is a fault, so only its own queries are asked. */
  readonly endless?: true;
}

/** One process P that goes from S to T. */
const step = (declarations: string, labels: string): Construct => ({
  model: `${declarations} process P() { state S, T; init S; trans S -> T { ${labels} }; } system P;`,
});
/** Some body of a process P. */
const body = (declarations: string, inside: string): Construct => ({
  model: `${declarations} process P() { ${inside} } system P;`,
});
/** Some system of processes. */
const whole = (model: string, ...queries: string[]): Construct => ({ model, queries });
/** A query about a process with data, a clock and a function. */
const ask = (...queries: string[]): Construct =>
  whole(
    "clock x; int n; process P(const int[0,1] id) { int a[2]; int f() { return a[id]; } state S { x <= 4 }, T; init S; trans S -> T { guard x >= 2; assign n++, a[id] = n; }; } system P;",
    ...queries,
  );

const refused = (code: string, construct: Construct): Construct => ({ ...construct, refused: code });

const two = "process Q() { state S, T; init S; trans S -> T { sync c?; }, T -> S { }; } system P, Q;";
const sends = (declarations: string, labels = "sync c!;"): Construct =>
  whole(
    `${declarations} process P() { state S, T; init S; trans S -> T { ${labels} }, T -> S { }; } ${two}`,
    "E<> Q.T",
  );

export const constructs: Readonly<Record<string, Construct>> = {
  T1: step("int n = 3;", "guard n < 5; assign n = n - 4;"),
  T2: step("int[-3,4] n; const int N = 7; int[N, N + 2] m;", "assign n = m - 6;"),
  T3: step("int8_t n; uint16_t m = 9;", "assign n = -128, m = INT8_MAX;"),
  T4: step("bool b; int n;", "guard !b; assign b = n + 7, n = b;"),
  T5: step("clock x = 3, c[2][2];", "guard c[1][0] >= 2 && x - c[0][1] <= 3; assign c[1][1] = 5;"),
  T6: sends(
    "urgent chan u; broadcast chan b[2]; urgent broadcast chan ub; chan c, d[3][2];",
    "select i : int[0,1]; sync d[2][i]!;",
  ),
  T7: whole(
    "typedef scalar[3] id_t; id_t who; int a[id_t]; process P(const id_t i) { clock x; state S, T; init S; trans S -> T { guard who == i && x >= 1; assign a[i]++; }, S -> S { select j : id_t; assign who = j; }; } system P;",
    "E<> exists (i : id_t) P(i).T",
  ),
  T8: step(
    "struct { int a; clock x; struct { bool b; int l[2]; } in; } s, t[2]; void f(int &n) { n++; }",
    "guard s.x >= 1; assign s.in.l[1] = 3, t[1].in = s.in, f(t[0].a), t[1].x = 2;",
  ),
  T9: step(
    "typedef int[1,3] r_t; int a[3], b[r_t], c[2][int[0,1]]; int i = 1;",
    "guard b[i + 1] == 0; assign a[i] = 1, b[3] = a[i], c[0][i] = 4;",
  ),
  T10: step(
    "typedef int[0,3] small; typedef struct { small a; } box; typedef box boxes[2]; boxes b;",
    "assign b[1].a = 3;",
  ),
  T11: step(
    "const int N = 3, A[2] = {1, 2}; const struct { int a; bool b; } s = {4, true}; const bool B = true; int i, n;",
    "guard A[i] == 1 && B; assign n = A[1 - i] + s.a + N;",
  ),
  T12: step("meta int m; meta int ms[2]; int n;", "assign m = 3, ms[1] = m, n = ms[1];"),
  T13: step("const double D = 1.5; double d; const int N = fint(2.0 * D); int n;", "assign d = d + 1.0, n = N;"),
  T14: body("hybrid clock h; clock x;", "state S { h' == 2 && x <= 3 }, T; init S; trans S -> T { assign h = 0; };"),
  T15: step(
    'const string a = "one", b = "two"; int n; int f(const string &s) { return s == a; }',
    "guard a != b; assign n = f(b);",
  ),
  T16: step("int n; void f() { n = 1; }", "assign f();"),
  T17: step(
    "int n, a[2]; clock x; void f(int &m, int &b[2], clock &y) { m = b[1] + 1; b[0] = m; y = m; }",
    "assign f(n, a, x);",
  ),
  T18: refused("not-a-type", step("cost c;", "")),
  I1: step("int f(int n) { int i, s; for (i = 0; i < n; i++) s += i; return s; } const int N = f(5); int n = N;", ""),
  I2: step("int n; int f() { int a[2] = {1, 2}; int b = a[1]; return b; }", "assign n = f();"),
  I3: step(
    "struct { int a; int b[2]; } s = {b: {1, 2}, a: 3}; int n[2][2] = {{1, 2}, {3, 4}};",
    "assign s.a = n[1][0];",
  ),
  I4: step("const int A[2] = {1, 2}; int a[2] = A; struct { int x; } s = {1}, t = {2};", "assign s = t;"),
  I5: step("bool b = 1; int[0,3] n = true;", "assign b = n;"),
  I6: step("int[2,4] n; int[-4,-2] m; bool b; int a[2];", "assign n = m + 5;"),
  F1: step("int g(int n) { return n + 1; } int f(int n) { return g(g(n)); } int n;", "assign n = f(f(n));"),
  F2: step(
    "typedef struct { int a, b; } pair; pair f(int n) { pair p = {n, n + 1}; return p; } pair q; int n;",
    "guard f(1).b == 2; assign q = f(n), n = f(q.b).a;",
  ),
  F3: step("int n; int f(int m) { if (m > 0) { return 1; } else { return 0; } }", "assign n = f(n);"),
  F4: step(
    "int n; int f(int a, bool b, int c[2]) { c[0] = a; return b ? c[0] : c[1]; } int l[2];",
    "assign n = f(1, true, l);",
  ),
  F5: step(
    "int n, a[3]; void f(int &m) { m++; } void g(const int &m) { n = m; }",
    "assign f(a[n]), g(a[0]), g(n + 1);",
  ),
  F6: step("int n; int f() { int i = 3; { int i = 4; n = i; } return i; }", "assign n = f();"),
  F7: refused("not-symbolic", step("int n; void __ON_CONSTRUCT__() { n = 1; }", "")),
  F8: refused("imported-function", step('import "lib" { int g(int a); }; int n;', "assign n = g(1);")),
  S1: whole(
    `const int A[2] = {1, 5}; const struct { int u; bool v; } R = {2, true}; int shared; clock c;
     process P(int n, const int k, int &r, const int &cr, const int t[2], clock &x, struct { int u; bool v; } s) {
       int m; state S, T; init S;
       trans S -> T { guard t[0] == k && n > 0 && s.v; assign n--, r = cr + t[m] + s.u, x = t[1]; };
     }
     P1 = P(3, 1, shared, 4, A, c, R); system P1;`,
    "E<> P1.T && shared == 7",
  ),
  "S1/a constant array": whole(
    "process P(const int t[2]) { int n; state S, T; init S; trans S -> T { guard t[0] == 1; assign n = t[1]; }; } const int A[2] = {1, 5}; P1 = P(A); system P1;",
    "E<> P1.T",
    "A<> P1.T",
  ),
  "S1/a constant struct": whole(
    "typedef struct { int a, b; } pair; process P(const pair t) { clock x; int n; state S { x <= 3 }, T; init S; trans S -> T { guard x >= 2 && t.a < 2; assign n = t.b; }, T -> S { guard t.a == 1; assign x = 0, n = n - t.b; }; } const pair A = {1, 5}; P1 = P(A); system P1;",
    "E<> P1.T && P1.n == 5",
  ),
  "S1/a constant reference": whole(
    "const int K = 3; process P(const int &c, const int[0,1] id) { int n; state S, T; init S; trans S -> T { guard c > 2; assign n = c; }; } P1 = P(K, 0); P2 = P(K + 1, 1); system P1, P2;",
    "E<> P1.T && P2.T",
  ),
  S2: whole(
    `chan a, b[2]; clock y[2];
     process P(chan &c, clock &x, clock &xs[2]) { state S, T; init S; trans S -> T { guard x >= 1 && xs[0] >= 1; sync c!; assign xs[1] = 0; }; }
     process Q() { state S; init S; trans S -> S { sync a?; }, S -> S { sync b[1]?; }; }
     A = P(a, y[1], y); B = P(b[1], y[0], y); system A, B, Q;`,
    "E<> A.T && B.T",
  ),
  S3: whole(
    "const int N = 2; int a[3]; struct { int f; } s; process P(const int n, int &r, int &q) { state S, T; init S; trans S -> T { assign r = n, q = r; }; } A = P(N + 1, a[N], s.f); system A;",
    "E<> s.f == 3",
  ),
  S4: whole(
    "chan a; broadcast chan b; process P(urgent chan &c, broadcast chan &d) { state S, T; init S; trans S -> T { sync d!; }, S -> S { sync c!; }; } A = P(a, b); system A;",
  ),
  S5: whole(
    "int n; process P(const int a, const int[0,2] b) { state S, T; init S; trans S -> T { assign n = 10 * a + b; }; } Q(const int[0,2] i) = P(i + 1, i); R = Q(1); system R, Q;",
    "E<> R.T && n == 21",
  ),
  S6: whole("process P() { state S; init S; } process Q() { state S; init S; } A = P(); system Q, A;"),
  S7: whole(
    "int turn; process P(const int[0,2] id, const int[1,2] k) { clock x; state S { x <= 2 }, T; init S; trans S -> T { guard turn == id; assign turn = (turn + k) % 3, x = 0; }, T -> S { }; } system P;",
    "E<> P(2,1).T",
  ),
  S8: whole(
    "int i = 1; process P(const int[0,2] id) { int n = id; state S, T; init S; trans S -> T { }; } system P;",
    "E<> P(i).T && P(i + 1).n == 2",
    "A[] P(7 * i).S",
  ),
  S9: sends("broadcast chan c; int n;", "sync c!; assign n = 2 * n + 1;"),
  S10: whole(
    "process P(int &n) { state S, T; init S; trans S -> T { assign n = 4; }; } int late; A = P(late); system A;",
    "E<> late == 4",
  ),
  S11: whole(
    "clock x; process P() { state S, T; init S; trans S -> T { guard x >= 1; }; } process Q() { state S, T; init S; trans S -> T { guard x <= 2; }; } system P < Q;",
    "E<> P.T && Q.S",
  ),
  S12: sends("chan c, d; clock x; chan priority d < default < c;", "guard x >= 1; sync c!;"),
  S13: step("int n, m; before_update { n = n + 1 } after_update { m = n, n = 0 }", "assign n = n * 2;"),
  S14: { queries: [], model: "int n; process P() { state S; init S; } system P; progress { n; n > 0 : 2 * n; }" },
  S15: {
    queries: [],
    model: "int n; process P() { state S; init S; } system P; gantt { G(i : int[0,2]) : n == i -> 1; }",
  },
  S16: refused(
    "not-symbolic",
    whole(
      "dynamic D(); process D() { state S; init S; } process P() { state S, T; init S; trans S -> T { assign spawn D(); }; } system P;",
    ),
  ),
  S17: whole(
    "int n = 1; process P() { int n = 2; int f(int n) { return n; } state S, T; init S; trans S -> T { select n : int[3,3]; assign f(n); }; } system P;",
    "E<> P.n == 2 && n == 1",
  ),
  E1: step(
    "int n = 2; bool p, q;",
    "guard (p imply q imply p) || 2**3**n == 64; assign n = -n + 3 * n % 4 - (n << 1 & 6 | 1 ^ n);",
  ),
  E2: step("int n = -7;", "assign n = n / 2 + n % 3 + (n >> 1) + (n <? 3) + (n >? 2);"),
  E3: step("int n, a[2];", "guard n < 2 && a[n] == 0 || a[n - 2] > 0; assign n = n > 0 ? a[n - 1] : 3;"),
  E4: step("int x, y; bool p;", "assign x = y = 3, (p ? x : y) = 4, (++x)++;"),
  E5: step(
    "int n = 6, a[2], i;",
    "assign n += 1, n -= 2, n *= 3, n /= 2, n %= 5, n <<= 2, n >>= 1, n |= 4, n &= 6, n ^= 1, a[i++] += 2;",
  ),
  E6: step(
    "int a[2], b[2]; struct { int x; int y[2]; } s, t; bool p;",
    "guard a == b && !(s != t); assign a = b, s = p ? s : t, s.y = a;",
  ),
  E7: body("int n;", "state S, T; init S; trans S -> T { guard S; assign n = T; };"),
  E8: ask("E<> P(0).location == 1"),
  E9: step(
    "int a[3]; clock c[3]; typedef int[0,2] r_t; int n;",
    "guard forall (i : r_t) a[i] == 0 && c[i] >= i; assign n = sum (i : r_t) (a[i] + i), n = exists (j : int[1,2]) a[j] == j;",
  ),
  E10: ask("E<> P(1).f() > 0"),
  ER1: step("int n;", "assign n = 1 / n;"),
  ER2: step("int n = -1;", "assign n = 1 << n;"),
  ER3: step("int[0,3] n = 3;", "assign n++;"),
  ER4: step("int a[2], i = 2;", "assign a[i] = 1;"),
  ER5: step("clock x; int n = -1;", "assign x = n;"),
  ER6: step("int n = 5; void f(int[0,3] m) { n = m; }", "assign f(n);"),
  ER7: step("int n = 5; int[0,3] f() { return n; }", "assign n = f();"),
  ER8: step("int n; void f() { assert n == 1; n = 2; }", "assign f();"),
  ER9: ask("E<> P(n + 2).S"),
  ER10: { ...body("clock x; int n = 2;", "state S { x' == n }; init S;"), queries: [] },
  TE1: step("const int N = 3; int a[N], b[3];", "assign a = b;"),
  TY1: step("clock x, y; int n; bool b;", "guard x < 3 && x - y >= n && (b || x > 1); assign n = b + n;"),
  TY2: step("clock x; int n = 5;", "guard n - x < 2;"),
  ST1: step(
    "int n; void f() { int i; if (n > 0) { n = 1; } else n = 2; while (i < 3) { i++; } do { i--; } while (i > 0); ; return; }",
    "assign f();",
  ),
  ST2: step("int n; void f() { int i; for (i = 0; i < 3; i++) n += i; }", "assign f();"),
  ST3: step("int a[3]; void f() { for (i : int[0,2]) a[i] = i; }", "assign f();"),
  ST4: step("int n; void f() { assert(n == 0); n = 1; }", "assign f();"),
  ST5: refused("unknown-identifier", step("int n; void f() { break; }", "assign f();")),
  ST6: step("int n; void f() { n + 1; n = 2; }", "assign f();"),
  ST7: { ...step("int n; void f() { while (n < 3) { n = n % 2; } }", "assign f();"), endless: true },
  B1: step(
    "const double D = sqrt(2.0) + pow(2.0, 3.0) + log(10.0); const int N = fint(ceil(D)); int n;",
    "assign n = N;",
  ),
  B2: step("int n = -4;", "assign n = abs(n) + abs(-3);"),
  B3: refused("not-symbolic", step("int n = 4;", "assign n = fint(sqrt(n));")),
  W1: body(
    "clock x, y; bool p; int n = 4; clock c[2];",
    "state S { x <= n && (p || y < 3) && x - y <= 2 && forall (i : int[0,1]) c[i] <= 9 }, T { x >= 1 && n > 0 }; init S; trans S -> T { assign p = true; };",
  ),
  W2: body(
    "clock x, y; bool p;",
    "state S { x' == 0 && (p || y' == 1) }, T { y' == p }; init S; trans S -> T { guard y >= 2; };",
  ),
  W3: step("clock x, y; bool p;", "guard x >= 2 && (p || x <= 5) && y - x == 0 && x - 1 < 4;"),
  W4: step("int a[3];", "select i : int[0,2], j : int[1,2]; guard i != j; assign a[i] = j;"),
  W5: sends("chan c, d[2]; bool p; int n;", "sync (p ? c : d[n])!;"),
  W6: sends("urgent chan c; clock x;", "guard x >= 2; sync c!;"),
  W7: whole(
    "broadcast chan c; clock x; process P() { state S, T; init S; trans S -> T { sync c!; }; } process Q() { state S, T; init S; trans S -> T { guard x >= 2; sync c?; }; } system P, Q;",
    "E<> P.T && Q.S",
  ),
  W8: whole(
    "broadcast chan c; process P() { state S; init S; trans S -> S { sync c!; }; } process Q() { state S, T; branchpoint B; init S; trans S -> B { sync c?; }, B -> T { probability 1; }, B -> S { probability 2; }; } system P, Q;",
    "E<> Q.T",
  ),
  W9: whole(
    "chan c; process P() { state S, T; init S; trans S -> T { sync c; }; } process Q() { state S, T; init S; trans S -> T { sync c; }; } system P, Q;",
    "E<> P.T && Q.T",
  ),
  W10: step("clock x, y; int n;", "assign x = 3, y = x, x = y + 2, n = 1, x = n;"),
  W11: body(
    "",
    "state S, T, U; branchpoint B; init S; trans S -> B { }, B -> T { probability 0; }, B -> U { probability 3; };",
  ),
  W12: body("", "state S { ; 3 }, T { ; 1 : 2 }; init S; trans S -> T { };"),
  W13: step("int n; int f() { int m; m = 3; return m + n; }", "guard f() == 3;"),
  W14: step("const int N = 2; int a[N]; typedef int[0,N] r_t;", "select i : r_t; guard i < N; assign a[i] = 1;"),
  W15: ask("E<> n == 1 && x > 1"),
  W16: whole(
    "chan c; clock x; int n; process P() { state S, T, U; branchpoint B; init S; trans S -> B { guard x >= 1; assign n = 1; }, B -> T { select i : int[0,1]; guard i == n; sync c!; assign n = n + i; probability 2; }, B -> U { guard x <= 3; }; } process Q() { state S; init S; trans S -> S { sync c?; }; } system P, Q;",
    "E<> P.T",
  ),
  M1: { ...body("clock x = 2;", "state S { x <= 1 }; init S;"), queries: [] },
  M2: body("clock x;", "state S { x <= 4 }, T; init S; trans S -> T { guard x == 4; };"),
  M3: step("int n;", "guard n == 0; assign n = 1;"),
  M4: sends("chan c; int n;", "sync c!; assign n = 1;"),
  M5: sends("broadcast chan c;"),
  M6: whole(
    "broadcast chan c; clock x; process P() { state S, T; init S; trans S -> T { sync c!; }; } process Q() { state S, T { x >= 3 }; init S; trans S -> T { sync c?; }; } system P, Q;",
    "E<> P.T",
  ),
  M7: whole(
    "process P() { state S, T, U; commit T; init S; trans S -> T { }, T -> U { }; } process Q() { state S, T; init S; trans S -> T { }; } system P, Q;",
    "E<> P.T && Q.T",
  ),
  M8: body("clock x;", "state S, T, U; urgent T; init S; trans S -> T { assign x = 0; }, T -> U { };"),
  M9: step("int n, m;", "assign n = 1, m = n, n = m + 1;"),
  M10: sends("urgent chan c; clock x;"),
  M11: sends("urgent broadcast chan c; clock x;", "guard x >= 2; sync c!;"),
  M12: step("int n;", "select i : int[0,3]; guard i > 1; assign n = i;"),
  M13: sends("chan d[3]; int i; chan c;", "sync d[i]!; assign i++;"),
  M14: step("int n, m; clock x; before_update { n = 1 } after_update { m = n }", "guard x >= 1; assign n = n + 1;"),
  M15: body(
    "int n;",
    "state S, T; branchpoint A, B; init S; trans S -> A { assign n = 1; }, A -> B { assign n = n + 1; }, B -> T { assign n = n * 3; }, B -> S { };",
  ),
  M16: whole("chan c; process P() { state S, T; init S; trans S -> T { sync c!; }, S -> T { sync c?; }; } system P;"),
  M17: step("int n;", "guard 1 / n > 0;"),
  M18: {
    queries: [],
    model: "int n; process P() { state S { ; 2 }; init S; } system P; progress { n; } gantt { G : n > 0 -> 1; }",
  },
  PR1: sends("chan c, d; chan priority d < c;"),
  PR2: whole(
    "chan a, b; chan priority a < b; process P() { state S; init S; trans S -> S { sync a!; }, S -> S { sync b!; }; } process Q() { state S; init S; trans S -> S { sync a?; }, S -> S { sync b?; }; } system P < Q;",
    "E<> P.S",
  ),
  PR3: sends("chan c; clock x; chan priority default < c;", "guard x >= 2; sync c!;"),
  "5.3": sends("broadcast chan c; clock x;", "guard x <= 3; sync c!;"),
  "5.4": { ...step("clock x;", "guard x >= 2;"), queries: ["E<> deadlock", "A[] P.S imply not deadlock"] },
  "5.5": step("clock x, y, c[2]; int i;", "guard x >= 1; assign y = x, x = y + 1, c[i] = x;"),
  "5.6": body(
    "clock x, y;",
    "state S { x' == 0 }, T; init S; trans S -> T { guard y >= 3; }, T -> S { guard x <= 2; };",
  ),
  "5.7": body(
    "clock x, y;",
    "state S, T; init S; trans S -> S { guard x >= 1; assign y = 0; }, S -> T { guard x - y > 2; };",
  ),
  "5.8": step("meta int m; int n;", "assign m = 2, n = m;"),
  "5.9": whole(
    "int[0,2] turn; process P(const int[0,2] id) { clock x; state S, T { x <= 3 }; init S; trans S -> T { assign x = 0, turn = id; }, T -> S { guard turn == id; }; } system P;",
    "E<> P(0).T && P(1).T",
  ),
  "5.10": body(
    "hybrid clock h; double d; clock x;",
    "state S { h' == 1 }, T; init S; trans S -> T { guard x >= 1; assign d = 2.5; };",
  ),
  "5.11": body("clock x;", "state S, T; init S; trans S -> T { guard x >= 1; }, T -> T { };"),
  QY1: ask("E<> P(0).T"),
  QY2: ask("A[] P(0).S || n > 0"),
  QY3: ask("E[] n < 1"),
  QY4: ask("A<> P(0).T"),
  QY5: ask("P(0).S --> P(0).T"),
  QY6: ask("E<> deadlock && n == 2"),
  QY7: ask("sup: n, x", "sup{P(0).T}: x + 1"),
  QY8: ask("inf{P(0).T}: x, n"),
  QY9: ask("bounds: n", "bounds{P(0).T}: x"),
  QY10: ask("E<> !(x < 3 || n > 1) && (x > 2 ? P(0).T : P(1).T)"),
  QY11: ask("E<> P(0).a[0] == 1", "A[] P(0).a == P(1).a"),
  QY12: ask("A[] forall (i : int[0,1]) P(i).a[i] <= 2", "E<> exists (i : int[1,4]) x > i"),
  QY13: ask("A[] P(0).location < 2"),
  QY14: refused("query-doubles", ask("E<> 1.5 > x")),
  QY15: refused("syntax-error", ask("E<> A[] true")),
  QY16: refused("property-type", ask("A[P(0).S U P(0).T]")),
  QY17: refused("unknown-strategy", ask("E<> P(0).T under S1")),
  QY18: ask("A[] (5 == true) == false"),
  QY19: ask("E<> true // EXPECT:T"),
};
