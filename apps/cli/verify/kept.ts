import { createHash } from "node:crypto";
import { essence } from "../../../src/index.ts";
import type { Ready } from "../model/load.ts";
import type { Question } from "../model/questions.ts";
import { type Answer, stand } from "./answer.ts";

/**
 * Answers that outlive a change of the model. One is kept if all that it can depend on is the same as before (`essence`):
 * of a symbolic query the processes, variables and clocks that can have to do with it; of one that runs answer the whole
 * model. Only what was answered for sure is kept, and no fault, whose place may have moved. Whether an answer is as
 * expected is judged anew.
 */
export class KeptAnswers {
  /** Answers, by what they depend on. */
  private known = new Map<string, Answer>();
  /** How each query stood when it was last answered, by its text. */
  private readonly standings = new Map<string, Answer["standing"]>();

  /** The answer to a question that no change can have affected, if there is one. */
  find(question: Question, key: string | undefined): Answer | undefined {
    const found = key === undefined ? undefined : this.known.get(key);
    if (found === undefined) return undefined;
    const { verdict } = found;
    return { ...found, question, standing: stand(question, verdict), kept: true };
  }

  /** Questions in the order in which they are to be asked: those that failed last time, those without an answer, the others. */
  order(questions: readonly Question[]): readonly Question[] {
    const rank = ({ text }: Question): number => ranks[this.standings.get(text) ?? "inconclusive"];
    return questions.toSorted((a, b) => rank(a) - rank(b));
  }

  /** Remembers the answers of a round, each with what it depends on, and forgets those of earlier ones. */
  remember(round: readonly { readonly answer: Answer; readonly key: string | undefined }[]): void {
    const known = new Map<string, Answer>();
    for (const { answer, key } of round) {
      this.standings.set(answer.question.text, answer.standing);
      if (key !== undefined && isSure(answer)) known.set(key, withoutTrace(answer));
    }
    this.known = known;
  }
}

const ranks = { wrong: 0, otherwise: 0, inconclusive: 1, expected: 2 } as const;

function isSure({ verdict }: Answer): boolean {
  if (verdict === undefined || (verdict.outcome !== "satisfied" && verdict.outcome !== "violated")) return false;
  return verdict.values?.every(({ unknown }) => unknown === undefined) ?? true;
}

/** A trace shows edges and places of the model as it was. */
function withoutTrace(answer: Answer): Answer {
  if (answer.verdict === undefined) return answer;
  const { trace: _, traceReason: __, ...verdict } = answer.verdict;
  return { ...answer, verdict };
}

/** What the answer to a question depends on, in short; undefined where it is to be asked in any case. */
export function keyOf(question: Question, { network, source }: Ready): string | undefined {
  const { query, statistical, options, text } = question;
  if (query !== undefined && network !== undefined) return digest([essence(network, query)]);
  if (statistical === undefined) return undefined;
  // Other queries cannot affect this one, unless they declare what it names.
  const declares = source.text.includes("strategy");
  const model = declares ? source.text : source.text.replace(/<queries>.*<\/queries>/s, "");
  return digest([model, text, JSON.stringify(options)]);
}

function digest(parts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length} ${part}`);
  return hash.digest("base64");
}
