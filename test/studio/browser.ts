import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { test as base, expect } from "vitest";

/**
 * A real Chromium and the command `zonal studio`, as a user has them, and what the tests do with them. `test` gives each test
 * what it names: `open` opens a page, which is closed behind it, and fails if the page's own program reported an error.
 */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

const candidates = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

export async function startBrowser(...more: string[]): Promise<Browser> {
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
      ...more,
    ],
  });
}

interface Studio {
  readonly url: string;
  /** Ends it, and waits until its address is free. */
  stop(): Promise<void>;
}

/** Starts `zonal studio` and waits for its address. */
function startStudio(...args: string[]): Promise<Studio> {
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
      if (url !== undefined && printed.includes("\n")) resolve({ url, stop: () => ended(child) });
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.removeAllListeners("exit");
    child.on("exit", () => resolve());
    child.kill();
  });
}

interface Opened {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Everything the page asked the network for, in order. */
  readonly requests: string[];
  /** Errors of the page's own program. */
  readonly faults: string[];
}

interface OpenOptions {
  /** Another browser than the one all tests share. */
  readonly browser?: Browser;
  /** Another address than that of the studio all tests share. */
  readonly url?: string;
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** Stays on the start screen. */
  readonly stay?: boolean;
  /** Frames come this many milliseconds late, as on a busy machine: what takes keys only after a frame loses some. */
  readonly lateFrames?: number;
}

async function openPage(browser: Browser, url: string, options: OpenOptions): Promise<Opened> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    colorScheme: options.dark === true ? "dark" : "light",
    acceptDownloads: true,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  // The browser's own file dialogs cannot be driven: without them the page takes the way of browsers that have none.
  await page.addInitScript("delete window.showOpenFilePicker; delete window.showSaveFilePicker;");
  const late = options.lateFrames ?? Number(process.env.LATE_FRAMES ?? 0);
  if (late > 0)
    await page.addInitScript(`{
      const soon = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (run) => setTimeout(() => soon(run), ${late});
    }`);
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
  // A first visit is shown where to begin; most tests know.
  if (options.stay !== true && !url.includes("#")) {
    await page.waitForSelector("dialog[open] .gallery");
    await page.keyboard.press("Escape");
    await page.waitForSelector("dialog[open]", { state: "detached" });
  }
  return { context, page, requests, faults };
}

export const test = base.extend<{
  browser: Browser;
  studio: Studio;
  /**
   * Starts a studio of the test's own. It ends after the test's pages are closed: a page whose server is gone reports an error.
   */
  start: (...args: string[]) => Promise<Studio>;
  /** A folder for files, gone after the tests of a file. */
  folder: string;
  open: (options?: OpenOptions) => Promise<Opened>;
}>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads off the pattern what is needed.
    async ({}, use) => {
      const browser = await startBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
  studio: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const studio = await startStudio();
      await use(studio);
      await studio.stop();
    },
    { scope: "file" },
  ],
  folder: [
    // biome-ignore lint/correctness/noEmptyPattern: as above.
    async ({}, use) => {
      const path = mkdtempSync(join(tmpdir(), "zonal-studio-"));
      await use(path);
      rmSync(path, { recursive: true, force: true });
    },
    { scope: "file" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above.
  start: async ({}, use) => {
    const all: Studio[] = [];
    await use(async (...args) => {
      const own = await startStudio(...args);
      all.push(own);
      return own;
    });
    await Promise.all(all.map((own) => own.stop()));
  },
  // `start` is named so that what it started outlives the pages.
  open: async ({ browser, studio, start: _ }, use) => {
    const all: Opened[] = [];
    await use(async (options = {}) => {
      const opened = await openPage(options.browser ?? browser, options.url ?? studio.url, options);
      all.push(opened);
      return opened;
    });
    for (const { context } of all) await context.close();
    expect(all.flatMap(({ faults }) => faults)).toEqual([]);
  },
});

/** What a click downloads. */
export async function downloaded(page: Page, click: () => Promise<unknown>): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent("download"), click()]);
  return readFileSync(await download.path());
}

/** Chooses an entry of one of the bar's menus. */
export async function choose(page: Page, menu: "Transform" | "More", name: string | RegExp): Promise<void> {
  await page.locator(`summary[aria-label="${menu}"]`).click();
  await page.getByRole("menuitem", typeof name === "string" ? { name, exact: true } : { name }).click();
}

export async function go(page: Page, tab: "Editor" | "Simulator" | "Verifier"): Promise<void> {
  await page.locator(".tabs button", { hasText: tab }).click();
}

/** Lets go of a file over the page. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    ([file, content]: readonly [string, string]) => {
      const data = new DataTransfer();
      data.items.add(new File([content], file));
      document
        .querySelector(".page")
        ?.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    },
    [name, text] as const,
  );
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
    page.locator(".bar").getByRole("button", { name: "Open" }).click(),
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
