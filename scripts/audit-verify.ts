// `npm run audit:verify`: checks the audit chain of the live database, or of an exported bundle without any server.
//   npm run audit:verify                     the database of the settings (DATABASE_OWNER_URL, or the embedded one)
//   npm run audit:verify -- FILE             a bundle
//   npm run audit:verify -- --export FILE    writes the bundle of the live database, and checks it on the way

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readBundle, readChain } from '#features/audit/server/read-chain.ts';
import { type StoredEvent, verifyChain } from '#features/audit/server/verify-chain.ts';
import { withClient } from '#server/db/connections.ts';
import { withOwnerUrl } from './owner-url.ts';

const [first, second] = process.argv.slice(2);
const report =
  first && first !== '--export' ? await verifyChain(readBundle(first)) : await verifyLive(second);
if (report.fault) {
  console.error(`The chain does not hold: ${report.fault}.`);
  process.exitCode = 1;
} else {
  console.log(`The chain holds: ${report.checked} events, head ${report.head}.`);
}

function verifyLive(exportTo: string | undefined) {
  return withOwnerUrl((url) =>
    withClient(url, 'backup', async (client) => {
      // One snapshot, so that work that goes on meanwhile does not look like a cut-off end.
      await client.query('begin isolation level repeatable read read only');
      const { rows } = await client.query('select sequence, hash from audit_head');
      const head = { sequence: Number(rows[0].sequence), hash: rows[0].hash as string };
      const events = readChain(client);
      return await verifyChain(exportTo ? copyTo(exportTo, events) : events, head);
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
