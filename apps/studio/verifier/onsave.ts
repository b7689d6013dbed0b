import { effect, signal } from "@preact/signals";
import { current, isSound, opening, settle } from "../core/document.ts";
import { isBusy, verifyAll } from "./engine.ts";

/** Whether saving verifies all queries again. It is remembered in the browser. */
const key = "zonal-verify-on-save";
export const isOnSave = signal(localStorage.getItem(key) === "yes");
effect(() => localStorage.setItem(key, isOnSave.value ? "yes" : "no"));

let before: { readonly opening: number; readonly saved: string } | undefined;
effect(() => {
  const now = { opening: opening.value, saved: current.value.saved.value };
  const isSaved = before !== undefined && before.opening === now.opening && before.saved !== now.saved;
  before = now;
  if (!isSaved || !isOnSave.peek() || isBusy.peek()) return;
  setTimeout(() => {
    settle();
    if (isSound.value) void verifyAll();
  });
});
