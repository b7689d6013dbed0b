import { signal } from "@preact/signals";
import type { Example } from "./examples.ts";
import { tell } from "./view.ts";

/** The examples, as soon as they are there. They come when the page stands, so that it stands sooner. */
export const gallery = signal<readonly Example[]>([]);

export async function loadGallery(): Promise<void> {
  try {
    gallery.value = (await import("./examples.ts")).examples;
  } catch (error) {
    tell(`the examples cannot be loaded: ${(error as Error).message}`, "error");
  }
}
