/**
 * Makes the page open without a network from the second time on, where a web server serves it. `zonal studio` is on the same
 * machine and says so (the `server-timing` of its answers): a copy in the browser for each port it ever had would be of no use.
 */
export function keepOffline(): void {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const local = entry?.serverTiming?.some((t) => t.name === "zonal-studio") ?? false;
  if (local || !("serviceWorker" in navigator) || !isSecureContext) return;
  // A browser that refuses (a private window, say) is no reason to stop working.
  navigator.serviceWorker.register("./sw.js").catch(() => undefined);
}
