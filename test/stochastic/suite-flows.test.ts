import { describe } from "vitest";
import { exactly } from "./exact.ts";
import { casesOf, type Family } from "./family.ts";

/**
 * Differential equations, dynamic templates, handshakes, and delays that others disturb: models with answers that were
 * derived apart from the program.
 */
const families: readonly Family[] = [
  [
    "oscillator: 1.8",
    "hybrid clock p=0.0, q=1.0; process P() { state A { p'==q && q'==-p }; init A; } system P;",
    ["E[<=1; 2](max: p)", 0.841470984808],
    ["E[<=10; 2](max: p)", 1.0],
    ["E[<=10; 2](min: q)", -1.0],
    ["Pr[<=1; 2](<> p>=0.8)", 1.0],
    ["Pr[<=1; 2](<> p>=0.85)", 0.0],
    ["Pr[<=100; 2](<> p*p+q*q>=1.001)", 0.0],
    ["Pr[<=2; 2]([] p>=0)", 1.0],
    ["Pr[<=4; 2]([] p>=-0.5)", 0.0],
    ["E[<=2; 2](max: p+q)", Math.SQRT2],
  ],
  [
    "odeurgent: 1.8 1.4",
    "urgent broadcast chan c; hybrid clock v=10.0; clock t; process P() { state A { v'==-0.5*v }, B { v'==0 }; init A; trans A -> B { guard v<=5; sync c!; }; } system P;",
    ["Pr[<=9; 2](<> P.B)", 1.0],
    ["E[<=9; 2](min: v)", 5.0],
  ],
  [
    "odeinv: 1.8 1.2 uniform between crossings",
    "hybrid clock v=10.0; process P() { state A { v'==-0.5*v && v>=2 }, B; init A; trans A -> B { guard v<=5; }; } system P;",
    ["Pr[<=9; 40](<> P.B)", 1.0],
    ["Pr[<=2; 40](<> P.B)", 0.334885870571],
  ],
  [
    "odejump: 1.8",
    "hybrid clock v=1.0; process P() { state A { v'==-v ; 1 }, B { v'==-v }; init A; trans A -> B { assign v=v+1; }; } system P;",
    ["E[<=2; 40](max: v)", 1.49084218056],
    ["E[<=2; 40](min: v)", 0.292850709455],
    ["Pr[<=2; 40](<> v>=1.5)", 0.5],
  ],
  [
    "odeexprace: 1.8 crossing in a race",
    "urgent broadcast chan c; hybrid clock v=0.0; process P() { state A { v'==1-v }, B; init A; trans A -> B { guard v>=0.5; sync c!; }; } process Q() { state A { ; 1 }, B; init A; trans A -> B { }; } system P, Q;",
    ["Pr[<=9; 40](Q.A U P.B)", 0.5],
  ],
  [
    "ball: 1.8 bouncing ball",
    "urgent broadcast chan c; hybrid clock h=1.0, v=0.0; int n; process P() { state A { h'==v && v'==-9.81 }; init A; trans A -> A { guard h<=0 && v<0; sync c!; assign v=-v*0.5, n++; }; } system P;",
    ["Pr[<=1; 2](<> n==3)", 0.0],
    ["Pr[<=1; 2](<> n==1)", 1.0],
    ["Pr[<=2; 2](<> n==2)", 1.0],
    ["Pr[<=1; 2](<> n>=1 && h>=0.249)", 1.0],
    ["Pr[<=1; 2](<> n>=1 && h>=0.251)", 0.0],
    ["E[<=1; 2](max: h)", 1.0],
    ["Pr[<=2; 2](<> n==3)", 1.0],
  ],
  [
    "odetwo: 1.8 parameters",
    "hybrid clock a=1.0; hybrid clock b=0.0; process P(const double k) { state A { a'==-k*a }; init A; } process Q() { state A { b'==a }; init A; } P1=P(2.0); system P1,Q;",
    ["E[<=1; 2](max: b)", 0.432332358382],
  ],
  [
    "odetime: 1.8 time in a right side",
    "clock t; hybrid clock v=0.0; process P() { state A { v'==t*t }; init A; } system P;",
    ["E[<=2; 2](max: v)", 2.66666666667],
    ["Pr[<=2; 2](<> v>=1)", 1.0],
  ],
  [
    "odefun: 1.8 functions",
    "hybrid clock v=0.0; clock t; double f(double z){ return sin(z); } process P() { state A { v'==f(t) }; init A; } system P;",
    ["E[<=3; 2](max: v)", 1.9899924966],
  ],
  [
    "odethermo: 1.8 thermostat",
    "hybrid clock T=20.0; urgent broadcast chan c; process P() { int n; state Off { T'==-0.1*T }, On { T'==5-0.1*T }; init Off; trans Off -> On { guard T<=18; sync c!; assign n++; }, On -> Off { guard T>=22; sync c!; }; } system P;",
    ["Pr[<=9; 2](<> P.On)", 1.0],
    ["Pr[<=30; 2](<> P.n==2)", 1.0],
    ["E[<=30; 2](min: T)", 18.0],
    ["E[<=30; 2](max: T)", 22.0],
  ],
  [
    "odevar: 1.8 right side changed",
    "int k=1; hybrid clock v=0.0; process P() { state A { v'==k-v }; init A; } process Q() { state A { ; 1 }, B; init A; trans A -> B { assign k=3; }; } system P, Q;",
    ["E[<=2; 40](max: v)", 2.05265301734],
  ],
  [
    "odetouch: 1.8 short crossing",
    "hybrid clock p=0.0, q=1.0; process P() { state A { p'==q && q'==-p }; init A; } system P;",
    ["Pr[<=10; 2](<> p>=0.9999)", 1.0],
    ["Pr[<=10; 2](<> p>0.99 && q<0)", 1.0],
    ["Pr[<=20; 2](<> p<=-0.99999)", 1.0],
  ],
  [
    "odecostbound: bound over an ODE clock",
    "hybrid clock v=0.0; clock t; process P() { state A { v'==2*t }; init A; } system P;",
    ["E[v<=9; 2](max: t)", 3.0],
    ["Pr[v<=4; 2](<> t>=2)", 1.0],
    ["Pr[v<=4; 2](<> t>=2.01)", 0.0],
  ],
  [
    "oderate: SM22",
    "hybrid clock v=2.0; process P() { state A { v'==-v ; v*1.0 }, B { v'==0 }; init A; trans A -> B { }; } system P;",
    ["Pr[<=1; 40](<> P.B)", 0.864664716763],
  ],
  [
    "dynyule: 1.10 Yule",
    "dynamic C(); int n; process I() { state A, B; commit A; init A; trans A -> B { assign spawn C(); }; } process C() { state A { ; 1 }; init A; trans A -> A { assign spawn C(); }; } system I;",
    ["E[<=1; 40](max: numOf(C))", Math.E],
    ["Pr[<=1; 40](<> numOf(C)>=4)", 0.252580457828],
    ["Pr[<=1; 40](<> numOf(C)==0)", 1.0],
  ],
  [
    "dynparam: 1.10 parameters, quantifiers",
    "dynamic C(int r); int w; process I() { state A, B; commit A; init A; trans A -> B { assign spawn C(1), spawn C(3); }; } process C(int r) { state A { ; r }, B; init A; trans A -> B { assign w=w*10+r; }; } system I;",
    ["Pr[<=99; 40](<> w==1)", 0.25],
    ["Pr[<=99; 40](<> w==31)", 0.75],
    ["Pr[<=1; 40](<> exists(c:C) c.B)", 0.981684361111],
    ["Pr[<=1; 40](<> forall(c:C) c.B)", 1.0],
    ["Pr[<=1; 40](<> numOf(C)==2 && forall(c:C) c.B)", 0.600649129349],
    ["E[<=1; 40](max: sum(c:C) c.B)", 1.58233349046],
  ],
  [
    "dynclock: 1.10 clocks begin at 0",
    "dynamic C(); clock t; process I() { clock x; state A { x<=1 }, B; init A; trans A -> B { guard x>=1; assign spawn C(); }; } process C() { clock x; state A { x<=2 }, B; init A; trans A -> B { guard x>=1; }; } system I;",
    ["Pr[<=9; 40](<> exists(c:C) c.B)", 1.0],
    ["Pr[<=9; 40](<> exists(c:C) c.x>=1.5)", 1.0],
  ],
  [
    "dynreuse: 1.10 reuse",
    "dynamic C(); int n; process I() { clock x; state A { x<=1 }; init A; trans A -> A { guard x>=1; assign x=0, spawn C(); }; } process C() { clock x; int k; state A { x<=2 }, B; init A; trans A -> B { guard x>=2 && k==0; assign n++, exit(); }; } system I;",
    ["E[<=20; 2](max: n)", 18.0],
  ],
  [
    "dynbcast: 1.10 broadcast",
    "dynamic C(); broadcast chan c; int n; process I() { state A, B { ; 1 }, D; commit A; init A; trans A -> B { assign spawn C(), spawn C(), spawn C(); }, B -> D { sync c!; }; } process C() { state A, B; init A; trans A -> B { sync c?; assign n++; }; } system I;",
    ["Pr[<=1; 40](<> n==3)", 0.632120558829],
  ],
  [
    "dynforeach: 1.10",
    "dynamic C(int r); int n; process I() { state A, B; commit A; init A; trans A -> B { assign spawn C(2), spawn C(5); }; } process C(int r) { state A, B; init A; trans A -> B { guard false; }; } system I;",
    ["E[<=1; 2](max: sum(c:C) c.r)", 7.0],
    ["Pr[<=1; 2](<> exists(c:C) c.r==5)", 1.0],
    ["Pr[<=1; 2](<> forall(c:C) c.r==5)", 1.0],
  ],
  [
    "dynsir: 1.10 epidemic",
    "dynamic I(); int s=4, i=1; process M() { state A, B; commit A; init A; trans A -> B { assign spawn I(); }; } process I() { state A { ; s*0.5+1 }, R; branchpoint b; init A; trans A -> b { }, b -> A { assign s--, i++, spawn I(); probability s*0.5; }, b -> R { assign i--, exit(); probability 1; }; } system M;",
    ["Pr[<=999; 40](<> s==0)", 0.337160493827],
  ],
  [
    "hand: SM17",
    "chan c; process P() { state A { ; 2 }, B; init A; trans A -> B { sync c!; }; } process Q() { state A, B; init A; trans A -> B { sync c?; }; } system P, Q;",
    ["Pr[<=1; 40](<> P.B && Q.B)", 0.864664716763],
    ["Pr[#<=1; 40](<> P.B && Q.B)", 1.0],
  ],
  [
    "handwait: SM17 sender waits for partner",
    "chan c; process P() { state A { ; 2 }, B; init A; trans A -> B { sync c!; }; } process Q() { clock x; state A { x<=1 }, B, C; init A; trans A -> B { guard x>=1; }, B -> C { sync c?; }; } system P, Q;",
    ["Pr[<=2; 40](<> Q.C)", 0.864664716763],
    ["Pr[<=99; 40](<> Q.C)", 1.0],
  ],
  [
    "handorder: SM17 sender first",
    "chan c; int n; process Q() { state A, B; init A; trans A -> B { sync c?; assign n=n*3; }; } process P() { state A { ; 2 }, B; init A; trans A -> B { sync c!; assign n=n+1; }; } system Q, P;",
    ["Pr[<=99; 40](<> n==3)", 1.0],
  ],
  [
    "repeatreset: trap 2",
    "clock x; process P() { state A { x<=2 }, B; init A; trans A -> B { }; } process Q() { state A { ; 1 }; init A; trans A -> A { assign x=0; }; } system P, Q;",
    ["Pr[<=2; 40](<> P.B)", 0.801233885988],
    ["Pr[<=999; 40](Q.A U P.B)", 1.0],
  ],
  [
    "raceloop: uniform loops",
    "int a,b; process P() { clock x; state A { x<=3 }; init A; trans A -> A { guard x>=1; assign x=0,a++; }; } process Q() { clock x; state A { x<=3 }; init A; trans A -> A { guard x>=1; assign x=0,b++; }; } system P, Q;",
    ["Pr[<=2; 40](<> a==1 && b==0)", 0.375],
    ["Pr[<=9; 40](a==0 U b==1)", 0.5],
  ],
  [
    "bigexp: 1.3 at once",
    "int n; process P() { clock x; state A { ; 1000000 }, B { x<=1 }, C; init A; trans A -> B { assign x=0; }, B -> C { guard x>=1; }; } system P;",
    ["Pr[<=1; 40](<> P.C)", 0.0],
    ["Pr[<=2; 40](<> P.C)", 1.0],
    ["Pr[<=1; 40](<> P.B)", 1.0],
  ],
];

describe("flows in closed form", () => exactly(casesOf(families), 1e-5));
