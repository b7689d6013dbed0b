import type { Context } from "./keyword.ts";

/**
 * Hints for a token that stands where the language has no place for it, but where other languages, or an earlier habit, have:
 * what was probably meant. Undefined where there is nothing to guess.
 */
export function slipOf(context: Context, kind: string, word: string, expected: string): string | undefined {
  return context === "query"
    ? inQuery(kind, word, expected)
    : (inModel(kind, expected) ?? wordHint(kind, word, expected));
}

function inQuery(kind: string, word: string, expected: string): string | undefined {
  if (/^'\(' after the bound/.test(expected)) return "parentheses go around the path: 'Pr[<=10](<> p)'";
  if (/^'\(' after '(forall|exists|sum)'/.test(expected)) return "a quantifier is 'forall (i : T) p'";
  switch (kind) {
    case "->":
      return "an implication is 'p imply q'; 'p --> q' says that q follows some time";
    case "-->":
      return "'p --> q' is a whole query: nothing stands before it or around it";
    case "<>":
    case "[]":
      return "operators do not follow each other; 'true --> p' says that p holds again and again";
    case ";":
      return "a query has no ';' at its end";
    default:
      return kind === "#name" ? joiningWord(word) : undefined;
  }
}

/** The end of a guard, synchronisation, update or invariant was expected. */
const endsLabel = /^('[;}]' after the (label|invariant)|the end of the text)/;

function inModel(kind: string, expected: string): string | undefined {
  const isAtEnd = endsLabel.test(expected);
  switch (kind) {
    case "<>":
    case "[]":
      return "'!=' is unequal";
    case ",":
      return isAtEnd ? "conditions are joined with '&&'" : undefined;
    case ";":
      return isAtEnd ? "a label has no ';': updates are separated by ',', conditions joined with '&&'" : undefined;
    case "!":
    case "?":
      return isAtEnd ? "a synchronisation is one channel with '!' or '?' behind it, in a label of its own" : undefined;
    case "==":
      return /^'[;=]' after /.test(expected) ? "'==' compares; did you mean '='?" : undefined;
    case "-->":
      return "an edge is 'A -> B { ... }'";
    case "if":
    case "while":
    case "for":
    case "return":
      return expected === "an expression" ? "statements stand in functions: call one, or write 'c ? a : b'" : undefined;
    case "commit":
    case "urgent":
      return /^'}' at the end of the process/.test(expected) ? `'${kind}' stands before 'init'` : undefined;
    case "state":
      return /^'}' at the end of the block/.test(expected)
        ? "locations belong to a process: 'process P() { state A; init A; }'"
        : undefined;
    case "location":
      return /^'state'/.test(expected) ? "the word is 'state'" : undefined;
    case "#":
      return "there is no preprocessor: a constant is 'const int N = 3;'";
    case "{":
      return /^'\(' before the parameters/.test(expected)
        ? "without parameters it is 'process P() { ... }'"
        : undefined;
    case "(":
      return /^';' after the system line/.test(expected)
        ? "name the process first: 'P1 = P(3); system P1;'"
        : undefined;
    case "#int":
      return expected === "the name of a template"
        ? "assignments stand in updates and functions; a first value stands in the declaration: 'int n = 0;'"
        : undefined;
    default:
      return undefined;
  }
}

/** Words of the drawing, and of other languages, for what XTA calls otherwise. */
function wordHint(kind: string, word: string, expected: string): string | undefined {
  if (kind !== "#name") return undefined;
  if (/^'init'/.test(expected))
    return word === "committed" ? "the word is 'commit'" : "locations are separated by ',', and ';' ends their list";
  if (/^'state'/.test(expected)) return /^(locations?|nodes?)$/.test(word) ? "the word is 'state'" : undefined;
  if (/^a label or '}'/.test(expected)) {
    const [, right] = labelWords.find(([pattern]) => pattern.test(word)) ?? [];
    return right === undefined ? undefined : `the word is '${right}'`;
  }
  if (/^'}' after the invariant/.test(expected) && joiningWord(word) === undefined)
    return "an invariant is a condition alone: 'A { x <= 5 }'";
  return joiningWord(word);
}

const labelWords: readonly (readonly [RegExp, string])[] = [
  [/^(update|assignment|action|do)s?$/i, "assign"],
  [/^sync/i, "sync"],
  [/^(guard|when|condition|if)s?$/i, "guard"],
  [/^selections?$/i, "select"],
];

function joiningWord(word: string): string | undefined {
  if (/^implies$/i.test(word)) return "an implication is 'p imply q'";
  return /^(and|or|not|imply)$/i.test(word) ? `the word is '${word.toLowerCase()}'` : undefined;
}
