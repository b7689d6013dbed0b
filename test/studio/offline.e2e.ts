import { createReadStream, existsSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { expect } from "vitest";
import { choose, go, openExample, root, test, verdicts } from "./browser.ts";

/** The same files from any web server, in any folder, and without one. */
const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/** A server that knows nothing of the studio: files in a folder, no compression, no caching. */
function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://localhost").pathname.replace(/^\/some\/folder\//, "");
    const file = join(root, "dist", "studio", path === "" ? "index.html" : path);
    if (path.startsWith("/") || path.includes("..") || !existsSync(file)) response.writeHead(404).end();
    else {
      response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
      createReadStream(file).pipe(response);
    }
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("the page comes from any web server, and opens again when the server is gone", async ({ open }) => {
  const server = await serve();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/folder/`;
  const { page, context } = await open({ url });
  const verify = async (): Promise<string[]> => {
    await openExample(page, "coffee");
    await go(page, "Verifier");
    await page.getByRole("button", { name: "Verify all" }).click();
    await page.locator(".query [data-outcome]").last().waitFor();
    await page.locator(".progress:not(.on)").waitFor({ state: "attached" });
    return verdicts(page);
  };
  const online = await verify();
  expect(online.length).toBeGreaterThan(0);
  // Such a server does not isolate the page: one thread, and the page says why.
  expect(await page.getByLabel("Threads").textContent()).toContain("the page is not isolated");
  // The files are kept as soon as the service worker stands.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector(".bar");
  expect(await verify()).toEqual(online);
  // The guide is there as well.
  await choose(page, "More", "Help");
  await page.locator(".help h1", { hasText: "Zonal Studio" }).waitFor();
});

test("the command's own page keeps no copy of itself in the browser", async ({ open }) => {
  const { page } = await open();
  await page.waitForLoadState("networkidle");
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))).toBe(0);
});
