import { styleText } from "node:util";
import { control } from "./terminal.ts";

type Paint = Parameters<typeof styleText>[0];

/** Colour, where the stream takes it. */
export function paint(style: Paint, text: string, on: boolean): string {
  if (!on) return text;
  const [before = "", after = ""] = styleText(style, "\n", { validateStream: false }).split("\n");
  return control(before) + text + control(after);
}
