// `npm run audit:verify`: checks the audit chain of the live database, or of an exported bundle without any server.
//   npm run audit:verify                     the database of the settings (DATABASE_OWNER_URL, or the embedded one)
//   npm run audit:verify -- FILE             a bundle
//   npm run audit:verify -- --export FILE    writes the bundle of the live database, and checks it at the same time
//   --head SEQUENCE:HASH                     a link noted elsewhere, as in the mail of a checkpoint; may be repeated
//   --checkpoints DIRECTORY                  signed checkpoints; defaults to those of CHECKPOINT_DIRECTORY
//   --public-key KEY                         the key that signed them; may be repeated. By default any single key
// Exit code 0 only if everything up to the newest checkpoint or head is proven.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type CheckpointFile, readCheckpoints } from '#features/audit/server/checkpoints/checkpoint.ts';
import { faultInAccessLog } from '#features/audit/server/checkpoints/hash-access-log.ts';
import { readChain, verifyChain } from '#features/audit/server/read-chain.ts';
import {
  type Anchor,
  type ChainReport,
  eventsIn,
  headOf,
  type StoredEvent,
} from '#features/audit/verify-chain.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { withOwnerUrl } from './owner-url.ts';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      export: { type: 'string' },
      head: { type: 'string', multiple: true, default: [] },
      checkpoints: { type: 'string' },
      'public-key': { type: 'string', multiple: true, default: [] },
    },
  });
  const [bundle] = positionals;
  const directory =
    values.checkpoints ??
    process.env.CHECKPOINT_DIRECTORY ??
    path.join(process.env.DATA_DIRECTORY ?? 'data', 'checkpoints');
  // A bundle is checked only against what the arguments name: checkpoints on this machine may be another portal's.
  const isOurs = bundle === undefined || values.checkpoints !== undefined;
  const checkpoints = isOurs ? await readCheckpoints(directory, values['public-key']) : [];
  if (values.checkpoints !== undefined && checkpoints.length === 0)
    throw new Error(`there are no checkpoints in ${directory}`);
  const anchors = [...values.head.map(anchorOf), ...checkpoints.map(anchorOfCheckpoint)];
  const report = bundle
    ? await verifyChain(eventsIn(textOf(bundle)), { anchors })
    : await verifyLive({ anchors, checkpoints, exportTo: values.export });
  if (report.fault) throw new Error(report.fault);
  for (const line of sentencesOf(report, checkpoints)) console.log(line);
} catch (error) {
  console.error(`NOT proven: ${(error as Error).message.replace(/\.$/, '')}.`);
  process.exitCode = 1;
}

function textOf(file: string) {
  return Readable.toWeb(createReadStream(file)).pipeThrough(new TextDecoderStream()).getReader();
}

function anchorOf(text: string): Anchor {
  const head = headOf(text);
  if (!head) throw new Error(`${text} is no head, for example 1234:9f86d0… with 64 digits`);
  return { ...head, source: 'the head that was given' };
}

function anchorOfCheckpoint({ day, sequence, hash }: CheckpointFile): Anchor {
  return { sequence, hash, source: `the checkpoint of ${day}` };
}

function sentencesOf(report: ChainReport, checkpoints: readonly CheckpointFile[]): string[] {
  const { checked, head, provenUpTo, removedValues } = report;
  const keys = [...new Set(checkpoints.map(({ publicKey }) => publicKey))];
  return [
    `The chain holds: ${checked} events, head ${checked}:${head}`,
    provenUpTo === checked
      ? 'Every event is proven by a checkpoint or head from outside the database.'
      : `Events 1 to ${provenUpTo} are proven by a checkpoint or head from outside the database; the ${checked - provenUpTo} after them continue it.`,
    ...(keys.length > 0
      ? [
          `${checkpoints.length} checkpoints, ${checkpoints[0]!.day} to ${checkpoints.at(-1)!.day}, signed with ${keys.join(', ')}`,
        ]
      : []),
    ...(removedValues > 0 ? [`${removedValues} personal values removed`] : []),
  ];
}

function verifyLive(options: {
  anchors: readonly Anchor[];
  checkpoints: readonly CheckpointFile[];
  exportTo: string | undefined;
}): Promise<ChainReport> {
  return withOwnerUrl((url) =>
    withClient(url, 'backup', async (client) => {
      // One snapshot, so that concurrent writes do not look like a truncated end.
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query('select sequence, hash from audit_head');
      if (rows.length === 0) throw new Error('the database has no head of the chain');
      const head = { sequence: Number(rows[0].sequence), hash: rows[0].hash as string };
      const events = readChain(client);
      const report = await verifyChain(options.exportTo ? copyTo(options.exportTo, events) : events, {
        head,
        anchors: options.anchors,
      });
      const fault = report.fault ?? (await faultInAccessLog(client, options.checkpoints));
      return { ...report, fault };
    }),
  );
}

async function* copyTo(file: string, events: AsyncIterable<StoredEvent>): AsyncGenerator<StoredEvent> {
  const out = createWriteStream(file, { mode: 0o600 });
  for await (const event of events) {
    if (!out.write(`${JSON.stringify(event)}\n`)) await once(out, 'drain');
    yield event;
  }
  out.end();
  await once(out, 'finish');
}
