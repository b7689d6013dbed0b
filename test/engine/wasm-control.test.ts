/** Structured control, calls, tables, globals, imports; type errors of the generator; long and deep code. */
import { describe, expect, test } from "vitest";
import {
  type Body,
  call,
  callIndirect,
  type Expr,
  encode,
  f64,
  type I32,
  i32,
  i64,
  type Local,
  Module,
  memory,
  printWat,
  tee,
} from "../../src/engine/wasm/index.ts";
import { many } from "../many.ts";
import { host, instantiate } from "./wasm-run.ts";

/** A function of one i32 with one i32 result, applied to each argument. */
function check(build: (f: Body, x: Local<"i32">) => I32 | undefined, define: (x: number) => number | "trap"): void {
  const module = new Module();
  module.export("run", module.func("run", ["x: i32"], "i32", build));
  const { call: run } = instantiate(module);
  const args = [0, 1, 2, 3, 4, 5, 7, 10, 100, -1, -2, -100];
  expect(args.map((x) => run("run", x))).toEqual(args.map(define));
}

describe("control", () => {
  test("if, with and without the other side", () => {
    check(
      (f, x) => {
        const y = f.local("i32", "y", 5);
        f.if(
          i32.lt_s(x, 3),
          () => f.set(y, 1),
          () => f.set(y, 2),
        );
        f.if(i32.eq(x, 4), () => f.set(y, i32.add(y, 10)));
        return y;
      },
      (x) => (x < 3 ? 1 : 2) + (x === 4 ? 10 : 0),
    );
  });

  test("if with a constant condition writes one side", () => {
    check(
      (f, x) => {
        f.if(1, (out) => {
          f.brIf(out, i32.gt_s(x, 3));
          f.set(x, 50);
        });
        f.if(
          i32.eq(2, 3),
          () => f.unreachable(),
          () => f.set(x, i32.add(x, 1)),
        );
        f.if(0, () => f.unreachable());
        return x;
      },
      (x) => (x > 3 ? x : 50) + 1,
    );
  });

  test("conjunctions and disjunctions as conditions", () => {
    // Dividing by x where x is 0 would trap: the order and the short cut are visible.
    const divides = (x: I32): I32 => i32.andThen(i32.ne(x, 0), i32.eqz(i32.rem_s(12, x)));
    const both = (x: I32): I32 => i32.andThen(divides(x), i32.andThen(i32.gt_s(x, 1), i32.lt_s(x, 5)));
    const plain = (x: number): boolean => x !== 0 && 12 % x === 0 && x > 1 && x < 5;
    check(
      (f, x) => {
        const y = f.local("i32", "y");
        f.if(both(x), () => f.set(y, 1));
        f.if(
          both(x),
          () => f.set(y, i32.add(y, 2)),
          () => f.set(y, i32.add(y, 4)),
        );
        f.block("out", (out) => {
          f.brUnless(out, both(x));
          f.set(y, i32.add(y, 8));
        });
        f.block("out", (out) => {
          f.brIf(out, i32.orElse(i32.eqz(x), i32.orElse(i32.eqz(i32.rem_s(12, x)), i32.lt_s(x, 0))));
          f.set(y, i32.add(y, 16));
        });
        f.block("out", (out) => {
          f.brUnless(out, i32.orElse(i32.eqz(x), i32.rem_s(12, x)));
          f.brIf(out, both(x));
          f.set(y, i32.add(y, 32));
        });
        f.if(
          divides(x),
          () => f.return(y),
          () => f.set(y, i32.add(y, 64)),
        );
        return y;
      },
      (x) => {
        const first = (plain(x) ? 1 + 2 + 8 : 4) + (x === 0 || 12 % x === 0 || x < 0 ? 0 : 16);
        const second = (x === 0 || 12 % x !== 0) && !plain(x) ? 32 : 0;
        return first + second + (x !== 0 && 12 % x === 0 ? 0 : 64);
      },
    );
  });

  test("loop, while and for", () => {
    check(
      (f, x) => {
        const [sum, i] = [f.local("i32", "sum"), f.local("i32", "i")];
        f.loop("again", (again) => {
          f.set(sum, i32.add(sum, 1));
          f.brIf(again, i32.lt_s(sum, x));
        });
        f.for(i, 0, x, (leave) => {
          f.brIf(leave, i32.eq(i, 7));
          f.set(sum, i32.add(sum, i));
        });
        f.while(i32.gt_s(x, 0), (_, again) => {
          f.set(x, i32.sub(x, 1));
          f.brIf(again, i32.and(x, 1));
          f.set(sum, i32.add(sum, 1000));
        });
        return sum;
      },
      (x) => {
        let sum = Math.max(x, 1);
        for (let i = 0; i < x && i !== 7; i++) sum += i;
        return sum + (x > 0 ? 1000 * Math.ceil(x / 2) : 0);
      },
    );
  });

  test("switch runs one case, then goes on behind it", () => {
    check(
      (f, x) => {
        const y = f.local("i32", "y");
        f.switch(
          x,
          [
            () => f.set(y, 10),
            (leave) => {
              f.set(y, 20);
              f.br(leave);
            },
            () => f.return(30),
          ],
          () => f.set(y, 40),
        );
        return i32.add(y, 1);
      },
      (x) => (x === 0 ? 11 : x === 1 ? 21 : x === 2 ? 30 : 41),
    );
  });

  test("branch table to blocks by handle", () => {
    check(
      (f, x) => {
        f.block("a", (a) => {
          f.block("b", (b) => {
            f.block("c", (c) => f.brTable(x, [b, c, b], a));
            f.return(1);
          });
          f.return(2);
        });
        return i32.const(3);
      },
      (x) => (x === 1 ? 1 : x === 0 || x === 2 ? 2 : 3),
    );
  });

  test("unreachable traps; code after a branch may be anything of the right types", () => {
    check(
      (f, x) => {
        f.if(i32.eqz(x), () => {
          f.unreachable();
          f.set(x, i32.select(x, i32.add(x, 1), 3));
          f.do(call(never(f), x));
        });
        f.return(x);
        return undefined;
      },
      (x) => (x === 0 ? "trap" : x),
    );
  });

  test("values of blocks through the plain instructions", () => {
    check(
      (f, x) => {
        const { code } = f;
        const out = code.block("out", "i32");
        f.write(i32.const(7));
        f.write(i32.gt_s(x, 3));
        code.brIf(out);
        code.drop();
        f.write(x);
        code.br(out);
        code.end();
        code.localSet(x.imm);
        return x;
      },
      (x) => (x > 3 ? 7 : x),
    );
  });

  test("tee, temporaries, globals", () => {
    const module = new Module();
    const [count, wide, real] = [
      module.global("i32", "count", 3),
      module.global("i64", "wide", -(1n << 40n)),
      module.global("f64", "real", 0.5),
    ];
    const fixed = module.global("i32", "fixed", 9, false);
    const bump = module.func("bump", ["x: i32"], "i32", (f, x) => {
      f.temp("i32", (a) => {
        f.set(a, i32.add(tee(x, i32.mul(x, 2)), x));
        f.set(count, i32.add(count, a));
      });
      f.temp("i32", (b) => f.set(b, 1));
      f.set(wide, i64.add(wide, i64.extend_i32_s(x)));
      f.set(real, f64.add(real, f64.convert_i32_s(x)));
      return i32.add(count, fixed);
    });
    module.export("bump", bump);
    module.export(
      "wide",
      module.func("get", [], "i64", () => wide),
    );
    module.export(
      "real",
      module.func("get", [], "f64", () => real),
    );
    const { call: run } = instantiate(module);
    expect(module.codes[bump.index]?.localTypes).toEqual(["i32", "i32"]);
    expect([run("bump", 1), run("bump", 2), run("wide"), run("real")]).toEqual([16, 24, 6n - (1n << 40n), 6.5]);
  });
});

/** A further function of the same module, declared while another one is being defined. */
function never(f: Body) {
  const module = f.code.func.module as Module;
  return module.func("never", ["i32"], "i64", (g) => {
    g.unreachable();
    return undefined;
  });
}

describe("calls", () => {
  test("mutual recursion between functions declared first", () => {
    const module = new Module();
    const even = module.declare("even", ["n: i32"], "i32");
    const odd = module.declare("odd", ["n: i32"], "i32");
    module.define(even, (_, n) => i32.if(i32.eqz(n), 1, call(odd, i32.sub(n, 1))));
    module.define(odd, (_, n) => i32.if(i32.eqz(n), 0, call(even, i32.sub(n, 1))));
    module.export("even", even);
    const { call: run } = instantiate(module);
    expect([0, 1, 2, 7, 1000].map((n) => run("even", n))).toEqual([1, 0, 1, 0, 1]);
  });

  test("through tables, by index and type", () => {
    const module = new Module();
    const add = module.func("add", ["a: i32", "b: i32"], "i32", (_, a, b) => i32.add(a, b));
    const sub = module.func("sub", ["a: i32", "b: i32"], "i32", (_, a, b) => i32.sub(a, b));
    const wide = module.func("wide", ["a: i64"], "i64", (_, a) => i64.mul(a, a));
    const first = module.tableOf("first", [sub, add, sub]);
    const second = module.table("second", 4);
    module.fill(second, 1, [wide, add]);
    module.export(
      "first",
      module.func("viaFirst", ["k: i32"], "i32", (_, k) => callIndirect(first, add.type, k, 10, 3)),
    );
    module.export(
      "second",
      module.func("viaSecond", ["k: i32"], "i64", (_, k) => callIndirect(second, wide.type, k, 5)),
    );
    module.export("table", second);
    const { call: run } = instantiate(module);
    expect([0, 1, 2, 3].map((k) => run("first", k))).toEqual([7, 13, 7, "trap"]);
    expect([0, 1, 2, 3, -1].map((k) => run("second", k))).toEqual(["trap", 25n, "trap", "trap", "trap"]);
  });

  test("imports, start function and equal types kept once", () => {
    const seen: unknown[] = [];
    const module = new Module();
    const note = module.importFunc("env", "note", ["i32", "f64"], "void");
    const ask = module.importFunc("env", "ask", [], "i64");
    const main = module.func("main", [], "void", (f) => {
      f.call(note, 1, 2.5);
      f.call(ask);
      f.call(note, i32.wrap_i64(call(ask)), f64.const(-0));
    });
    module.func("other", ["a: i32", "b: f64"], "void", () => {});
    module.start = main;
    instantiate(module, { env: { note: (...args: unknown[]) => seen.push(...args), ask: () => 77n } });
    expect(seen).toEqual([1, 2.5, 77, -0]);
    expect(module.types.length).toBe(3);
  });

  test("a pure expression as a statement is left out, an impure one is not", () => {
    const module = new Module();
    module.addMemory({ min: 1 });
    module.export(
      "pure",
      module.func("pure", ["x: i32"], "void", (f, x) => f.do(i32.add(x, 1), x)),
    );
    module.export(
      "impure",
      module.func("impure", ["x: i32"], "void", (f, x) => f.do(i32.div_s(1, x), i32.mul(i32.load(x), 0))),
    );
    const { call: run } = instantiate(module);
    expect(printWat(module)).not.toContain("i32.add");
    expect([run("pure", 0), run("impure", 0), run("impure", 70000), run("impure", 1)]).toEqual([
      undefined,
      "trap",
      "trap",
      undefined,
    ]);
  });
});

describe("simplification", () => {
  const module = new Module();
  const body: { x: I32; y: Expr<"i64"> }[] = [];
  module.func("f", ["x: i32", "y: i64"], "void", (_, x, y) => void body.push({ x, y }));
  const { x, y } = body[0]!;

  test.each([
    ["x + 0", i32.add(x, 0), x],
    ["0 + x", i32.add(0, x), x],
    ["x - 0", i32.sub(x, 0), x],
    ["x * 1", i32.mul(1, x), x],
    ["x & -1", i32.and(x, -1), x],
    ["x | 0", i32.or(0, x), x],
    ["x << 0", i32.shl(x, 0), x],
    ["y + 0", i64.add(0n, y), y],
    ["y / 1", i64.div_s(y, 1), y],
    ["x + 3 - 3", i32.sub(i32.add(x, 3), 3), x],
    ["x * 0", i32.mul(x, 0), i32.const(0)],
    ["2 * 3 + 1", i32.add(i32.mul(2, 3), 1), i32.const(7)],
    ["2^31 - 1 + 1", i32.add(0x7fffffff, 1), i32.const(-0x80000000)],
    ["y & 0", i64.and(y, 0), i64.const(0)],
    ["3 < 4 on i64", i64.lt_s(3, 4), i32.const(1)],
    ["!(x < 3)", i32.eqz(i32.lt_s(x, 3)), i32.ge_s(x, 3)],
    ["!!(x < 3)", i32.eqz(i32.eqz(i32.lt_s(x, 3))), i32.lt_s(x, 3)],
    ["!(y == 2)", i32.eqz(i64.eq(y, 2)), i64.ne(y, 2)],
    ["x + 1 + 2", i32.add(i32.add(x, 1), 2), i32.add(x, 3)],
    ["true and x", i32.andThen(1, x), x],
    ["false and x", i32.andThen(0, x), i32.const(0)],
  ])("%s", (_, given, wanted) => {
    expect(given).toEqual(wanted);
  });

  test("what traps or acts stays", () => {
    expect(i32.div_s(1, 0).op.name).toBe("i32.div_s");
    expect(i32.mul(memory.grow(1), 0).op.name).toBe("i32.mul");
    expect(i32.mul(i32.load(x), 0).op.name).toBe("i32.mul");
    expect(i32.eqz(i32.eqz(x)).op.name).toBe("i32.eqz");
  });
});

describe("faults of a generator are named", () => {
  const fault = (build: (f: Body, x: Local<"i32">, module: Module) => void): string => {
    const module = new Module();
    try {
      module.func("faulty", ["x: i32"], "void", (f, x) => {
        f.comment("edge 3 of Train: Appr -> Stop");
        build(f, x, module);
      });
      encode(module);
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`;
    }
    return "none";
  };
  const wide = i64.const(1) as Expr as I32;

  test.each<[string, (f: Body, x: Local<"i32">, module: Module) => void, string]>([
    ["operand", (f, x) => f.set(x, i32.add(x, wide)), "i32.add expects i32, found i64.const of i64"],
    ["assignment", (f, x) => f.set(x, wide), "local.set expects i32, found i64.const of i64"],
    [
      "arguments",
      (_f, _x, m) => (call as (...all: unknown[]) => Expr)(m.declare("g", ["i32"], "void")),
      "call of g with 0 arguments instead of 1",
    ],
    ["result", (f, x) => f.return(x), "faulty has no result to return"],
    ["stack", (f, x) => f.write(x), "end of func  leaves [i32] on the stack"],
    ["empty stack", (f) => f.code.drop(), "drop finds the operand stack empty"],
    ["plain types", (f, x) => [f.write(x), f.write(i64.const(1)), f.code.select()], "select expects i32, found i64"],
    ["alignment", (f, x) => f.do(i32.store(x, 1, 0, 3)), "i32.store has the alignment 3"],
    ["offset", (f, x) => f.do(i32.store(x, 1, -4)), "i32.store has the offset -4"],
    [
      "missing definition",
      (_f, _x, m) => m.declare("later", [], "void"),
      "function later is declared but never defined",
    ],
    [
      "late import",
      (_f, _x, m) => m.importFunc("env", "late", [], "void"),
      "the import of late comes after a function",
    ],
    ["constant", (f, _x, m) => f.set(m.global("i32", "k", 1, false), 2), "assigns the constant k"],
    ["number", (f, x) => f.set(x, 2 ** 40), "1099511627776 is no 32-bit integer"],
    ["else", (f) => f.block("b", () => f.code.else()), "else stands in a block, not in an if"],
  ])("%s", (_, build, message) => {
    expect(fault(build)).toContain(message);
    expect(fault(build)).toMatch(/^InternalError: /);
  });

  test("labels and variables of elsewhere, with the place in the code", () => {
    const place = 'in function faulty, after ";; edge 3 of Train: Appr -> Stop": ';
    const label = fault((f) => {
      const kept: Parameters<Body["br"]>[0][] = [];
      f.block("gone", (gone) => void kept.push(gone));
      f.block("other", () => f.br(kept[0]!));
    });
    expect(label).toContain(`${place}br names the label gone, which is not open here`);
    const local = fault((f, x, module) => {
      module.func("inner", [], "void", (g) => g.set(g.local("i32"), 1));
      module.func("outer", ["y: i32"], "void", (_g, y) => f.set(x, y));
    });
    expect(local).toContain(`${place}local.get names y, a variable of another function`);
    const func = fault((f) => f.call(new Module().declare("far", [], "void")));
    expect(func).toContain(`${place}call names far, a function of another module`);
  });
});

describe("size", () => {
  test("expressions and conditions of 30,000 nodes", () => {
    const module = new Module();
    const deep = module.func("deep", ["x: i32"], "i32", (f, x) => {
      let left: I32 = x;
      let right: I32 = x;
      let all: I32 = x;
      for (let i = 0; i < many(30_000); i++) {
        left = i32.xor(left, x);
        right = i32.xor(x, right);
        all = i32.andThen(all, x);
      }
      f.block("out", (out) => f.brUnless(out, all));
      return i32.add(left, right);
    });
    module.export("deep", deep);
    expect(instantiate(module).call("deep", 5)).toBe(10);
    expect(printWat(module).length).toBeGreaterThan(many(300_000));
  });

  test("a switch of 10,000 cases and a body of a million instructions", () => {
    const module = new Module();
    const wideSwitch = module.func("wide", ["x: i32"], "i32", (f, x) => {
      const y = f.local("i32", "y");
      f.switch(
        x,
        Array.from({ length: 10_000 }, (_, i) => () => f.set(y, 3 * i)),
      );
      return y;
    });
    const rounds = many(250_000);
    const long = module.func("long", ["x: i32"], "i32", (f, x) => {
      for (let i = 0; i < rounds; i++) f.set(x, i32.add(i32.mul(x, 3), 1));
      return x;
    });
    module.export("wide", wideSwitch);
    const bytes = encode(module);
    expect(host.validate(bytes)).toBe(true);
    expect(module.codes[long.index]?.bytes.length).toBe(1 + 2 + rounds * 10);
    const { call: run } = instantiate(module);
    expect([0, 77, 9999, 10_000].map((x) => run("wide", x))).toEqual([0, 231, 29997, 0]);
  });
});
