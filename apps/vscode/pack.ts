import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "rolldown";
import { zip } from "./zip.ts";

/**
 * Packs the extension as a `.vsix`: a zip with a manifest, the extension in one file, its grammars, and the commands and the
 * studio as they are built. No network is needed. Run from the project's folder.
 */
export async function pack(bin: string, studio: string): Promise<Uint8Array> {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
  const manifest = { ...JSON.parse(readFileSync(`${source}/manifest.json`, "utf8")), version };
  const text = (name: string, content: string) => ({ name, bytes: Buffer.from(content, "utf8") });
  return zip([
    text("[Content_Types].xml", contentTypes),
    text("extension.vsixmanifest", vsixManifest(manifest)),
    text("extension/package.json", `${JSON.stringify(manifest, null, 2)}\n`),
    text("extension/extension.js", await bundled()),
    ...["language.json", "README.md"].map((name) =>
      text(`extension/${name}`, readFileSync(`${source}/${name}`, "utf8")),
    ),
    text("extension/LICENSE", readFileSync("LICENSE", "utf8")),
    ...below(`${source}/grammars`, "extension/grammars", /\.json$/),
    // What V8 made of the commands is for one Node alone, and the editor has another; compressed copies are for servers.
    ...below(bin, "extension/zonal/bin", /^(?!.*\.code$)/),
    ...below(studio, "extension/zonal/studio", /^(?!.*\.br$)/),
  ]);
}

const source = "apps/vscode";

/** The extension with the client's library, in one file; the editor brings `vscode`. */
async function bundled(): Promise<string> {
  const { output } = await build({
    input: `${source}/extension.ts`,
    platform: "node",
    logLevel: "silent",
    external: ["vscode"],
    write: false,
    output: { format: "cjs", minify: true },
  });
  return output[0].code;
}

function below(folder: string, name: string, wanted: RegExp) {
  if (!existsSync(folder)) throw new Error(`${folder} is not there: build it first`);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && wanted.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({
      name: `${name}/${path
        .slice(join(folder).length + 1)
        .split(sep)
        .join("/")}`,
      bytes: readFileSync(path),
    }));
}

const types = {
  json: "application/json",
  vsixmanifest: "text/xml",
  js: "application/javascript",
  md: "text/markdown",
  html: "text/html",
  css: "text/css",
  svg: "image/svg+xml",
};
const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${Object.entries(types)
  .map(([ending, type]) => `<Default Extension=".${ending}" ContentType="${type}"/>`)
  .join("")}<Override PartName="/extension/LICENSE" ContentType="text/plain"/></Types>
`;

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
}

function vsixManifest({
  name,
  displayName,
  description,
  version,
  publisher,
  engines,
  categories,
  keywords,
}: Manifest): string {
  const property = (id: string, value: string): string =>
    `<Property Id="Microsoft.VisualStudio.Code.${id}" Value="${value}"/>`;
  const asset = (type: string, path: string): string =>
    `<Asset Type="Microsoft.VisualStudio.${type}" Path="${path}" Addressable="true"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Tags>${keywords.join(",")}</Tags>
    <Categories>${categories.join(",")}</Categories>
    <Properties>${property("Engine", engines.vscode)}${property("ExtensionKind", "workspace")}</Properties>
    <License>extension/LICENSE</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>${asset("Code.Manifest", "extension/package.json")}${asset("Services.Content.Details", "extension/README.md")}</Assets>
</PackageManifest>
`;
}

if (import.meta.url === pathToFileURL(resolve(process.argv[1] ?? "")).href) {
  const bytes = await pack("dist/bin", "dist/studio");
  writeFileSync("dist/zonal.vsix", bytes);
  console.log(`dist/zonal.vsix: ${bytes.length} bytes`);
}
