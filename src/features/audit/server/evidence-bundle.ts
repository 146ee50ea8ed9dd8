import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { Zip, ZipDeflate } from 'fflate';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { openStored } from '#platform/server/files/stored-files.ts';
import { allNames } from '#shared/audit-names.ts';
import { t } from '#shared/words.ts';
import { AuditFilters } from '../contract.ts';
import { checkpointTexts } from './checkpoints/checkpoint.ts';
import { listAuditEvents } from './queries.ts';
import { chainLines } from './read-chain.ts';
import { verifierPage } from './verifier-page.ts';

type RecordKey = { recordType: string; recordId: string };

/** What a finding or a sample rests on. */
type Evidence = {
  records: readonly RecordKey[];
  /** What says of the records as a whole, as JSON and PDF. */
  documents: readonly { name: string; bytes: Uint8Array }[];
  fileIds: readonly string[];
};

type Entry = { name: string; content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** More events than a record has. */
const eventsOfRecord = 10_000;

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
    const { recordType, recordId } = record;
    const filters = { ...AuditFilters.parse(record), offset: 0, limit: eventsOfRecord };
    const { rows } = await listAuditEvents(db, filters);
    const name = `records/${recordType}-${encodeURIComponent(recordId)}.json`;
    yield entryOf(name, JSON.stringify({ ...record, events: rows.reverse() }, null, 2));
  }
  for (const { id, original_name: name, storage_key: key } of await filesOf(db, fileIds)) {
    const { stream } = await openStored(services, key);
    yield { name: `files/${id}-${name.replaceAll(/[^\p{L}\p{N}._-]/gu, '_')}`, content: stream };
  }
  const numbers = await numbersOf(db, records);
  if (collegeOf(db) === null) yield* proofOf(services, numbers);
  else yield { name: 'events.jsonl', content: chainLines(services.exportDb, { only: numbers }) };
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
  async function* add({ name, content }: Entry) {
    const digest = createHash('sha256');
    const file = new ZipDeflate(name);
    zip.add(file);
    for await (const piece of content) {
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
