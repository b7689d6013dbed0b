import { effect } from "@preact/signals";
import { read } from "../../../src/index.ts";
import { commit, text } from "./document.ts";
import { openBytes } from "./files.ts";

/**
 * Studio in a frame of a text editor (`zonal studio --framed`): what is changed there appears here, and the other way round.
 * The two tell each other the whole text; who is told what he has already does nothing. A text that is no XML for the moment
 * is waited out.
 */
export const isFramed = location.hash === "#framed" && parent !== window;

/** Asks the editor for its text; done when that has come. */
export function followEditor(): Promise<void> {
  return new Promise((resolve) => {
    /** What the editor has, once it has been opened here. */
    let there: string | undefined;
    addEventListener("message", ({ data, source }: MessageEvent<Message>) => {
      if (source !== parent || data?.zonal !== "text" || typeof data.text !== "string") return;
      if (isXml(data.text)) {
        if (there === undefined) openBytes(data.name ?? "model.xml", data.text);
        there = data.text;
        commit(data.text, "a change of the text");
      }
      resolve();
    });
    effect(() => {
      const now = text.value;
      if (there === undefined || now === there) return;
      there = now;
      tellEditor({ zonal: "text", text: now });
    });
    tellEditor({ zonal: "ready" });
  });
}

interface Message {
  readonly zonal: "ready" | "text";
  readonly name?: string;
  readonly text?: string;
}

function tellEditor(message: Message): void {
  // The command's server says who may hold the page in a frame.
  parent.postMessage(message, "*");
}

function isXml(content: string): boolean {
  const { diagnostics } = read(content, { name: "model.xml" });
  return !diagnostics.some(({ code }) => /^(xml-|missing-nta)/.test(code));
}
