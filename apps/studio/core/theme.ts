import { effect, signal } from "@preact/signals";

/** Light or dark: what the system says, unless the user has chosen. */
const system = matchMedia("(prefers-color-scheme: dark)");

function chosen(): "light" | "dark" | undefined {
  try {
    const kept = localStorage.getItem("zonal-theme");
    return kept === "light" || kept === "dark" ? kept : undefined;
  } catch {
    return undefined;
  }
}

export const theme = signal<"light" | "dark">(chosen() ?? (system.matches ? "dark" : "light"));
system.addEventListener("change", () => {
  if (chosen() === undefined) theme.value = system.matches ? "dark" : "light";
});

export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("zonal-theme", theme.value);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
