import { styleText } from "node:util";

export type Paint = Parameters<typeof styleText>[0];

/** Colour, where the stream takes it. */
export function paint(style: Paint, text: string, on: boolean): string {
  return on ? styleText(style, text, { validateStream: false }) : text;
}
