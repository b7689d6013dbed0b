import { describe, expect, test } from "vitest";
import {
  AlgebraError,
  beginSession,
  check,
  isUnfinished,
  open,
  read,
  runCommands,
  type UppaalSource,
  writeSession,
} from "../../src/index.ts";

const model = `// kept
chan a, b, c[2]; broadcast chan go; int g; const int K = 3;
process T(chan &d, const int n, int &v) { clock x; state p, q { x <= 4 }, r; init p;
  trans p -> q { sync a!; assign x = 0; }, q -> r { guard x > K; sync c[1]?; }, r -> p { sync d?; }, p -> p { sync go?; }; }
process U() { state p; init p; trans p -> p { sync a?; }; }
P = T(b, 1, g);
system P, U;
`;

function source(text = model): UppaalSource {
  const made = read(text);
  if (made.format === "tck") throw new Error("no UPPAAL model");
  return made;
}

/** What is said. */
function said(text: string): readonly string[] {
  return runCommands(beginSession(source()), text).lines;
}

function templates(text: string): readonly string[] {
  const { text: written } = writeSession(runCommands(beginSession(source()), text).session);
  const { tree } = source(written);
  expect(check(tree).diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return tree.templates.map((t) => `${t.name.name} ${t.locations.length} ${t.edges.length}`);
}

describe("values", () => {
  test.each([
    ["actions(T)", "{| a!, c?, d?, go? |}"],
    ["inputs(T) \\ {| go |}", "{| c?, d? |}"],
    ["outputs(T)", "{| a! |}"],
    ["channels(T)", "{a, c, d, go}"],
    ["channels", "{a, b, c, go}"],
    ["globals", "{g}"],
    ["parameters(T)", "{d, v}"],
    ["locations(T) \\ {q}", "{p, r}"],
    ["{a, b} ++ {b, c} \\ {c}", "{a, b}"],
    ["({a, b} ++ {b, c}) \\ {c}", "{a, b}"],
    ["{| a, b! |} ++ {| b |}", "{| a!, a?, b!, b? |}"],
    ["{| c[1]!, a! |} \\ {| c |}", "{| a! |}"],
    ["{a -> b, c <-> d} ++ {e -> f}", "{a -> b, c -> d, d -> c, e -> f}"],
    ["{| a! -> b?, c -> d |}", "{| a! -> b?, c -> d |}"],
    ["{}", "{}"],
    ["{||}", "{||}"],
    ["{ // a set\n  a, /* of\n two */ b }", "{a, b}"],
    ["x = {a}; y = x ++\n {b}\ny", "{a, b}"],
  ])("%s", (text, value) => {
    expect(said(text)).toEqual([value]);
  });
});

test("templates are made, replaced, copied and dropped", () => {
  expect(templates("H = T \\ {| a! |}")).toEqual(["T 3 4", "U 1 1", "H 1 1"]);
  expect(templates("T = drop(T, {r}); V = U")).toEqual(["T 2 2", "U 1 1", "V 1 1"]);
  expect(templates("T = conflate(renamelocs(T, {r -> s}), {s -> p})")).toEqual(["T 2 4", "U 1 1"]);
  expect(templates("A = acceptall(actions(U) ++ {| c |}); drop U")).toEqual(["T 3 4", "A 1 3"]);
  expect(templates("U = renametrans(U, {| a? -> b! |}); U = setinitial(U, p)")).toEqual(["T 3 4", "U 1 1"]);
  expect(templates("U = inputenable(U, {a, b})")).toEqual(["T 3 4", "U 1 2"]);
  expect(templates("W = scale(multisecttime(T, 2), 1.5); W = split(W, {| a! -> a! |})")).toEqual([
    "T 3 4",
    "U 1 1",
    "W 4 5",
  ]);
});

test("a test automaton of the language decides as one of the command does", () => {
  const text =
    "chan a; process S() { clock x; state s { x <= 3 }; init s; trans s -> s { guard x >= 1; sync a!; assign x = 0; }; } process I() { clock y; state i { y <= 2 }; init i; trans i -> i { guard y >= 1; sync a!; assign y = 0; }; } system I;";
  const verdict = (script: string): string => {
    const written = writeSession(runCommands(beginSession(source(text)), script).session).text;
    return open(written.replace("system I", "system I, Test"), { name: "m.xta" }).verify("A[] not Test.Err").outcome;
  };
  expect(verdict("Test = maketest(S)")).toBe("satisfied");
  expect(verdict("S = multisecttime(S, 2)\nTest = maketest(S, channels, globals)")).toBe("violated");
});

test("what is wrong is told with its place, and changes nothing", () => {
  const fault = (text: string): string => {
    try {
      said(text);
      return "nothing";
    } catch (error) {
      expect(error).toBeInstanceOf(AlgebraError);
      return (error as Error).message;
    }
  };
  expect(fault("x = {a}\nactions(x)")).toBe(
    "line 2, column 9: actions takes a template here, not a set of names\n  actions(x)\n          ^",
  );
  for (const [text, words] of [
    ["foo(T)", "there is no function foo"],
    ["nope", "there is no template, set or map nope"],
    ["actions(T, T)", "actions takes 1 argument, not 2"],
    ["maketest()", "maketest takes 1 to 3 arguments, not 0"],
    ["T ++ {a}", "'++' joins"],
    ["{a} \\ {| a |}", "'\\' takes"],
    ["{| c |} \\ {| c[1]! |}", "c! is more than c[1]!"],
    ["{a -> b} ++ {a -> c}", "a is mapped to b and to c"],
    ["{a, b -> c}", "names before this one have no arrow"],
    ["{a b}", "',' is missing, found 'b'"],
    ["T T", "the command should end here, found 'T'"],
    ["T = {a}", "T is a template: drop it first"],
    ["a = U", "line 1, column 1"],
    ["drop U; drop T", "no process is left"],
    ["drop x", "to drop"],
    ["drop(T, {z})", "T has no location z"],
    ["T \\ {| zz! |}", "T knows no channel zz"],
    ["maketest(T)", "parameter by reference"],
    ["scale(T, 0)", "the factor must be above 0"],
    ["(", "'(' is not closed"],
    ["/* ", "a comment is not closed"],
    ["{| 3 |}", "an action is missing"],
    ["§", "a template, a set, a map or a function is missing"],
    ["x = ", "a template, a set, a map or a function is missing"],
  ] as const)
    expect(fault(text), text).toContain(words);
  expect(isUnfinished("{a,")).toBe(true);
  expect(isUnfinished("{a}}")).toBe(false);
  expect(isUnfinished("foo(")).toBe(true);
});

test("help names every function; show and list tell what is there", () => {
  expect(said("help").join("\n")).toContain("maketest(T [, names, names])");
  expect(said("x = {a}; list")).toEqual(["T", "U", "x"]);
  expect(said("x = {a}; show x; show U; quit; nope").slice(0, 2)).toEqual(["x = {a}", "process U() {"]);
});

describe("what would be no model", () => {
  const refusal = (text: string, from = model): string => {
    try {
      runCommands(beginSession(source(from)), text);
      return "";
    } catch (error) {
      return error instanceof AlgebraError ? error.message : `${error}`;
    }
  };

  test.each(["true", "int", "clock", "process"])("%s is no name", (word) =>
    expect(refusal(`${word} = U`)).toContain(`'${word}' is a word of the language, and no name`),
  );

  test("brackets that stand too deep", () =>
    expect(refusal(`x = ${"(".repeat(6000)}{a}${")".repeat(6000)}`)).toContain(
      "brackets stand more than 200 deep here",
    ));

  test("a template behind later declarations is told as such", () => {
    const late = "chan a; process A() { state S; init S; } chan b; process B() { state S; init S; } system A, B;";
    expect(refusal("drop B", late)).toContain("B stands behind declarations that follow other templates");
    expect(refusal("C = B", late)).toContain("B stands behind declarations that follow other templates");
  });
});
