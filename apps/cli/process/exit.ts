/**
 * How a run ends. The numbers are promised to scripts and never change; `docs/` repeats them, and each verb's help names
 * those it can give.
 */
export const exit = {
  /** Everything as expected; for `verify`: every query satisfied where nothing is expected. */
  ok: 0,
  /** A query was answered otherwise; for `diff`: the models differ. */
  otherwise: 1,
  /** A wrong command line, a file that cannot be read or written, or an error in the model. */
  wrong: 2,
  /** No answer within the limits, or only an approximate one. */
  inconclusive: 3,
  /** A fault of Zonal itself. */
  internal: 4,
  interrupted: 130,
  terminated: 143,
} as const;

/** Something the user can mend, told in one line; `code` is the exit code. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly code: number;
  readonly hint: string | undefined;

  constructor(message: string, options: { readonly code?: number; readonly hint?: string } = {}) {
    super(message);
    this.code = options.code ?? exit.wrong;
    this.hint = options.hint;
  }
}

/** The reader of our output went away, and nothing but reading would have ended the run: nobody to say anything to. */
export class Unheard extends Error {
  override readonly name = "Unheard";
}

export function exitText(codes: readonly (keyof typeof exit)[]): string {
  const texts: Record<keyof typeof exit, string> = {
    ok: "0    as expected",
    otherwise: "1    answered otherwise",
    wrong: "2    wrong usage, unreadable file or error in the model",
    inconclusive: "3    inconclusive: a limit was reached, or the answer is approximate",
    internal: "4    a fault of zonal itself",
    interrupted: "130  interrupted (the partial result is printed)",
    terminated: "143  terminated (the partial result is printed)",
  };
  return `\nExit codes:\n${codes.map((code) => `  ${texts[code]}`).join("\n")}\n`;
}
