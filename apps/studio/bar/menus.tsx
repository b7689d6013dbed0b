import { templateToSvg } from "../../../src/index.ts";
import { actions } from "../change/list.ts";
import { propose } from "../change/preview.tsx";
import { Sketch } from "../change/sketch.tsx";
import { fileName, network, text } from "../core/document.ts";
import { download } from "../core/download.ts";
import { openNew } from "../core/files.ts";
import { shareLink } from "../core/share.ts";
import { theme, toggleTheme } from "../core/theme.ts";
import { tell, template } from "../core/view.ts";
import { svgToPng } from "../diagram/export.ts";
import { openHelp, openTour } from "../help/help.tsx";
import { position, steps } from "../simulator/run.ts";
import { sharedRun } from "../simulator/shared.ts";
import { dialog } from "./dialogs.tsx";
import { Menu } from "./menu.tsx";

/** The bar's two menus: what can be made of the model, and everything else that is wanted now and then. */
function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/.exec(text)?.[0].replace(/:$/, ".") ?? text;
}

export function Transformations() {
  const items = actions.map((action) => ({
    label: `${action.label}…`,
    title: action.about,
    about: [<Sketch key={action.name} name={action.name} />, firstSentence(action.about)] as const,
    disabled: network.value === undefined || (action.ofRun === true && position.value === 0),
    run: () => void propose(action),
  }));
  return <Menu label="Transform" items={items} />;
}

export function More() {
  const base = fileName.value.replace(/\.\w+$/, "");
  const shown = template.value;
  const drawing = (): string => (shown === undefined ? "" : templateToSvg(shown, { source: text.value }));
  return (
    <Menu
      label="More"
      items={[
        { label: "New model", run: openNew },
        { label: "Recent…", run: () => (dialog.value = "recent") },
        { label: "Copy share link", run: () => void share(false) },
        {
          label: "Copy share link with the run",
          disabled: steps.value.length === 0,
          run: () => void share(true),
        },
        "line",
        {
          label: "Diagram as SVG",
          disabled: shown === undefined,
          run: () => download(`${base}-${shown?.name.name}.svg`, drawing(), "image/svg+xml"),
        },
        {
          label: "Diagram as PNG",
          disabled: shown === undefined,
          run: () =>
            void svgToPng(drawing()).then(
              (png) => download(`${base}-${shown?.name.name}.png`, png, "image/png"),
              (e: Error) => tell(e.message, "error"),
            ),
        },
        "line",
        { label: "Help", run: openHelp },
        { label: "Tour", run: openTour },
        { label: "Keys", run: () => (dialog.value = "keys") },
        { label: theme.value === "dark" ? "Light colours" : "Dark colours", run: toggleTheme },
      ]}
    />
  );
}

async function share(withRun: boolean): Promise<void> {
  const link = await shareLink(location.href, {
    name: fileName.value,
    text: text.value,
    ...(withRun ? { run: sharedRun() } : {}),
  });
  history.replaceState(null, "", link);
  try {
    await navigator.clipboard.writeText(link);
    tell(
      `The link is on the clipboard (${link.length.toLocaleString("en")} characters). It holds the model itself; nothing was sent.`,
    );
  } catch {
    tell("The link is in the address bar. It holds the model itself; nothing was sent.");
  }
}
