import type { Asked, News } from "./watch.ts";

/**
 * What is known of a run to whoever stands behind it: what it does, what was asked and answered. If the run is ended from
 * outside, the rest is told from this: the questions without answers, each with the reason, or the whole JSON document, with
 * the answers there were. Where nothing was asked yet the reason stands alone.
 */
export interface Stopped {
  /** `interrupted`, `the memory limit of 256 MiB was reached`. */
  readonly why: string;
  readonly code: number;
}

export class Account {
  private stage = "starting";
  /** Whether a search goes on, which looks itself whether it is to end. */
  isSearching = false;
  private asked: Asked | undefined;
  private readonly answered: (object | undefined)[] = [];

  hear(news: News): void {
    switch (news.kind) {
      case "stage":
        this.stage = news.what;
        this.isSearching = news.isSearch;
        break;
      case "asked":
        this.asked = news.run;
        break;
      case "answered":
        this.answered.push(news.json);
    }
  }

  /** Tells of a run that was ended, on its outputs. Returns its exit code. */
  async tell({ why, code }: Stopped): Promise<number> {
    const [{ processIo }, { explain }] = await Promise.all([import("./io.ts"), import("./run.ts")]);
    const io = processIo(() => undefined);
    const reason = `${why} while ${this.stage}`;
    try {
      if (this.asked === undefined) io.err(`error: ${reason}\n`);
      else if (this.asked.document === undefined)
        for (const { line } of this.asked.questions.slice(this.answered.length)) io.out(`${line} (${reason})\n`);
      else io.out(await this.document(this.asked, reason, code));
    } catch (error) {
      return explain(error, "zonal", io);
    }
    return code;
  }

  private async document({ document, questions }: Asked, reason: string, exitCode: number): Promise<string> {
    const { jsonDocument } = await import("./json.ts");
    const rest = questions.slice(this.answered.length).map(({ json }) => ({ ...json, reason }));
    return jsonDocument("verify", { ...document, exitCode, queries: [...this.answered, ...rest] });
  }
}
