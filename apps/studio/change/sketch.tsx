import type { ActionName } from "./list.ts";

/** What a transformation does, as a sketch: on the left what is there, on the right what comes. */
const sketches: Readonly<Record<ActionName, string>> = {
  reduce: "M4 13h10M10 9l4 4-4 4M22 7h16M22 13h16M22 19h8M33 17l5 5M38 17l-5 5",
  substitute: "M4 7h12M4 13h12M4 19h12M20 13h6M23 10l3 3-3 3M30 10h10M30 16h10",
  accelerate: "M10 13a6 6 0 1 1 6 6M16 22l0-6 5 3zM26 13h14M32 8l5 5-5 5M37 8l5 5-5 5",
  compress:
    "M4 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0M12 13a3 3 0 1 0 6 0 3 3 0 1 0-6 0M22 13h6M26 10l3 3-3 3M33 13a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
  approximate: "M6 7h10v12H6zM20 13h5M22 10l3 3-3 3M30 4h12v18H30zM33 8h6v10h-6z",
  symmetry:
    "M6 7a3 3 0 1 0 6 0 3 3 0 1 0-6 0M6 19a3 3 0 1 0 6 0 3 3 0 1 0-6 0M20 9c6 0 6 8 0 8M16 13h12M34 13a4 4 0 1 0 8 0 4 4 0 1 0-8 0",
  test: "M4 8h12v10H4zM16 13h12M25 10l3 3-3 3M28 8h12v10H28zM31 13l2 2 4-5",
  reconstruct: "M4 13h24M8 10v6M16 10v6M28 13a5 5 0 1 0 10 0 5 5 0 1 0-10 0M31 13a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
};

export function Sketch({ name }: { readonly name: ActionName }) {
  return (
    <svg class="picture" viewBox="0 0 46 26" aria-hidden="true">
      <path d={sketches[name]} />
    </svg>
  );
}
