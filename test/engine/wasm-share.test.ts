import { expect, test } from "vitest";
import { call, callIndirect, encode, f64, i32, i64, Module, shareAlike, wasm } from "../../src/engine/index.ts";

const MEMBERS = 9;

/** Functions that differ in constants, offsets and whom they call; one that is like them but for its result; and tables. */
function made(share?: number) {
  const module = new Module();
  const members = Array.from({ length: MEMBERS }, (_, k) => k + 1);
  const inner = members.map((k) =>
    module.func(`inner ${k}`, ["x: i32"], "f64", (f, x) => {
      const before = f.local("f64", "before", f64.load(0, 64 * k + 8));
      f.do(f64.store(i32.mul(x, 8), f64.add(before, f64.const(k === 3 ? -0 : k / 2)), 64 * k + 16));
      f.do(i64.store(0, i64.add(i64.load(0, 64 * k), BigInt(k) << 40n), 64 * k));
      return f64.load(i32.mul(x, 8), 64 * k + 16);
    }),
  );
  const outer = members.map((k) =>
    module.func(`outer ${k}`, ["x: i32", "y: i32"], "f64", (f, x, y) => {
      const found = f.local("f64", "found", call(inner[k % MEMBERS]!, i32.and(x, 1)));
      f.if(i32.gt_s(y, 10 * k), () => f.return(f64.sub(found, f64.const(k))));
      return f64.add(found, call(inner[0]!, 0));
    }),
  );
  const none = module.func("none", ["x: i32"], "f64", () => f64.const(7));
  const all = module.tableOf("all", outer);
  const mixed = module.tableOf("mixed", [...inner.slice(0, 4), none]);
  const [two, one] = [module.type(["i32", "i32"], "f64"), module.type(["i32"], "f64")];
  const byAll = module.func("byAll", ["k: i32", "x: i32"], "f64", (_, k, x) =>
    callIndirect(all, two, k, x, i32.mul(x, 7)),
  );
  module.export("all", byAll);
  module.export(
    "mixed",
    module.func("byMixed", ["k: i32"], "f64", (_, k) => callIndirect(mixed, one, k, 0)),
  );
  module.export(
    "alone",
    module.func("alone", ["x: i32"], "f64", (_, x) => call(outer[5]!, x, 1)),
  );
  let end = 4096;
  const place = (bytes: number): number => {
    end += bytes;
    return end - bytes;
  };
  if (share !== undefined) shareAlike(module, place, share);
  module.export("memory", module.addMemory({ min: 1 }));
  return encode(module);
}

function runOf(bytes: Uint8Array<ArrayBuffer>): (k: number, x: number) => unknown[] {
  const engine = wasm()!;
  const { exports } = new engine.Instance(new engine.Module(bytes), {});
  const f = exports as unknown as Record<"all" | "mixed" | "alone", (...args: number[]) => number>;
  const memory = new Uint8Array((exports.memory as { readonly buffer: ArrayBuffer }).buffer, 0, 4096);
  return (k, x) => [f.all(k % MEMBERS, x), f.mixed(k % 5), f.alone(x), ...memory];
}

test.each([1, 2, MEMBERS])("functions that are alike do the same as one, where there are %d", (least) => {
  const [plain, shared] = [runOf(made()), runOf(made(least))];
  for (let k = 0; k < 40; k++) expect(shared(k, (k * 5) % 13)).toEqual(plain(k, (k * 5) % 13));
});

test("fewer are left alone", () => {
  expect(made(MEMBERS)).not.toEqual(made());
  expect(made(MEMBERS + 1)).toEqual(made());
});
