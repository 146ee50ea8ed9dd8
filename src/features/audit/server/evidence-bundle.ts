import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';
import type { Services } from '#platform/server/context.ts';
import { type Db, isAmong } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { nameFor } from '#platform/server/files/file-routes.ts';
import { openStored } from '#platform/server/files/stored-files.ts';
import { allNames } from '#shared/audit-names.ts';
import { t } from '#shared/words.ts';
import { checkpointTexts } from './checkpoints/checkpoint.ts';
import { readEvents } from './queries.ts';
import { chainLines } from './read-chain.ts';
import { verifierPage } from './verifier-page.ts';

type RecordKey = { recordType: string; recordId: string };
type Entry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** What a finding rests on; `documents` say of the records as a whole. */
type Evidence = { records: readonly RecordKey[]; documents: readonly Entry[]; fileIds: readonly string[] };

/** A zip without extensions for more cannot count further; what is unpacked of it would be cut off without a word. */
const maximumBytes = 2 ** 32 - 1;

/**
 * A zip of the records with their events, the files with their SHA-256, and what proves the events: the log from the
 * checkpoint before them to the one after, these checkpoints, and the verifier. For people of a college it has the
 * records' own events alone, because the log between them is that of others. What is damaged or missing is named.
 */
export function evidenceBundle(services: Services, evidence: Evidence): Readable {
  return Readable.from(zipOf(entriesOf(services, evidence)));
}

async function* entriesOf(
  services: Services,
  { records, documents, fileIds }: Evidence,
): AsyncGenerator<Entry> {
  const { db, exportDb } = services;
  const damaged: string[] = [];
  const numbers: number[] = [];
  yield* documents;
  for (const record of records) {
    const events = (await readEvents(db, eventsOf(db, record))).map(({ event }) => event);
    for (const { sequence } of events) numbers.push(sequence);
    const name = `records/${nameOf(`${record.recordType}-${record.recordId}`)}.json`;
    yield entryOf(name, JSON.stringify({ ...record, events }, null, 2));
  }
  const files = await db
    .selectFrom('files')
    .select(['id', 'original_name as name', 'storage_key as key'])
    .where(isAmong('id', fileIds))
    .execute();
  for (const { id, name, key } of files) {
    const stored = await openStored(services, key).catch(() => null);
    if (stored === null) damaged.push(name);
    else
      yield { name: `files/${id}-${nameOf(nameFor(name, stored.file.mediaType))}`, content: stored.stream };
  }
  numbers.sort((one, other) => one - other);
  if (collegeOf(db) === null) damaged.push(...(yield* proofOf(services, numbers)));
  else yield { name: 'events.jsonl', content: chainLines(exportDb, { only: numbers }) };
  yield entryOf('README.txt', readme(damaged));
}

function eventsOf(db: Db, { recordType, recordId }: RecordKey) {
  return db
    .selectFrom('audit_events')
    .where('record_type', 'in', allNames('recordTypes', recordType))
    .where('record_id', '=', recordId);
}

/** The checkpoints from the one before the events to the one after them, and the log between; returns the damaged ones. */
async function* proofOf(services: Services, numbers: number[]): AsyncGenerator<Entry, string[]> {
  const files = (await checkpointTexts(services.checkpoints.directory)).map((file) => ({
    ...file,
    sequence: sequenceOf(file.text),
  }));
  const before = files.findLast(({ sequence }) => sequence < numbers[0]!);
  const after = files.find(({ sequence }) => sequence >= numbers.at(-1)!);
  const within = files.slice(before && files.indexOf(before), after && files.indexOf(after) + 1);
  for (const { name, text } of within) yield entryOf(`checkpoints/${name}`, text);
  const between = { from: (before?.sequence ?? 0) + 1, to: after?.sequence };
  yield { name: 'chain.jsonl', content: chainLines(services.exportDb, between) };
  yield entryOf('dikshant-verifier.html', await verifierPage());
  return within.filter(({ sequence }) => Number.isNaN(sequence)).map(({ name }) => name);
}

/** NaN, which is neither before nor after any event, for a damaged checkpoint. */
function sequenceOf(checkpoint: string): number {
  try {
    return Number((JSON.parse(checkpoint) as { sequence: unknown }).sequence);
  } catch {
    return Number.NaN;
  }
}

function entryOf(name: string, text: string): Entry {
  return { name, content: [Buffer.from(text)] };
}

/** A name that every system unpacks: letters of any script with their marks, at most 190 bytes, the ending kept. */
function nameOf(text: string): string {
  const { name, ext } = path.parse(text.normalize().replaceAll(/[^\p{L}\p{M}\p{N}._-]/gu, '_'));
  const upTo = (bytes: number, part: string) =>
    Buffer.from(part)
      .subarray(0, bytes)
      .toString()
      .replace(/\uFFFD+$/, '');
  return upTo(170, name) + upTo(20, ext);
}

function readme(damaged: readonly string[]): string {
  const text = t`SHA256SUMS has the SHA-256 of each file. records/ has what happened to each record, oldest first. Open dikshant-verifier.html in a browser, choose chain.jsonl, and enter the checkpoint that was mailed to you: it proves every event up to that checkpoint. Without these two files, the bundle was made for one college: the chain is proven by an auditor of the whole university.`;
  const names = damaged.join(', ');
  return names === '' ? text : `${text}\n\n${t`Damaged or missing: ${names}.`}`;
}

/** Adds SHA256SUMS as the last file. A name that is taken, also in other case, is numbered: some systems do not tell these apart. */
async function* zipOf(entries: AsyncIterable<Entry>): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    ready.push(bytes);
  });
  const taken = new Set<string>();
  let sums = '';
  let size = 0;
  async function* withSums() {
    yield* entries;
    yield entryOf('SHA256SUMS', sums);
  }
  for await (const { name: wanted, content } of withSums()) {
    let name = wanted;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1)
      name = wanted.replace(/(\.[^./]*)?$/, `-${count}$1`);
    taken.add(name.toLowerCase());
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
  zip.end();
  yield* ready;
}
