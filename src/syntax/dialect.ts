import { type Diagnostic, type Span, wants } from "../base/index.ts";
import { type Dialect, isLaterWord, predeclaredWords, type Wording } from "./keyword.ts";
import type { Declaration, Name, Tree } from "./tree.ts";

/**
 * Finds out which UPPAAL a text is for. It is read as 5; where that fails, words that 5 reserves and 4 did not may be names
 * (as many as the text uses where a name must stand), and if that does not help it is read in the syntax of 3. What succeeds
 * is taken, with one warning that says so. A text that reads as 5 is read once.
 *
 * A text that no dialect takes is explained as 5 would, unless it is plainly one of 3: then as 3 would.
 */
interface Reading {
  readonly tree: Tree;
  readonly diagnostics: readonly Diagnostic[];
}

export function readDialect<T extends Reading>(
  text: string,
  dialect: Dialect | undefined,
  parse: (wording: Wording) => T,
): T {
  if (dialect === 3) return parse({ syntax: "old" });
  const five = parse({});
  if (dialect === 5) return five;
  const four = readFour(text, five, parse);
  if (dialect === 4) return four;
  if (faultCount(four) === 0) return four === five ? five : withWarning(four, namesWarning(text, four, five));
  const three = five.diagnostics.some(isWording) ? parse({ syntax: "old" }) : five;
  return faultCount(three) * 2 < faultCount(five) ? withWarning(three, oldWarning(five)) : five;
}

/** Frees the words that stand where only a name can, until nothing is wrong or nothing more can be freed. */
function readFour<T extends Reading>(text: string, five: T, parse: (wording: Wording) => T): T {
  const names = new Set(redeclared(five.tree));
  let reading = names.size > 0 ? parse({ names: new Set(names) }) : five;
  while (faultCount(reading) > 0) {
    const words = wordsInTheWay(text, reading.diagnostics, names);
    if (words.length === 0) break;
    for (const word of words) names.add(word);
    reading = parse({ names: new Set(names) });
  }
  return reading;
}

/** Words of the later language at the place of a fault, or right before it. */
export function wordsInTheWay(
  text: string,
  faults: readonly Diagnostic[],
  known: ReadonlySet<string>,
): readonly string[] {
  const words = faults.filter(isWording).flatMap(({ span }) => {
    const before = /([A-Za-z_][\w$#]*)\s*$/.exec(text.slice(Math.max(0, span.start - 40), span.start));
    return [text.slice(span.start, span.end), before?.[1] ?? ""];
  });
  return [...new Set(words)].filter((word) => isLaterWord(word) && !known.has(word));
}

export function isWording({ code }: Diagnostic): boolean {
  return code === "syntax-error" || code === "unknown-symbol" || code === "keyword-name";
}

function redeclared({ syntax, declarations, systemDeclarations }: Tree): readonly string[] {
  if (syntax === "old") return [];
  return [...declarations, ...systemDeclarations]
    .flatMap(declaredNames)
    .map(({ name }) => name)
    .filter((name) => predeclaredWords.has(name));
}

function declaredNames(node: Declaration): readonly Name[] {
  if (node.kind === "variables" || node.kind === "typedef") return node.declarators.map((d) => d.name);
  return node.kind === "function" ? [node.name] : [];
}

function faultCount({ diagnostics }: Reading): number {
  return diagnostics.filter(isFault).length;
}

/** An error that speaks against the dialect. Arguments of what is built in are not counted by one that has nothing built in. */
export function isFault({ severity, code }: Diagnostic): boolean {
  return severity === "error" && code !== "builtin-arguments";
}

function withWarning<T extends Reading>(reading: T, warning: Diagnostic): T {
  return { ...reading, diagnostics: [warning, ...reading.diagnostics] };
}

function namesWarning(text: string, { tree }: Reading, five: Reading): Diagnostic {
  const names = tree.names ?? [];
  const isOne = ({ start, end }: Span): boolean => names.includes(text.slice(start, end));
  const declared = [...five.tree.declarations, ...five.tree.systemDeclarations].flatMap(declaredNames);
  const span = [...five.diagnostics.map((d) => d.span), ...declared].find(isOne);
  return laterWordWarning(names, { start: span?.start ?? 0, end: span?.end ?? 0 });
}

export function laterWordWarning(names: readonly string[], span: Span): Diagnostic {
  const quoted = names.map((name) => `'${name}'`).join(", ");
  const [are, have] = names.length === 1 ? ["is a name", "it has"] : ["are names", "they have"];
  return {
    code: "old-dialect",
    severity: "warning",
    span,
    message: `read as a text of UPPAAL 4: ${quoted} ${are} here, and in UPPAAL 5 ${have} a meaning`,
    hint: "'zonal convert' writes it for UPPAAL 5, with other names; '--dialect 4' says that this is meant",
  };
}

function oldWarning(five: Reading): Diagnostic {
  const first = five.diagnostics.find((d) => d.severity === "error");
  return {
    code: "old-dialect",
    severity: "warning",
    span: first?.span ?? { start: 0, end: 0 },
    message: "read in the syntax of UPPAAL 3: in that of UPPAAL 5 this is wrong",
    hint: "'zonal convert' writes it for UPPAAL 5; '--old' says that this is meant, '--dialect 5' that it is not",
  };
}

/** How to read a file again that was changed: in its own dialect. */
export function asBefore(source: { readonly name: string; readonly tree: Tree; readonly dialect?: Dialect }): {
  readonly name: string;
  readonly dialect?: Dialect;
} {
  wants("asBefore", source, "source");
  const dialect = dialectOf(source.tree);
  return { name: source.name, ...(dialect === 5 && source.dialect === undefined ? {} : { dialect }) };
}

/** The dialect a tree was read in. */
export function dialectOf(tree: Tree): Dialect {
  wants("dialectOf", tree, "tree");
  const { syntax, names } = tree;
  if (syntax === "old") return 3;
  return names === undefined || names.length === 0 ? 5 : 4;
}
