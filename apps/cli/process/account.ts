import type { Io } from "../io/io.ts";
import type { ResultFiles } from "../verify/resultfiles.ts";
import type { Asked, News } from "./watch.ts";

/**
 * What is known of a run to whoever stands behind it: what it does, what was asked and answered. If the run is ended from
 * outside, the rest is told from this: the questions without answers, each with the reason, or the whole JSON document, with
 * the answers there were; and so are the files of results. Where nothing was asked yet the reason stands alone.
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
  /** Whether a file is being written that is to be whole. */
  isWriting = false;
  private asked: Asked | undefined;
  private readonly answered: Extract<News, { kind: "answered" }>[] = [];

  hear(news: News): void {
    switch (news.kind) {
      case "stage":
        this.stage = news.what;
        this.isSearching = news.isSearch;
        break;
      case "writing":
        this.isWriting = news.isOn;
        break;
      case "asked":
        this.asked = news.run;
        break;
      case "answered":
        this.answered.push(news);
    }
  }

  /** Tells of a run that was ended, on its outputs. Returns its exit code. */
  async tell({ why, code }: Stopped, given?: Io): Promise<number> {
    const [{ processIo }, { explain }] = await Promise.all([import("../io/io.ts"), import("./run.ts")]);
    const io = given ?? processIo(() => undefined);
    const reason = `${why} while ${this.stage}`;
    try {
      if (this.asked === undefined) io.err(`error: ${reason}\n`);
      else if (this.asked.document === undefined)
        for (const { line } of this.asked.questions.slice(this.answered.length)) io.out(`${line} (${reason})\n`);
      else io.out(await this.document(this.asked, reason, code));
      if (this.asked?.files !== undefined) await this.write(this.asked, this.asked.files, reason);
    } catch (error) {
      return explain(error, "zonal", io);
    }
    return code;
  }

  private async document({ document, questions }: Asked, reason: string, exitCode: number): Promise<string> {
    const { jsonDocument } = await import("../io/json.ts");
    const rest = questions.slice(this.answered.length).map(({ json }) => ({ ...json, reason }));
    return jsonDocument("verify", {
      ...document,
      exitCode,
      queries: [...this.answered.map(({ json }) => json), ...rest],
    });
  }

  /** What is known, and why the rest is not. */
  private async write({ questions }: Asked, files: ResultFiles, reason: string): Promise<void> {
    const [{ because, resultFiles }, { writeWhole }] = await Promise.all([
      import("../verify/resultfiles.ts"),
      import("../io/write.ts"),
    ]);
    const rest = questions.slice(this.answered.length).map(({ entry }) => entry && because(entry, reason));
    const entries = [...this.answered.map(({ entry }) => entry), ...rest].flatMap((entry) => entry ?? []);
    for (const { path, text } of resultFiles(files, entries)) writeWhole(path, Buffer.from(text, "utf8"));
  }
}
