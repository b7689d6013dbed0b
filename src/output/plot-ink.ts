/**
 * How series look: six colours of different darkness, six kinds of dashes, so that curves can be told apart in grey. Colours
 * follow the reader's light or dark scheme unless one is given.
 */
export const styles = 6;

/** Light and dark colour. Neighbours differ in darkness. */
const inks: readonly (readonly [light: string, dark: string])[] = [
  ["#1f3f77", "#8fb4ff"],
  ["#d2691e", "#ffa95c"],
  ["#117733", "#6fd08c"],
  ["#aa3377", "#f08cc8"],
  ["#667788", "#b8c4d0"],
  ["#88aa00", "#c8e060"],
];
const dashes = ["", "7 3", "2 3", "9 3 2 3", "14 4", "4 2 1 2"] as const;

/** The classes of a series. */
export function styleOf({ group = 0, dash = group }: { readonly group?: number; readonly dash?: number }): string {
  return `s${group % styles} d${dash % styles}`;
}

const paint = (dark: 0 | 1): string =>
  `text{fill:${["#222222", "#d8d8d8"][dark]}}.paper{fill:${["#ffffff", "#1b1b1b"][dark]}}.grid{stroke:${["#e2e2e2", "#3a3a3a"][dark]}}` +
  `.axis{stroke:${["#444444", "#b0b0b0"][dark]}}` +
  inks
    .map((ink, i) => `.curve.s${i}{stroke:${ink[dark]}}.area.s${i}{fill:${ink[dark]}}text.s${i}{fill:${ink[dark]}}`)
    .join("");

const shapes =
  "text{font:12px sans-serif}.small{font-size:11px}.title{font-weight:bold;font-size:13px}.axis,.grid,.curve{fill:none}" +
  ".curve{stroke-width:1.6}.thin{stroke-width:.9;opacity:.55}.band{opacity:.22}.bars{fill-opacity:.55}.bars rect{stroke:none}" +
  ".whiskers{stroke-width:1.2}.mark{stroke-width:1.4}" +
  dashes.map((dash, i) => (dash === "" ? "" : `.curve.d${i}{stroke-dasharray:${dash}}`)).join("") +
  ".whiskers{stroke-dasharray:none!important}";

export function styleSheet(scheme?: "light" | "dark"): string {
  if (scheme !== undefined) return shapes + paint(scheme === "dark" ? 1 : 0);
  return `${shapes}${paint(0)}@media(prefers-color-scheme:dark){${paint(1)}}`;
}
