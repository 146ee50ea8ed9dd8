import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { nameFor } from '#platform/server/files/file-routes.ts';
import { openStored } from '#platform/server/files/stored-files.ts';
import { allNames } from '#shared/audit-names.ts';
import { t } from '#shared/words.ts';
import { type AuditEvent, AuditFilters } from '../contract.ts';
import { checkpointTexts } from './checkpoints/checkpoint.ts';
import { listAuditEvents } from './queries.ts';
import { chainLines } from './read-chain.ts';
import { verifierPage } from './verifier-page.ts';

type RecordKey = { recordType: string; recordId: string };

/** What a finding rests on. */
type Evidence = {
  records: readonly RecordKey[];
  /** What says of the records as a whole, as JSON and PDF. */
  documents: readonly { name: string; bytes: Uint8Array }[];
  fileIds: readonly string[];
};

type Entry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** A zip without extensions for more cannot count further; what is unpacked of it would be cut off without a word. */
const maximumBytes = 2 ** 32 - 1;

/**
 * A zip of the records with their events, the files with their SHA-256, and what proves the events: the log from the
 * checkpoint before them to the one after, these checkpoints, and the verifier. For people of a college it has the
 * records' own events alone, because the log between them is that of others.
 */
export function evidenceBundle(services: Services, evidence: Evidence): Readable {
  return Readable.from(zipOf(entriesOf(services, evidence)));
}

async function* entriesOf(
  services: Services,
  { records, documents, fileIds }: Evidence,
): AsyncGenerator<Entry> {
  const { db } = services;
  yield entryOf('README.txt', readme());
  for (const { name, bytes } of documents) yield { name, content: [bytes] };
  for (const record of records) {
    const name = `records/${nameOf(`${record.recordType}-${record.recordId}`)}.json`;
    yield entryOf(name, JSON.stringify({ ...record, events: await eventsOf(db, record) }, null, 2));
  }
  for (const { id, original_name: name, storage_key: key } of await filesOf(db, fileIds)) {
    const { file, stream } = await openStored(services, key);
    yield { name: `files/${id}-${nameOf(nameFor(name, file.mediaType))}`, content: stream };
  }
  const numbers = await numbersOf(db, records);
  if (collegeOf(db) === null) yield* proofOf(services, numbers);
  else yield { name: 'events.jsonl', content: chainLines(services.exportDb, { only: numbers }) };
}

/** All events of a record, the oldest first. */
async function eventsOf(db: Db, record: RecordKey) {
  const filters = { ...AuditFilters.parse(record), offset: 0, limit: 5_000 };
  const events: AuditEvent[] = [];
  for (let cursor: string | undefined; ; ) {
    const { rows, nextCursor } = await listAuditEvents(db, { ...filters, cursor });
    events.push(...rows);
    if (nextCursor === null) return events.reverse();
    cursor = nextCursor;
  }
}

/** A name that every system unpacks: letters of any script with their marks, at most 190 bytes, the ending kept. */
function nameOf(text: string): string {
  const { name, ext } = path.parse(text.normalize().replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '_'));
  return upTo(170, name) + upTo(20, ext);
}

/** The first letters that fit into so many bytes of UTF-8. */
function upTo(bytes: number, text: string): string {
  return Buffer.from(text)
    .subarray(0, bytes)
    .toString()
    .replace(/\uFFFD+$/, '');
}

/** The name, numbered if it is taken already, also in other case: some systems do not tell these apart. */
function freeName(name: string, taken: Set<string>): string {
  const { dir, name: stem, ext } = path.parse(name);
  let free = name;
  for (let count = 2; taken.has(free.toLowerCase()); count += 1)
    free = path.join(dir, `${stem}-${count}${ext}`);
  taken.add(free.toLowerCase());
  return free;
}

/** The checkpoints from the one before the events to the one after them, and the log between. */
async function* proofOf(services: Services, numbers: readonly number[]): AsyncGenerator<Entry> {
  const files = (await checkpointTexts(services.checkpoints.directory)).map(({ name, text }) => ({
    ...{ name, text, sequence: (JSON.parse(text) as { sequence: number }).sequence },
  }));
  const before = files.findLast(({ sequence }) => sequence < numbers[0]!);
  const after = files.find(({ sequence }) => sequence >= numbers.at(-1)!);
  const [first, last] = [before ? files.indexOf(before) : 0, after ? files.indexOf(after) : files.length];
  for (const { name, text } of files.slice(first, last + 1)) yield entryOf(`checkpoints/${name}`, text);
  const between = { from: (before?.sequence ?? 0) + 1, to: after?.sequence };
  yield { name: 'chain.jsonl', content: chainLines(services.exportDb, between) };
  yield entryOf('dikshant-verifier.html', await verifierPage());
}

/** The numbers of the records' events, as far as the reader may see them. */
async function numbersOf(db: Db, records: readonly RecordKey[]): Promise<number[]> {
  const rows = await db
    .selectFrom('audit_events')
    .select('sequence')
    .where(({ and, or, eb }) =>
      or(
        records.map(({ recordType, recordId }) =>
          and([eb('record_type', 'in', allNames('recordTypes', recordType)), eb('record_id', '=', recordId)]),
        ),
      ),
    )
    .orderBy('sequence')
    .execute();
  return rows.map(({ sequence }) => Number(sequence));
}

async function filesOf(db: Db, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['id', 'original_name', 'storage_key'])
    .where('id', 'in', [...ids])
    .execute();
}

function entryOf(name: string, text: string): Entry {
  return { name, content: [Buffer.from(text)] };
}

function readme(): string {
  return t`SHA256SUMS has the SHA-256 of each file. records/ has what happened to each record, oldest first. Open dikshant-verifier.html in a browser, choose chain.jsonl, and enter the checkpoint that was mailed to you: it proves every event up to that checkpoint. Without these two files, the bundle was made for one college: the chain is proven by an auditor of the whole university.`;
}

/** Adds SHA256SUMS as the last file. */
async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  let sums = '';
  let size = 0;
  const taken = new Set<string>();
  async function* add({ name: wanted, content }: Entry) {
    const name = freeName(wanted, taken);
    const digest = createHash('sha256');
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const piece of content) {
      size += piece.length;
      if (size > maximumBytes) throw new Error('The evidence is larger than a zip of 4 GiB.');
      digest.update(piece);
      file.push(piece);
      yield* ready.splice(0);
    }
    file.push(new Uint8Array(), true);
    sums += `${digest.digest('hex')}  ${name}\n`;
  }
  for await (const entry of entries) yield* add(entry);
  yield* add(entryOf('SHA256SUMS', sums));
  zip.end();
  yield* ready;
}
