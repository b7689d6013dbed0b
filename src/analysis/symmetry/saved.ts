/** States that are kept to be compared with: cell by cell, then the zone by columns. */
interface Saved {
  readonly cells: Int32Array;
  readonly zone: Int32Array;
}

/** With which element stands in which place. */
export interface Kept extends Saved {
  readonly order: Int32Array;
}

/** The sign of a state against another. */
export function compareStates(cells: Int32Array, zone: Int32Array, than: Saved, slots: number, dim: number): number {
  for (let k = 0; k < slots; k++) if (cells[k] !== than.cells[k]) return cells[k]! < than.cells[k]! ? -1 : 1;
  for (let y = 0; y < dim; y++) {
    for (let x = 0; x < dim; x++) {
      const at = x * dim + y;
      if (zone[at] !== than.zone[at]) return zone[at]! < than.zone[at]! ? -1 : 1;
    }
  }
  return 0;
}
