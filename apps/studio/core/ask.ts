import { signal } from "@preact/signals";

/**
 * A question with one line for an answer, or some to choose from, in the page itself (`app.tsx` shows it). Undefined if
 * it is left.
 */
interface Question {
  readonly text: string;
  readonly value: string;
  readonly choices?: readonly string[] | undefined;
  readonly answer: (text: string | undefined) => void;
}
export const question = signal<Question | undefined>(undefined);

export function ask(text: string, value: string, choices?: readonly string[]): Promise<string | undefined> {
  question.value?.answer(undefined);
  return new Promise((resolve) => {
    question.value = {
      text,
      value,
      choices,
      answer: (given) => {
        question.value = undefined;
        resolve(given);
      },
    };
  });
}
