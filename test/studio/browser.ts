import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";

/** A real Chromium and the command `zonal studio`, as a user has them. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const images = join(root, "docs", "images");
mkdirSync(images, { recursive: true });

const candidates = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function startBrowser(): Promise<Browser> {
  const executablePath = candidates.find((path) => path !== undefined && existsSync(path));
  if (executablePath === undefined)
    throw new Error("no Chromium found: install it (Debian: apt-get install chromium) or set CHROMIUM to its path");
  return chromium.launch({
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

export interface Studio {
  readonly url: string;
  stop(): void;
}

/** Starts `zonal studio` and waits for its address. */
export function startStudio(...args: string[]): Promise<Studio> {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(root, "dist", "bin", "zonal.js"), "studio", "--no-open", ...args],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  return new Promise((resolve, reject) => {
    let printed = "";
    child.on("exit", (code) => reject(new Error(`zonal studio ended with ${code}`)));
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /^http:\S+/m.exec(printed)?.[0];
      if (url !== undefined && printed.includes("\n")) resolve({ url, stop: () => void child.kill() });
    });
  });
}

export interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything the page asked the network for, in order. */
  readonly requests: string[];
  /** Errors of the page's own program. */
  readonly faults: string[];
}

export async function openPage(
  browser: Browser,
  url: string,
  options: { width?: number; height?: number; dark?: boolean } = {},
): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark === true ? "dark" : "light",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  // The browser's own file dialogs cannot be driven: without them the page takes the way of browsers that have none.
  await page.addInitScript("delete window.showOpenFilePicker; delete window.showSaveFilePicker;");
  const requests: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("blob:") && !request.url().startsWith("data:")) requests.push(request.url());
  });
  page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  await page.goto(url);
  await page.waitForSelector(".bar");
  return { context, page, requests, faults };
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "zonal-studio-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

export async function openExample(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Examples" }).click();
  await page.locator(".gallery button", { has: page.locator("b", { hasText: new RegExp(`^${name}$`) }) }).click();
  await page.locator(".bar .file", { hasText: `${name}.xml` }).waitFor();
}

/** Opens a file as a user does, through the button. */
export async function openFromDisk(page: Page, path: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Open" }).click(),
  ]);
  await chooser.setFiles(path);
}

/** Puts a text into a field of the page, as typing does. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const field = page.locator(`[data-field="${label}"]`);
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(text);
  await page.keyboard.press("Escape");
}

/** The middle of a part of the diagram on the screen. */
export async function middleOf(page: Page, selector: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

export async function verdicts(page: Page): Promise<string[]> {
  return page
    .locator(".query [data-outcome]")
    .evaluateAll((all) => all.map((e) => e.getAttribute("data-outcome") ?? ""));
}
