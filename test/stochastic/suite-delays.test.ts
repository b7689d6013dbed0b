import { describe } from "vitest";
import { exactly } from "./exact.ts";
import { casesOf, type Family } from "./family.ts";

/**
 * Delays: races, uniform and exponential delays, redrawing, rates of clocks: models with answers that were derived apart
 * from the program.
 */
const families: readonly Family[] = [
  [
    "race13: 1.1.2-3",
    "process P() { state A { ; 1 }, B; init A; trans A -> B { }; } process Q() { state A { ; 3 }, B; init A; trans A -> B { }; } system P, Q;",
    ["Pr[<=100; 200](Q.A U P.B)", 0.25],
    ["Pr[<=100; 200](P.A U Q.B)", 0.75],
    ["Pr[<=1; 200](<> P.B && Q.B)", 0.600649129349],
    ["Pr[<=1; 200](<> P.B || Q.B)", 0.981684361111],
  ],
  [
    "max3: 1.1 params",
    "int n; clock t; process P(const int[1,3] id) { state A { ; 1 }, B; init A; trans A -> B { assign n++; }; } system P;",
    ["Pr[<=2; 200](<> n==3)", 0.64646231478],
    ["Pr[<=60; 200](<> n==3)", 1.0],
    ["Pr[<=60; 200](<> n==2)", 1.0],
    ["Pr[<=1; 200](<> P(2).B)", 0.632120558829],
  ],
  [
    "ratedouble: 1.3",
    "double r = 0.75; process P() { state A { ; r*2 }, B; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 0.776869839852],
  ],
  [
    "ratefracexpr: 1.3",
    "int a=3, b=4; process P() { state A { ; a+1:b*2 }, B; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 0.393469340287],
  ],
  [
    "ratelit: 1.3",
    "process P() { state A { ; 0.25 }, B; init A; trans A -> B { }; } system P;",
    ["Pr[<=4; 200](<> P.B)", 0.632120558829],
  ],
  [
    "ratefun: 1.3",
    "int k=2; double f(int i){ return i*1.5; } int a[3]={1,4,9}; process P() { state A { ; f(k) }, B; init A; trans A -> B { }; } process Q() { state A { ; a[k] }, B; init A; trans A -> B { }; } process R() { state A { ; k>1 ? 5 : 1 }, B; init A; trans A -> B { }; } system P, Q, R;",
    ["Pr[<=1; 200](<> P.B)", 0.950212931632],
    ["Pr[<=100; 200](P.A && R.A U Q.B)", 0.529411764706],
    ["Pr[<=100; 200](P.A && Q.A U R.B)", 0.294117647059],
  ],
  [
    "rateparam: 1.3 params",
    "process P(const double r) { state A { ; r }, B; init A; trans A -> B { }; } P1=P(0.5); P2=P(1.5); system P1,P2;",
    ["Pr[<=100; 200](P1.A U P2.B)", 0.75],
  ],
  [
    "ratechange: 1.1.2 redraw, 1.3",
    "int r=1; process P() { state A { ; r }, B; init A; trans A -> B { }; } process Q() { clock x; state A { x<=1 }, B; init A; trans A -> B { guard x>=1; assign r=5; }; } system P, Q;",
    ["Pr[<=2; 200](<> P.B)", 0.997521247823],
    ["Pr[<=50; 200](<> P.B)", 1.0],
  ],
  [
    "ratechangeexp: 1.3",
    "int r=2; process P() { state A { ; r }, B; init A; trans A -> B { }; } process Q() { state A { ; 1 }, B; init A; trans A -> B { assign r=4; }; } system P, Q;",
    ["Pr[<=100; 200](Q.A U P.B)", 0.666666666667],
    ["Pr[<=100; 200](<> P.B)", 1.0],
  ],
  [
    "yule: 1.3 expr",
    "int n=1; process P() { state A { ; n*0.7 }; init A; trans A -> A { assign n++; }; } system P;",
    ["E[<=2; 200](max: n)", 4.05519996684],
    ["Pr[<=2; 200](<> n>=4)", 0.42764371923],
  ],
  [
    "queue: 1.3",
    "int n=0; process In() { state A { ; 2 }; init A; trans A -> A { guard n<6; assign n++; }; } process Out() { state A { ; 3 }; init A; trans A -> A { guard n>0; assign n--; }; } system In, Out;",
    ["Pr[<=10; 200](<> n==5)", 0.477554668403],
    ["Pr[<=3; 200](<> n==3)", 0.501065066216],
    ["Pr[<=3; 200]([] n<3)", 0.498934933784],
  ],
  [
    "shiftexpstrict: 1.2 strict",
    "process P() { clock x; state A { ; 2 }, B; init A; trans A -> B { guard x>3; }; } system P;",
    ["Pr[<=4; 200](<> P.B)", 0.864664716763],
  ],
  [
    "upper: 1.2 gap",
    "process P() { clock x; state A { ; 1 }, B; init A; trans A -> B { guard x<=3; }; } system P;",
    ["Pr[<=100; 200](<> P.B)", 0.950212931632],
  ],
  [
    "window: 1.2",
    "process P() { clock x; state A { ; 1 }, B; init A; trans A -> B { guard x>=2 && x<=3; }; } system P;",
    ["Pr[<=100; 200](<> P.B)", 0.632120558829],
  ],
  [
    "windowgap: 1.2 gap",
    "process P() { clock x; state A { ; 1 }, B, C; init A; trans A -> B { guard x<=1; }, A -> C { guard x>=2; }; } system P;",
    ["Pr[<=100; 200](<> P.B)", 0.632120558829],
    ["Pr[<=3; 200](<> P.C)", 0.232544157935],
    ["Pr[<=100; 200](<> P.C)", 0.367879441171],
  ],
  [
    "windowtwo: 1.2 gap",
    "process P() { clock x; state A { ; 1 }, B, C; init A; trans A -> B { guard x>=1 && x<=2; }, A -> C { guard x>=4; }; } system P;",
    ["Pr[<=100; 200](<> P.B)", 0.632120558829],
    ["Pr[<=5; 200](<> P.C)", 0.232544157935],
  ],
  [
    "expoverlap: 1.1.5",
    "process P() { clock x; state A { ; 1 }, B, C; init A; trans A -> B { guard x>=1; }, A -> C { guard x>=2; }; } system P;",
    ["Pr[<=100; 200](<> P.B)", 0.816060279414],
    ["Pr[<=100; 200](<> P.C)", 0.183939720586],
  ],
  [
    "u25: 1.2, trap 1",
    "process P() { clock x; state A { x<=5 }, B; init A; trans A -> B { guard x>=2; }; } system P;",
    ["Pr[<=2; 200](<> P.B)", 0.0],
    ["Pr[<=3; 200](<> P.B)", 0.333333333333],
    ["Pr[<=5; 200](<> P.B)", 1.0],
    ["E[<=10; 200](max: P.B ? 0 : P.x)", 3.5],
  ],
  [
    "u25strict: 1.2 strict",
    "process P() { clock x; state A { x<5 }, B; init A; trans A -> B { guard x>2; }; } system P;",
    ["Pr[<=3; 200](<> P.B)", 0.333333333333],
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "diraceq: 1.2 Dirac",
    "process P() { clock x; state A { x<=5 }, B; init A; trans A -> B { guard x==5; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "eqearly: 1.2 measure zero",
    "process P() { clock x; state A { x<=5 }, B, C; init A; trans A -> B { guard x==3; }, A -> C { guard x>=4; }; } system P;",
    ["Pr[<=5; 200](<> P.C)", 1.0],
  ],
  [
    "dirac0: zero delay",
    "process P() { clock x; state A { x<=0 }, B; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 1.0],
  ],
  [
    "gap: 1.2 gaps SM2",
    "process P() { clock x; state A { x<=5 }, B, C; init A; trans A -> B { guard x>=1 && x<=2; }, A -> C { guard x>=4; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 0.25],
    ["Pr[<=5; 200](<> P.C)", 0.75],
    ["Pr[#<=1; 200](<> P.B||P.C)", 1.0],
  ],
  [
    "overlap: 1.1.5 edges at the new time",
    "process P() { clock x; state A { x<=5 }, B, C; init A; trans A -> B { guard x>=1 && x<=3; }, A -> C { guard x>=2; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 0.375],
    ["Pr[<=5; 200](<> P.C)", 0.625],
  ],
  [
    "edgeattime: trap 4",
    "process P() { clock x; state A { x<=3 }, B, C; init A; trans A -> B { guard x<=2; }, A -> C { guard x>2; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 0.666666666667],
    ["Pr[<=5; 200](<> P.C)", 0.333333333333],
  ],
  [
    "threeedges: 1.1.5",
    "process P() { clock x; state A { x<=4 }, B, C, D; init A; trans A -> B { }, A -> C { guard x>=1; }, A -> D { guard x>=2; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 0.541666666667],
    ["Pr[<=5; 200](<> P.C)", 0.291666666667],
    ["Pr[<=5; 200](<> P.D)", 0.166666666667],
  ],
  [
    "twoclocks: 1.2",
    "clock y; process P() { clock x; state A { x<=5 && y<=3 }, B; init A; trans A -> B { guard x>=1 && y>=2; }; } system P;",
    ["Pr[<=3; 200](<> P.B)", 1.0],
    ["Pr[<=2; 200](<> P.B)", 0.0],
  ],
  [
    "boundexpr: 1.2 expr",
    "const int N=2; int k=3; process P() { clock x; state A { x<=N*k-1 }, B; init A; trans A -> B { guard x>=k-N; }; } system P;",
    ["Pr[<=3; 200](<> P.B)", 0.5],
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "doublebound: 1.7 double",
    "double lo=0.5, hi=2.5; process P() { clock x; state A { x<=hi }, B; init A; trans A -> B { guard x>=lo; }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 0.25],
    ["Pr[<=3; 200](<> P.B)", 1.0],
  ],
  [
    "sum2: sum of uniforms",
    "process P() { clock x; state A { x<=1 }, B { x<=1 }, C; init A; trans A -> B { assign x=0; }, B -> C { }; } system P;",
    ["Pr[<=1; 200](<> P.C)", 0.5],
    ["Pr[<=2; 200](<> P.C)", 1.0],
  ],
  [
    "nosumreset: uniform on what is left",
    "process P() { clock x; state A { x<=1 }, B { x<=1 }, C; init A; trans A -> B { }, B -> C { }; } system P;",
    ["Pr[<=2; 200](<> P.C)", 1.0],
  ],
  [
    "sum4: sum of uniforms",
    "int n; process P() { clock x; state A { x<=1 }, C; init A; trans A -> A { guard n<3; assign x=0, n++; }, A -> C { guard n==3; }; } system P;",
    ["Pr[<=1; 200](<> P.C)", 0.0416666666667],
    ["Pr[<=2; 200](<> P.C)", 0.5],
    ["Pr[<=3; 200](<> P.C)", 0.958333333333],
  ],
  [
    "minmax2: 1.1.3",
    "process P() { clock x; state A { x<=2 }, B; init A; trans A -> B { }; } process Q() { clock x; state A { x<=3 }, B; init A; trans A -> B { }; } system P, Q;",
    ["Pr[<=9; 200](Q.A U P.B)", 0.666666666667],
    ["Pr[<=1; 200](<> P.B||Q.B)", 0.666666666667],
    ["Pr[<=1; 200](<> P.B&&Q.B)", 0.166666666667],
    ["Pr[<=9; 200](<> P.B && Q.B)", 1.0],
  ],
  [
    "umix: uniform v. exponential",
    "process P() { clock x; state A { x<=2 }, B; init A; trans A -> B { }; } process Q() { state A { ; 1 }, B; init A; trans A -> B { }; } system P, Q;",
    ["Pr[<=9; 200](Q.A U P.B)", 0.432332358382],
    ["Pr[<=9; 200](P.A U Q.B)", 0.567667641618],
  ],
  [
    "resetother: trap 2, 1.1.2",
    "clock x; process P() { state A { x<=4 }, B; init A; trans A -> B { }; } process Q() { clock y; state A { y<=1 }, B; init A; trans A -> B { guard y>=1; assign x=0; }; } system P, Q;",
    ["Pr[<=2; 200](<> P.B)", 0.4375],
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "noaffect: trap 2",
    "clock x; int n; process P() { state A { x<=4 }, B; init A; trans A -> B { }; } process Q() { clock y; state A { y<=1 }, A2 { y<=2 }, B; init A; trans A -> A2 { guard y>=1; assign n++; }, A2 -> B { guard y>=2; assign n++; }; } system P, Q;",
    ["Pr[<=3; 200](<> P.B)", 0.75],
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "guardlater: 1.1.2 redrawn U[G,U]",
    "clock x; int n; process P() { state A { x<=4 }, B; init A; trans A -> B { guard n==1; }; } process Q() { clock y; state A { y<=2 }, B; init A; trans A -> B { assign n=1; }; } system P, Q;",
    ["Pr[<=3; 200](<> P.B)", 0.65342640972],
    ["Pr[<=5; 200](<> P.B)", 1.0],
  ],
  [
    "invlater: 1.1.2",
    "clock x; int n=2; process P() { state A { x<=n }, B; init A; trans A -> B { }; } process Q() { clock y; state A { y<=1 }, B; init A; trans A -> B { guard y>=1; assign n=6; }; } system P, Q;",
    ["Pr[<=2; 200](<> P.B)", 0.6],
    ["Pr[<=7; 200](<> P.B)", 1.0],
  ],
  [
    "rate2: 1.2 (b-x)/r",
    "process P() { clock x; state A { x<=6 && x'==2 }, B; init A; trans A -> B { guard x>=2; }; } system P;",
    ["Pr[<=2; 200](<> P.B)", 0.5],
    ["Pr[<=9; 200](<> P.B)", 1.0],
  ],
  [
    "stopped: 1.2 no bound",
    "process P() { clock x; state A { x<=5 && x'==0 ; 2 }, B; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 0.864664716763],
  ],
  [
    "costonly: 1.2, 1.7",
    "clock c; process P() { state A { c'==2 ; 3 }, B { c'==5 }; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 200](<> P.B)", 0.950212931632],
    ["E[<=1; 200](max: c)", 4.04978706837],
  ],
  [
    "rateother: 1.7 rate by another",
    "clock x; process P() { state A { x<=6 }, B; init A; trans A -> B { }; } process Q() { clock y; state A { x'==1 && y<=2 }, B { x'==4 }; init A; trans A -> B { guard y>=2; }; } system P, Q;",
    ["Pr[<=2; 200](<> P.B)", 0.333333333333],
    ["Pr[<=9; 200](<> P.B)", 1.0],
  ],
  [
    "negrate: 1.7 negative",
    "clock x=5.0; process P() { state A { x>=0 && x'==-1 }, B; init A; trans A -> B { guard x<=2; }; } system P;",
    ["Pr[<=4; 200](<> P.B)", 0.5],
    ["Pr[<=9; 200](<> P.B)", 1.0],
  ],
  [
    "clockinit: 1.7 initial value",
    "clock x=2.0; process P() { state A { x<=5 }, B; init A; trans A -> B { guard x>=3; }; } system P;",
    ["Pr[<=2; 200](<> P.B)", 0.5],
    ["Pr[<=9; 200](<> P.B)", 1.0],
  ],
  [
    "halfrate: 1.7",
    "double r=0.5; process P() { clock x; state A { x<=2 && x'==r }, B; init A; trans A -> B { guard x>=1; }; } system P;",
    ["Pr[<=3; 200](<> P.B)", 0.5],
  ],
  [
    "stopwatch: 1.7 stopwatch",
    "clock s; process P() { state A { s'==0 ; 1 }, B { s'==1 ; 2 }; init A; trans A -> B { }, B -> A { }; } system P;",
    ["E[<=3; 200](max: s)", 0.888902601089],
    ["Pr[<=3; 200](<> s>=1)", 0.396640188993],
  ],
  [
    "customdouble: 1.7 custom delay by a double (081)",
    "double dl; process P() { clock x; state I, A { x<=dl }, B; commit I; init I; trans I -> A { assign dl=random_normal(5,0.5); }, A -> B { guard x>=dl; }; } system P;",
    ["Pr[<=5; 200](<> P.B)", 0.5],
    ["Pr[<=20; 200](<> P.B)", 1.0],
  ],
];

describe("delays in closed form", () => exactly(casesOf(families), 1e-5));
