import { type Symbol, templateOf, type Variable } from "../../model/index.ts";
import type { Facts } from "../facts.ts";
import { removeDeclared, removeItem } from "../remove.ts";
import type { Found, Rule } from "../rule.ts";

/** What is declared and never named: each kind of declaration is a rule of its own, so that each can be switched off. */
function unused(symbol: Symbol, what: string, facts: Facts): Found {
  const edits = removeDeclared(facts, symbol.span);
  return {
    span: symbol.span,
    message: `${what} '${symbol.name}' is never used`,
    ...(edits === undefined ? {} : { fix: { title: `Remove '${symbol.name}'`, edits } }),
  };
}

function kindOf({ type }: Variable): "clock" | "chan" | "other" {
  if (type.kind === "array") return kindOf({ type: type.element } as Variable);
  return type.kind === "clock" ? "clock" : type.kind === "chan" ? "chan" : "other";
}

function* unusedVariables(facts: Facts, what: string, test: (variable: Variable) => boolean): Generator<Found> {
  // What only a query in another file names would be missed.
  for (const variable of facts.variables)
    if (variable.role !== "parameter" && test(variable) && !facts.isNamed(variable))
      yield unused(variable, what, facts);
}

/** Each symbol of the text once. */
function symbolsOf(facts: Facts): readonly Symbol[] {
  return facts.once("symbols", () => {
    const found = new Map([...facts.model.symbols.values()].map((symbol) => [symbol.span.start, symbol]));
    return [...found.values()].filter(({ span }) => span.end > span.start);
  });
}

const plain = (body: string, system = "system P;"): string =>
  `${body}\nprocess P() { state S; init S; trans S -> S { }; }\n${system}`;

export const unusedRules: readonly Rule[] = [
  {
    id: "unused-variable",
    severity: "warning",
    kind: "tree",
    title: "a variable that nothing names",
    explanation: "It is left over, or another one is used where this was meant.",
    wrong: plain("int «n»;"),
    right: "int n; process P() { state S; init S; trans S -> S { guard n < 3; assign n++; }; } system P;",
    check: (facts) => unusedVariables(facts, "the variable", (v) => kindOf(v) === "other" && !v.constant),
  },
  {
    id: "unused-constant",
    severity: "note",
    kind: "tree",
    title: "a constant that nothing names",
    explanation: "A bound that is written as a number somewhere instead of by its name is changed in one place only.",
    wrong: plain("const int «N» = 3;"),
    right: plain("const int N = 3; int[0,N] n;", "system P;\n---\nE<> n == 0"),
    check: (facts) => unusedVariables(facts, "the constant", (v) => kindOf(v) === "other" && v.constant),
  },
  {
    id: "unused-clock",
    severity: "warning",
    kind: "tree",
    title: "a clock that nothing names",
    explanation: "Each clock makes zones larger and searches slower, also one that nobody looks at.",
    wrong: plain("clock «x»;"),
    right:
      "clock x; process P() { state S { x <= 3 }; init S; trans S -> S { guard x >= 1; assign x = 0; }; } system P;",
    check: (facts) => unusedVariables(facts, "the clock", (v) => kindOf(v) === "clock"),
  },
  {
    id: "unused-channel",
    severity: "warning",
    kind: "tree",
    title: "a channel that nothing names",
    explanation: "A synchronisation is missing, or the channel is left over.",
    wrong: plain("chan «c»;"),
    right: "broadcast chan c; process P() { state S; init S; trans S -> S { sync c!; }; } system P;",
    check: (facts) => unusedVariables(facts, "the channel", (v) => kindOf(v) === "chan"),
  },
  {
    id: "unused-function",
    severity: "warning",
    kind: "tree",
    title: "a function that nothing calls",
    explanation: "It is left over, or an edge that should call it does not.",
    wrong: plain("bool «f»() { return true; }"),
    right: "bool f() { return true; } process P() { state S; init S; trans S -> S { guard f(); }; } system P;",
    *check(facts) {
      const functions = [...facts.model.functions, ...facts.model.templates.flatMap((template) => template.functions)];
      for (const symbol of functions)
        if (symbol.node !== undefined && !/^__/.test(symbol.name) && !facts.isNamed(symbol))
          yield unused(symbol, "the function", facts);
    },
  },
  {
    id: "unused-type",
    severity: "note",
    kind: "tree",
    title: "a type that nothing names",
    explanation: "It is left over, or a range is written out where the type was meant.",
    wrong: plain("typedef int[0,3] «id_t»;"),
    right:
      "typedef int[0,3] id_t; process P(const id_t i) { state S; init S; trans S -> S { guard i > 0; }; } system P;",
    *check(facts) {
      for (const symbol of symbolsOf(facts))
        if (symbol.kind === "typename" && !facts.isNamed(symbol)) yield unused(symbol, "the type", facts);
    },
  },
  {
    id: "unused-template",
    severity: "warning",
    kind: "tree",
    title: "a template that has no process",
    explanation: "It takes no part in the system: the system line or an instantiation was forgotten.",
    wrong: "process P() { state S; init S; } process «Q»() { state S; init S; } system P;",
    right: "process P() { state S; init S; } process Q() { state S; init S; } system P, Q;",
    *check({ model }) {
      const used = new Set(model.system.map(({ instance }) => templateOf(instance)));
      for (const template of model.templates) {
        // What is instantiated and then left off the system line is told there.
        const isInstantiated = model.instances.some(
          (instance) => instance.node !== undefined && templateOf(instance) === template,
        );
        if (!used.has(template) && !template.dynamic && !isInstantiated)
          yield { span: template.span, message: `the template '${template.name}' has no process in the system` };
      }
    },
  },
  {
    id: "unused-instance",
    severity: "warning",
    kind: "tree",
    title: "an instance that is not on the system line",
    explanation: "A process that is named and not listed takes no part in the system.",
    wrong: "process P(const int i) { state S; init S; trans S -> S { guard i > 0; }; } A = P(1); «B» = P(2); system A;",
    right:
      "process P(const int i) { state S; init S; trans S -> S { guard i > 0; }; } A = P(1); B = P(2); system A, B;",
    *check(facts) {
      for (const symbol of facts.model.instances)
        if (symbol.node !== undefined && !facts.isNamed(symbol)) yield unused(symbol, "the instance", facts);
    },
  },
  {
    id: "unused-parameter",
    severity: "note",
    kind: "tree",
    title: "a parameter of a template or function that its body does not name",
    explanation:
      "Processes that should differ do not. A template whose parameter only counts its copies is meant so: then switch the rule off there.",
    wrong: "process P(int «k») { state S; init S; } A = P(2); system A;",
    right: "process P(int k) { state S; init S; trans S -> S { guard k > 1; }; } A = P(2); system A;",
    *check(facts) {
      const { model } = facts;
      // A template on the system line with free parameters has as many copies as they have values: that is what they are for.
      const copied = new Set(
        model.system
          .filter(({ instance }) => instance.parameters.length > 0)
          .map(({ instance }) => templateOf(instance)),
      );
      const functions = [...model.functions, ...model.templates.flatMap((template) => template.functions)];
      const owners = [
        ...functions.filter(({ node }) => node !== undefined),
        ...model.templates.filter((template) => !copied.has(template)),
      ];
      for (const { parameters, name } of owners)
        for (const parameter of parameters)
          if (parameter.span.end > parameter.span.start && !facts.isNamed(parameter))
            yield { span: parameter.span, message: `the parameter '${parameter.name}' of '${name}' is never used` };
    },
  },
  {
    id: "unused-local",
    severity: "warning",
    kind: "tree",
    title: "a local variable of a function that nothing names",
    explanation: "It is left over, or another one is used where this was meant.",
    wrong: "int f() { int «i»; return 1; } process P() { state S; init S; trans S -> S { guard f() > 0; }; } system P;",
    right:
      "int f() { int i = 1; return i; } process P() { state S; init S; trans S -> S { guard f() > 0; }; } system P;",
    *check(facts) {
      for (const symbol of symbolsOf(facts))
        if (symbol.kind === "variable" && symbol.role === "local" && !facts.isNamed(symbol))
          yield { span: symbol.span, message: `the local variable '${symbol.name}' is never used` };
    },
  },
  {
    id: "unused-select",
    severity: "warning",
    kind: "tree",
    title: "a selected value that its edge does not use",
    explanation:
      "The edge is the same for every value: searches follow as many copies of it, and all lead to the same states.",
    wrong: "process P() { state S; init S; trans S -> S { select «i» : int[0,3]; }; } system P;",
    right:
      "int n; process P() { state S; init S; trans S -> S { select i : int[0,3]; guard n != i; assign n = i; }; } system P;",
    *check(facts) {
      for (const { edges } of facts.model.templates)
        for (const { node, selects } of edges) {
          const binders = node.select?.value ?? [];
          for (const variable of selects) {
            const binder = binders.find(({ name }) => name.start === variable.span.start);
            if (binder === undefined || facts.isNamed(variable)) continue;
            const edits = binders.length > 1 ? removeItem(facts.text, binders, binder) : [];
            yield {
              span: variable.span,
              message: `the selected '${variable.name}' is not used by its edge`,
              ...(edits.length > 0 ? { fix: { title: `Remove '${variable.name}'`, edits } } : {}),
            };
          }
        }
    },
  },
];
