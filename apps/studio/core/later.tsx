import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { tell } from "./view.ts";

/** Room for a part of the page that comes when it is asked for: the page itself stays small. */
type Part = ComponentType<{ readonly close: () => void }>;

export function later() {
  const shown = signal<Part | undefined>(undefined);
  const close = (): void => void (shown.value = undefined);
  const open = async (loading: Promise<{ readonly default: Part }>): Promise<void> => {
    try {
      shown.value = (await loading).default;
    } catch (error) {
      tell(`it cannot be loaded: ${(error as Error).message}`, "error");
    }
  };
  const Room = () => {
    const Shown = shown.value;
    return Shown === undefined ? null : <Shown close={close} />;
  };
  return { open, Room };
}
