import {
  check,
  type Edge,
  makeTest,
  printBinder,
  printDeclarations,
  printExpr,
  printExprs,
  printSync,
  read,
  type TestOptions,
} from "../../src/index.ts";
import type { Variable } from "../../src/model/index.ts";

/** The tester of the first template of a text. Names stand for channels and variables. */
interface Asked extends Omit<TestOptions, "channels" | "variables"> {
  readonly channels?: readonly string[];
  readonly variables?: readonly string[];
}

export function tester(text: string, asked: Asked = {}) {
  const source = read(text);
  if (source.format === "tck") throw new Error("no UPPAAL model");
  const model = check(source.tree);
  const wrong = [...source.diagnostics, ...model.diagnostics].find((d) => d.severity === "error");
  if (wrong !== undefined) throw new Error(wrong.message);
  const find = (names: readonly string[] | undefined): { list?: Variable[] } =>
    names === undefined ? {} : { list: names.map((n) => model.variables.find((v) => v.name === n) as Variable) };
  const { channels, variables, ...rest } = asked;
  const c = find(channels).list;
  const v = find(variables).list;
  return makeTest(model, model.templates[0]!, {
    ...rest,
    ...(c === undefined ? {} : { channels: c }),
    ...(v === undefined ? {} : { variables: v }),
  });
}

/** `src -> dst | select ; guard ; sync ; update`, with `-` for what is empty and `tau` for no synchronisation. */
export function edgeLine({ source, target, select, guard, sync, update }: Edge): string {
  const labels = [
    select?.value.map(printBinder).join(", ") ?? "-",
    guard === undefined ? "-" : printExpr(guard.value),
    sync === undefined ? "tau" : printSync(sync.value),
    update === undefined ? "-" : printExprs(update.value),
  ];
  return `${source.name} -> ${target.name} | ${labels.join(" ; ")}`;
}

/** All edges of the tester, in order; or why there is none. */
export function lines(text: string, asked: Asked = {}): readonly string[] {
  const made = tester(text, asked);
  return "refusal" in made ? [`refused: ${made.refusal}`] : made.template.edges.map(edgeLine);
}

export function declared(text: string, asked: Asked = {}): string {
  const made = tester(text, asked);
  return "refusal" in made ? made.refusal : printDeclarations(made.template.declarations);
}
