/** How a figure of ours stands to the one a paper prints: the last column of every table. */
export type Standing = "equal" | "better" | `not reproduced: ${string}`;

/** Of states and the like, of which fewer are better; `margin` is what chance may make of it. */
export function standing(ours: number, theirs: number, because: string, margin = 0): Standing {
  if (Math.abs(ours - theirs) <= margin) return "equal";
  return ours < theirs ? "better" : `not reproduced: ${because}`;
}

/** Of figures that must be the same. */
export function sameness(isSame: boolean, because: string): Standing {
  return isSame ? "equal" : `not reproduced: ${because}`;
}
