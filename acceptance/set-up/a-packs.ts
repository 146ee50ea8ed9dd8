import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { afterAll } from 'vitest';
import type { Operation } from '../harness/openapi.ts';
import { fillPath } from '../harness/openapi.ts';
import type { Answer, Json, Person } from '../harness/people.ts';
import { cleanEnvironment, eventually, type Portal, root } from '../harness/portal.ts';
import { trackedFiles } from '../harness/source.ts';
import { demand, isBusy, keyOf, keys, packOperations, takesBytes } from './a-names.ts';

/** A pack as a folder holds it: its path inside the pack to its bytes. */
export type Files = Map<string, Buffer>;

// ---------------------------------------------------------------- the packs of the repository

const packsFolder = path.join(root, 'packs');

/** Folders below packs/ that hold a pack.json. */
export function packFolders(): string[] {
  const names = existsSync(packsFolder) ? readdirSync(packsFolder) : [];
  return names
    .map((name) => path.join(packsFolder, name))
    .filter((folder) => existsSync(path.join(folder, 'pack.json')));
}

/** UNIVERSITY.md: "The demo is `packs/vishwavidya` + sample people". */
export function firstPack(): string {
  const folder = path.join(packsFolder, 'vishwavidya');
  demand(existsSync(path.join(folder, 'pack.json')), 'packs/vishwavidya/pack.json is not there');
  return folder;
}

/** "a second pack in the repository proves the point". */
export function secondPack(): string {
  return demand(
    packFolders().find((folder) => path.basename(folder) !== 'vishwavidya'),
    `packs/ has no second pack beside vishwavidya: ${
      packFolders()
        .map((one) => path.basename(one))
        .join(', ') || 'none'
    }`,
  );
}

/** The documented JSON Schema of pack.json: a tracked file below docs/ or packs/ that says it is one. */
export function packSchema(): { file: string; schema: Json } {
  const found = trackedFiles('docs', 'packs', '*.schema.json')
    .filter((file) => /\.json$/.test(file) && path.basename(file) !== 'pack.json')
    .map((file) => ({ file, schema: parsed(readFileSync(path.join(root, file), 'utf8')) }))
    .find(({ schema }) => /json-schema\.org/.test(schema?.$schema ?? ''));
  return demand(
    found,
    'no JSON Schema of packs below docs/ or packs/ (a .json with $schema of json-schema.org)',
  );
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// ---------------------------------------------------------------- reading and writing

export function readPack(folder: string): { pack: Json; files: Files } {
  const files: Files = new Map();
  const visit = (at: string) => {
    for (const name of readdirSync(path.join(folder, at))) {
      const inside = path.posix.join(at, name);
      if (statSync(path.join(folder, inside)).isDirectory()) visit(inside);
      else files.set(inside, readFileSync(path.join(folder, inside)));
    }
  };
  visit('');
  return {
    pack: JSON.parse(demand(files.get('pack.json'), `${folder} has no pack.json`).toString('utf8')),
    files,
  };
}

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, which is gone when the file's tests are over. */
export function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'dikshant-pack-'));
  made.push(folder);
  return folder;
}

/** A copy of a pack in a folder of its own, with another pack.json. */
export function writePack(pack: Json, files: Files): string {
  const folder = newFolder();
  for (const [name, bytes] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), bytes);
  }
  writeFileSync(path.join(folder, 'pack.json'), `${JSON.stringify(pack, null, 2)}\n`);
  return folder;
}

/** Files that pack.json names: where, and which. */
export function assetsOf(pack: Json, files: Files): { path: (string | number)[]; file: string }[] {
  const found: { path: (string | number)[]; file: string }[] = [];
  const visit = (value: Json, at: (string | number)[]) => {
    if (typeof value === 'string') {
      const file = path.posix.normalize(value);
      if (file !== 'pack.json' && files.has(file)) found.push({ path: at, file });
    } else if (value && typeof value === 'object') {
      for (const [key, one] of Object.entries(value))
        visit(one, [...at, Array.isArray(value) ? Number(key) : key]);
    }
  };
  visit(pack, []);
  return found;
}

/** The key of pack.json that names the format's version. */
export function versionKey(pack: Json): string {
  return demand(keyOf(pack, keys.version), `pack.json says no version: ${Object.keys(pack).join(', ')}`);
}

/** A zip file; names are written as they are given. */
export function zip(files: Files, { level = 6 } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, raw] of files) {
    const packed = deflateRawSync(raw, { level });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // Names are UTF-8.
    fields.writeUInt16LE(0x0800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(raw.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), fields, tail, Buffer.from(name)]),
    );
    parts.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, central, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

/** The files of a zip, by its central directory. */
function unzip(bytes: Buffer): Files {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error(`this is no zip: ${bytes.subarray(0, 80).toString('latin1')}`);
  const files: Files = new Map();
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [name, extra, remark] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const packed = bytes.subarray(start, start + size);
    const file = bytes.subarray(at + 46, at + 46 + name).toString('utf8');
    if (!file.endsWith('/')) files.set(file, method === 8 ? inflateRawSync(packed) : Buffer.from(packed));
    at += 46 + name + extra + remark;
  }
  return files;
}

export function zipFolder(folder: string): Buffer {
  return zip(readPack(folder).files);
}

/** pack.json of a zip, whether it stands at the top or in the one folder of the zip. */
export function readZip(bytes: Buffer): { pack: Json; files: Files } {
  const files = unzip(bytes);
  const top = demand(
    [...files.keys()]
      .filter((name) => path.posix.basename(name) === 'pack.json')
      .sort((a, b) => a.length - b.length)[0],
    `the zip has no pack.json: ${[...files.keys()].join(', ')}`,
  );
  const folder = path.posix.dirname(top);
  const inside = [...files].map(([name, raw]) => [path.posix.relative(folder, name), raw] as const);
  return { pack: JSON.parse(files.get(top)!.toString('utf8')), files: new Map(inside) };
}

// ---------------------------------------------------------------- the command line

type Environment = Record<string, string | undefined>;
export type Said = { code: number | null; text: string; stdout: string; milliseconds: number };

/** `npm run pack -- check|import|export PATH`, as a person types it beside a portal. */
export function packCommand(
  words: string[],
  { directory, env }: { directory: string; env: Environment },
): Said {
  const began = Date.now();
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'pack', '--', ...words], {
    cwd: root,
    encoding: 'utf8',
    timeout: 240_000,
    env: { ...cleanEnvironment(), ...env, DATA_DIRECTORY: directory },
  });
  return { code: status, text: `${stdout}\n${stderr}`, stdout, milliseconds: Date.now() - began };
}

/** The same without waiting, for what is killed on its way. */
export function startPackCommand(
  words: string[],
  { directory, env }: { directory: string; env: Environment },
) {
  let text = '';
  const child = spawn('npm', ['run', '--silent', 'pack', '--', ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...cleanEnvironment(), ...env, DATA_DIRECTORY: directory },
  });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      text += chunk;
    });
  const over = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  return { child, over, said: () => text };
}

// ---------------------------------------------------------------- HTTP

const types: Record<string, string> = { '.zip': 'application/zip' };

function send(person: Person, operation: Operation, bytes: Buffer, name: string): Promise<Answer> {
  const type =
    Object.keys(operation.content).find((one) => one === types['.zip']) ?? 'application/octet-stream';
  return person.ask(
    'POST',
    fillPath(operation, ({ schema }: Json) => schema?.enum?.[0] ?? name),
    {
      bytes: new Uint8Array(bytes),
      headers: { 'content-type': type },
    },
  );
}

type PackAnswer = {
  /** Of the last request: 200, or why not. */
  status: number;
  /** What the check and the import answered, and the report between them. */
  body: Json;
  text: string;
};

/** The dry run: what would change. Nothing is written by it. */
export async function checkPack(
  portal: Portal,
  person: Person,
  bytes: Buffer,
): Promise<PackAnswer & { id?: string }> {
  const { check, report } = await packOperations(portal);
  const sent = await send(person, check, bytes, 'pack.zip');
  const id = sent.body?.id;
  if (sent.status !== 200 || !id || !report) return { ...sent, ...(id ? { id } : {}) };
  const read = await eventually(
    async () => {
      const answer = await person.get(fillPath(report, () => id));
      return isBusy(answer.body?.state) ? undefined : answer;
    },
    { within: 60_000, what: 'the check of a pack' },
  );
  return { ...read, id };
}

/** Checks a pack and imports it, as the Settings page does. */
export async function importPack(portal: Portal, person: Person, bytes: Buffer): Promise<PackAnswer> {
  const { apply, report } = await packOperations(portal);
  if (takesBytes(apply)) return send(person, apply, bytes, 'pack.zip');
  const checked = await checkPack(portal, person, bytes);
  if (checked.status !== 200 || !checked.id) return checked;
  const version = checked.body?.version;
  const body = version === undefined ? {} : { version };
  const answer = await person.ask(
    'POST',
    fillPath(apply, () => checked.id!),
    { body },
  );
  if (answer.status !== 200 || !report) return answer;
  return eventually(
    async () => {
      const read = await person.get(fillPath(report, () => checked.id!));
      return isBusy(read.body?.state) ? undefined : read;
    },
    { within: 120_000, what: 'the import of a pack' },
  );
}

export async function exportPack(portal: Portal, person: Person): Promise<Buffer> {
  const { exported } = await packOperations(portal);
  const response = await fetch(
    portal.url + fillPath(exported, ({ schema }: Json) => schema?.enum?.[0] ?? 'zip'),
    {
      headers: { cookie: person.cookie },
    },
  );
  if (response.status !== 200)
    throw new Error(`export of a pack: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}
