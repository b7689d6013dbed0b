import { describe, expect, test } from "vitest";
import * as zonal from "../src/index.ts";

/**
 * What programs that call the library wrongly get: a `UsageError` that names the function and what it wants, or diagnostics, but
 * never an `InternalError`, which would be a fault of ours, nor a `TypeError` from somewhere inside.
 */
const { build, UsageError } = zonal;
const wrong: readonly unknown[] = [undefined, null, 42, "", "wrong text @@", {}, [], () => 1, new Map()];

/**
 * Parts of trees, zones and recorded runs are handled by small functions that are called for each node, each entry, each step.
 * They rely on their types alone. Nothing that takes a text, a file, a model, a network or a trace is among them.
 */
const small = new Set(
  `acceleratedQuery attributeOf boundText childrenOf constraintText contentOf cycleText decodedOffset eachEntry edgeName effectOf
  elementAt elementName explainFact findJumps intervalText journalLine labelTexts lastLine newJournal placeOf plan printBinder
  printBlock printDeclaration printDeclarations printDeclarator printExpr printExprs printGantt printInitialiser printParameters
  printProgress printStatement printSync printSystem printSystemLine printType project prove queryAfter readZone reduceByValues
  runThread sampleThread answeredBy showRational showState showStep showTransformation showType someExpr startingIn textOf transform transformAll
  transformationsLeadTo transitionLines transitionsOf unreachable whenText whyNotAccelerated writeZone xtaNames Chains LastResets
  orderOf randomIn defines definitionOf declarationOf notRenamed linesOf sizeOf totalOf towards keyOf constantsText recordLine
  runOutcomeWords runStanding frontierText countsOf`.split(/\s+/),
);

type Callable = (...args: unknown[]) => unknown;

/** Calls a function, and runs what it yields, with one value in every place. */
function call(f: Callable, value: unknown): unknown {
  const isClass = /^class\b/.test(Function.prototype.toString.call(f));
  const args = [value, value, value, value];
  const result = isClass ? new (f as unknown as new (...args: unknown[]) => unknown)(...args) : f(...args);
  return typeof result === "object" && result !== null && "next" in result ? (result.next as Callable)() : result;
}

/** What was thrown, if it is not what may be. */
function fault(f: Callable, value: unknown): string | undefined {
  try {
    call(f, value);
    return undefined;
  } catch (error) {
    return error instanceof UsageError ? undefined : `${(error as Error).name}: ${(error as Error).message}`;
  }
}

const callables = (things: object): [string, Callable][] =>
  Object.entries(things).filter((entry): entry is [string, Callable] => typeof entry[1] === "function");

describe("arguments of the wrong kind", () => {
  const isError = (f: Callable): boolean => f.prototype instanceof Error;
  const checked = callables(zonal).filter(([name, f]) => !small.has(name) && !isError(f));

  test("the list of small functions names only public ones, and is shorter than the rest", () => {
    const names = new Set(Object.keys(zonal));
    expect([...small].filter((name) => !names.has(name))).toEqual([]);
    expect(checked.length).toBeGreaterThan(small.size);
  });

  test.each(checked)("%s", (_, f) => {
    for (const value of wrong) expect(fault(f, value), String(value)).toBeUndefined();
  });

  test.each(callables(build))("build.%s", (_, f) => {
    for (const value of wrong) expect(fault(f, value), String(value)).toBeUndefined();
  });
});

describe("right kinds, wrong content", () => {
  const text = "clock x; process P() { state A, B; init A; trans A -> B { guard x > 1; }; } system P;";
  const opened = zonal.open(text);
  const source = zonal.read(text);
  if (source.format === "tck" || opened.network === undefined) throw new Error("the model is wrong");
  const { tree } = source;
  const [template] = tree.templates;
  const [edge] = template!.edges;
  const [location] = template!.locations;
  const xml = zonal.read(zonal.writeXml(tree));
  if (xml.format === "tck") throw new Error("an UPPAAL model is expected");
  const wrongly: Record<string, () => unknown> = {
    "an expression that does not parse": () => build.expr("x >"),
    "a type that does not parse": () => build.type("int[0,"),
    "a guard that does not parse": () => build.edge("A", "B", { guard: "&&" }),
    "an update that does not parse": () => build.edge("A", "B", { update: "x =" }),
    "a synchronisation that does not parse": () => build.edge("A", "B", { sync: "c! d" }),
    "an invariant that does not parse": () => build.location("A", { invariant: "<= 3" }),
    "declarations that do not parse": () => build.declarations("int int;"),
    "parameters that do not parse": () => build.template("T", { parameters: "int", locations: [] }),
    "a query that does not parse": () => build.query("A[] ("),
    "a statement that does not parse": () => build.statement("while"),
    "a number that is none of the language": () => build.int(2 ** 40),
    "half a number": () => build.int(0.5),
    "edits that overlap": () =>
      zonal.applyEdits("abc", [
        { start: 0, end: 2, text: "" },
        { start: 1, end: 3, text: "" },
      ]),
    "an edit outside": () => zonal.applyEdits("abc", [{ start: 5, end: 9, text: "" }]),
    "an edge's invariant": () => zonal.edit(source).setLabel(edge!, "invariant", "x < 1"),
    "a location's guard": () => zonal.edit(source).setLabel(location!, "guard", "x < 1"),
    "a node of another file": () => zonal.edit(xml).removeNode(edge!).apply(),
    "an action that is none": () => zonal.parseAction("a + b"),
    "a location that is not there": () => zonal.setInitial(template!, "Nowhere"),
    "an operation that is none": () => zonal.runScript(source, "turn P: A"),
    "a factor that is none": () => zonal.scale(template!, -1),
  };

  test.each(Object.entries(wrongly))("%s is a UsageError", (_, call) => {
    expect(call).toThrow(UsageError);
  });

  test("a text that does not parse says what is wrong with it", () => {
    try {
      build.expr("x >");
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(zonal.TextError);
      expect(error).toMatchObject({ name: "TextError", text: "x >", diagnostics: [{ severity: "error" }] });
    }
  });

  test("wrong queries and models are answered, not thrown", () => {
    for (const query of ["", "A[]", "E<> Q.A", "nonsense"]) expect(opened.verify(query).outcome).toBe("unknown");
    for (const model of ["", "nonsense @@", "<nta>", "\u0000"])
      expect(zonal.open(model).diagnostics.length, model).toBeGreaterThan(0);
  });

  test("messages name the function and what it wants", () => {
    expect(() => zonal.open(undefined as never)).toThrow("open wants a text or bytes or a tree, not undefined");
    expect(() => zonal.verify([] as never, {} as never)).toThrow("verify wants a network, not a list");
  });
});
