import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { tell } from "../core/view.ts";

/** The guide and the tour. They come when they are asked for: the page itself stays small. */
type Part = ComponentType<{ readonly close: () => void }>;
const shown = signal<Part | undefined>(undefined);
const close = (): void => void (shown.value = undefined);

export const openHelp = (): void => void open(import("./panel.tsx"));
export const openTour = (): void => void open(import("./tour.tsx"));

async function open(loading: Promise<{ readonly default: Part }>): Promise<void> {
  try {
    shown.value = (await loading).default;
  } catch (error) {
    tell(`it cannot be loaded: ${(error as Error).message}`, "error");
  }
}

export function Help() {
  const Shown = shown.value;
  return Shown === undefined ? null : <Shown close={close} />;
}
