import { type Signal, signal } from "@preact/signals";
import type { Encoding } from "../../../src/index.ts";

/** What is known of a file apart from its text: its name, where it is saved and how it is written. */
export interface Document {
  /** Tells it from others of the same name. */
  readonly id: string;
  readonly name: string;
  /** The text as it was last opened or saved. */
  readonly saved: Signal<string>;
  /** Where saving writes to; if nowhere, it is downloaded. */
  target: Target | undefined;
  readonly written: Written;
}
/** How a file's characters are written. */
export interface Written {
  readonly encoding: Encoding;
  readonly bom: boolean;
}
/** A file the user gave access to, or the command's server. */
export type Target = { readonly handle: FileSystemFileHandle } | Served;
/** The key to the command's server, and the version of the file that was opened or saved last. */
export interface Served {
  readonly server: string;
  readonly version: string;
}

/** A model that is right, with one location. */
export const empty = `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE nta PUBLIC '-//Uppaal Team//DTD Flat System 1.6//EN' 'http://www.it.uu.se/research/group/darts/uppaal/flat-1_6.dtd'>
<nta>
	<declaration></declaration>
	<template>
		<name>Template</name>
		<declaration></declaration>
		<location id="id0" x="0" y="0">
		</location>
		<init ref="id0"/>
	</template>
	<system>system Template;</system>
	<queries>
	</queries>
</nta>
`;

/** Everything of a document but its text; a new one is UTF-8, is called `untitled.xml` and has no place. */
export type DocumentParts = Partial<Omit<Document, "saved">> & { readonly saved?: string };

/** Where the documents of this page are saved, by id: whoever comes back to one saves it there again. */
const targets = new Map<string, Target | undefined>();

export function newDocument(content: string, { saved = content, ...parts }: DocumentParts = {}): Document {
  const id = parts.id ?? newId();
  return {
    name: "untitled.xml",
    target: targets.get(id),
    written: { encoding: "utf-8", bom: false },
    ...parts,
    id,
    saved: signal(saved),
  };
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}

/** Remembers where a document is saved that is left. */
export function leave({ id, target }: Document): void {
  targets.set(id, target);
}
