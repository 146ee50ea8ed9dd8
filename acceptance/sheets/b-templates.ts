import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { example } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import { between, letters } from '../harness/random.ts';
import { demand, type Path } from '../set-up/a-names.ts';
import { assetsOf, type Files, packFolders, packSchema, readPack } from '../set-up/a-packs.ts';

// UNIVERSITY.md 4: "conditions and Typst source come with a pack; the browser has no source editor". Open: how pack.json names a
// template and its source. A template is looked for in the repository's packs, in a given export, and, where neither has one, is
// made after the documented schema. Adapt the pattern, not the demand.

export type TemplatePack = {
  pack: Json;
  files: Files;
  /** Where in pack.json the source is named, or stands. */
  at: Path;
  /** The file inside the pack, if it is one. */
  file: string | undefined;
  source: string;
  /** The same pack with another source. */
  with(source: string): { pack: Json; files: Files };
};

const isSource = (text: string) => text.includes('\n') && /#(let|set|show|import|page|place)\b/.test(text);

/** A good pack that brings at least one template with Typst source. */
export function packWithTemplate(exported?: { pack: Json; files: Files }): TemplatePack {
  const packs = [...packFolders().map(readPack), ...(exported ? [exported] : [])];
  const found = packs.map((one) => templateIn(one.pack, one.files)).find(Boolean);
  return found ?? byTheSchema(packs[0]!);
}

export function templateIn(pack: Json, files: Files): TemplatePack | undefined {
  const asset = assetsOf({ templates: pack.templates ?? [] }, files).find(({ file }) => /\.typ$/.test(file));
  if (asset) return withFile(pack, files, asset.path, asset.file);
  const inline = textsIn(pack.templates ?? [], ['templates']).find(({ text }) => isSource(text));
  if (!inline) return undefined;
  return {
    pack,
    files,
    at: inline.path,
    file: undefined,
    source: inline.text,
    with(source) {
      const copy = structuredClone(pack);
      const holder = inline.path.slice(0, -1).reduce((value: Json, key) => value[key], copy);
      holder[inline.path.at(-1)!] = source;
      return { pack: copy, files };
    },
  };
}

function withFile(pack: Json, files: Files, at: Path, file: string): TemplatePack {
  return {
    pack,
    files,
    at,
    file,
    source: files.get(file)!.toString('utf8'),
    with: (source) => ({
      pack: structuredClone(pack),
      files: new Map([...files, [file, Buffer.from(source)]]),
    }),
  };
}

/** No pack has one: the schema says how one is written. */
function byTheSchema({ pack, files }: { pack: Json; files: Files }): TemplatePack {
  const { schema, file: document } = packSchema();
  const items = schema.properties?.templates?.items;
  const entry = (items?.$ref ? deref(schema, items.$ref) : items) as Json;
  const properties = Object.keys(entry?.properties ?? {});
  const key = demand(
    schema.properties?.templates?.maxItems !== 0 &&
      properties.find((name) => /source|typst|\btyp\b|layout|file|main/i.test(name)),
    `no template with Typst source in any pack of the repository, and ${document} has no way to write one: templates is ${JSON.stringify(
      schema.properties?.templates ?? null,
    ).slice(0, 300)}`,
  );
  const file = 'templates/sheet.typ';
  const row = example(entry, () => `Template ${letters(6)}`);
  row[key] = file;
  const more = structuredClone(pack);
  more.templates = [...(more.templates ?? []), row];
  const source = '#set page(width: 297mm, height: 210mm)\n#let words = "sheet"\n#words\n';
  return withFile(
    more,
    new Map([...files, [file, Buffer.from(source)]]),
    ['templates', more.templates.length - 1, key],
    file,
  );
}

function deref(schema: Json, reference: string): Json {
  return reference
    .split('/')
    .slice(1)
    .reduce((value: Json, key) => value?.[key], schema);
}

export function textsIn(value: Json, at: Path): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path: at, text: value }];
  if (!value || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, one]) =>
    textsIn(one, [...at, Array.isArray(value) ? Number(key) : key]),
  );
}

export type Kind = 'loop' | 'allocation' | 'file' | 'network' | 'package';

export type Surroundings = {
  /** An address of this machine that counts who comes. */
  address: string;
  /** A file outside of every pack, with a secret in it. */
  secretFile: string;
};

/** The forms of each kind: one has to be enough to be refused, each on its own. Every one is a statement of a few lines. */
export function hostile({ address, secretFile }: Surroundings): Record<Kind, string[]> {
  const up = '../'.repeat(12);
  return {
    loop: [
      '#while true { }',
      '#for a in range(1000000) {\n  for b in range(1000000) { }\n}',
      '#let again(n) = again(n + 1)\n#again(0)',
      '#context {\n  let n = 0\n  while n < 1 { n = n * 1 }\n}',
    ],
    allocation: [
      '#let much = range(500000000)',
      '#let much = "x" * 3000000000',
      '#let much = ("xxxxxxxxxxxxxxxx",)\n#for n in range(34) { much = much + much }',
    ],
    file: [
      `#read("${up}etc/passwd")`,
      `#read("${secretFile}")`,
      `#let secret = read("${up}${secretFile.slice(1)}")`,
      '#image("/proc/self/environ")',
    ],
    network: [`#image("http://${address}/seal.png")`, `#let rows = json("http://${address}/rows.json")`],
    package: ['#import "@preview/cetz:0.3.4": canvas', '#import "@local/secret:1.0.0": *'],
  };
}

/** The template with a hostile statement behind a random number of harmless lines, and the lines on which it stands. */
export function spoil({ source, ...rest }: TemplatePack, statement: string) {
  const harmless = Array.from({ length: between(7, 60) }, () => `// ${letters(12)}`);
  const before = `${source.trimEnd()}\n${harmless.join('\n')}\n`;
  const from = before.split('\n').length;
  return {
    ...rest.with(`${before}${statement}\n// ${letters(9)}\n`),
    from,
    to: from + statement.split('\n').length - 1,
  };
}

/** The template's file, or its place in pack.json, and a line of the statement. */
export function saysLine(text: string, { file, at }: TemplatePack, from: number, to: number): boolean {
  const names = [file && path.basename(file), at.slice(0, 2).join('.'), 'templates'].filter(Boolean);
  const lines = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return (
    names.some((name) => text.includes(String(name)) || /templates\W+\d+/.test(text)) &&
    lines.some((line) => new RegExp(`(line\\W{0,4}|[:(])${line}\\b`, 'i').test(text))
  );
}

/** A door that counts who comes: as an address, and as the proxy that a package would be fetched through. */
export async function countingDoor(): Promise<{
  address: string;
  came(): number;
  proxies: Record<string, string>;
  close(): Promise<void>;
}> {
  let came = 0;
  const server = createServer((socket) => {
    came += 1;
    socket.on('error', () => {});
    socket.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const address = `127.0.0.1:${port}`;
  const proxy = `http://${address}`;
  return {
    address,
    came: () => came,
    // npm itself is told not to look for its updates through it.
    proxies: {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      NO_PROXY: 'localhost,127.0.0.1,registry.npmjs.org',
      npm_config_update_notifier: 'false',
    },
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
}
