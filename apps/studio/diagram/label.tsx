import { Component, type ComponentChild } from "preact";
import { type Point, xmlKinds } from "../../../src/index.ts";
import { lineHeight } from "./geometry.ts";

/**
 * What locations and edges have in common where they are drawn: texts beside them, colours of their own, and that each is
 * drawn again only when something about it differs.
 */
export const still: Point = { x: 0, y: 0 };

export interface Texts {
  /** Keys of texts that are being moved, and by how much. */
  readonly moved: string;
  readonly by: Point;
}
export const samePoint = (a: Point, b: Point): boolean => a.x === b.x && a.y === b.y;
export const sameTexts = (a: Texts, b: Texts): boolean =>
  a.moved === b.moved && (a.moved === "" || samePoint(a.by, b.by));

/** A part that is drawn again only when its properties are not the same. */
export function memo<P extends object>(draw: (props: P) => ComponentChild, same: (a: P, b: P) => boolean) {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P): boolean {
      return !same(this.props as P, next);
    }
    override render(): ComponentChild {
      return draw(this.props as P);
    }
  };
}

export function xmlKind(label: { readonly kind: string; readonly note: boolean }): string {
  return label.note ? label.kind : xmlKinds[label.kind as keyof typeof xmlKinds];
}

interface TextProps extends Texts {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly place: Point;
}

/** UPPAAL gives the upper left corner of a text. */
export function TextView({ id, kind, text, place, moved, by }: TextProps) {
  const lines = text.trimEnd().split("\n");
  const x = place.x + (moved.includes(id) ? by.x : 0);
  const y = place.y + 12 + (moved.includes(id) ? by.y : 0);
  const known = ["name", "invariant", "rate", "select", "guard", "sync", "update", "probability"].includes(kind)
    ? kind
    : "note";
  return (
    <text class={`label ${known}`} data-key={id} x={x} y={y}>
      {lines.length === 1
        ? lines[0]
        : lines.map((line, i) => (
            <tspan key={i} x={x} y={y + i * lineHeight}>
              {line}
            </tspan>
          ))}
    </text>
  );
}

/** A colour as UPPAAL writes it, and nothing else. */
export function colorOf(color: string | undefined): string | undefined {
  return color !== undefined && /^#[\da-fA-F]{3,8}$/.test(color) ? color : undefined;
}

/** A part's own colour, for the style sheet: what a part is at the moment (selected, active, taken) has the last word. */
export function own(color: string | undefined): Record<string, string> | undefined {
  return color === undefined ? undefined : { "--own": color };
}

/** Black or white, whichever is read better on a colour. */
export function inkOn(color: string): string {
  const digits = color.length < 7 ? [...color.slice(1, 4)].map((d) => d + d) : (color.slice(1, 7).match(/../g) ?? []);
  const [red, green, blue] = digits.map((d) => (Number.parseInt(d, 16) / 255) ** 2.2);
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.18 ? "#000" : "#fff";
}
