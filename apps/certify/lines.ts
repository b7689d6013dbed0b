import { Unreadable } from "./outcome.ts";

/** Lines of a text that comes in parts, as bytes; only the line that is not yet complete is kept. */
export class Lines {
  private readonly decoder = new TextDecoder();
  private readonly take: (line: string) => void;
  private rest = "";

  constructor(take: (line: string) => void) {
    this.take = take;
  }

  add(bytes: Uint8Array): void {
    // In slices, since there are longest strings.
    for (let from = 0; from < bytes.length; from += SLICE)
      this.split(this.decoder.decode(bytes.subarray(from, from + SLICE), { stream: true }));
  }

  /** The last line may have no end. */
  end(): void {
    this.split(this.decoder.decode());
    if (this.rest !== "") this.take(this.rest);
    this.rest = "";
  }

  private split(text: string): void {
    const lines = text.split("\n");
    lines[0] = this.rest + lines[0];
    this.rest = lines.pop()!;
    if (this.rest.length > LONGEST) throw new Unreadable("a line of the certificate is too long");
    for (const line of lines) this.take(line);
  }
}

const SLICE = 1 << 20;
/** Characters of a line: a member with many zones has some millions. */
const LONGEST = 1 << 27;
