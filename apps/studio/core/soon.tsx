import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { tell } from "./view.ts";

/** A part of the page that comes as soon as the page stands, so that it stands sooner; who is there before it waits a moment. */
export function soon(load: () => Promise<{ readonly default: ComponentType }>) {
  const shown = signal<ComponentType | undefined>(undefined);
  let isComing = false;
  const fetch = (): void => {
    if (isComing) return;
    isComing = true;
    load().then(
      (part) => void (shown.value = part.default),
      (error: Error) => {
        isComing = false;
        tell(`it cannot be loaded: ${error.message}`, "error");
      },
    );
  };
  const Part = () => {
    const Shown = shown.value;
    if (Shown !== undefined) return <Shown />;
    fetch();
    return <main class="hint padded">…</main>;
  };
  return { fetch, Part };
}
