import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { checkLedger } from '#features/fees/server/ledger-check.testing.ts';
import { withClient } from '#platform/server/db/connections.ts';
import type { DemoPortal } from './demo-portal.ts';
import type { OfficeWork } from './office-work.ts';
import type { Acknowledged } from './retrying-fetch.ts';

type Examined = Pick<DemoPortal, 'directory' | 'ownerUrl' | 'settings'>;

/**
 * What is not as it was acknowledged, in sentences: writes and records by plain SQL, files byte for byte over HTTP, the
 * ledger and the custody of sheets, the audit chain, and what `npm run doctor` finds. The clients have to be waiting.
 */
export async function examine(
  server: Examined,
  work: OfficeWork,
  acknowledged: Acknowledged,
): Promise<string[]> {
  return [
    ...acknowledged.unforeseen,
    ...(await lostWrites(server, acknowledged.writes)),
    ...(await lostRecords(server, work)),
    ...(await faultsInStockBooks(server.ownerUrl())),
    ...(await withClient(server.ownerUrl(), 'backup', (client) => checkLedger(client)).then(
      () => [],
      (error: Error) => [error.message],
    )),
    ...(await runScript(server, 'doctor', 'files', 'chain')),
    ...(await runScript(server, 'audit-verify')),
  ];
}

/** Each of these files lies on the disk as it was sent, and is served to who sent it. */
export async function damagedFiles(
  { ownerUrl, directory }: Examined,
  { receiver }: OfficeWork,
  files: readonly { id: string; sha256: string }[],
): Promise<string[]> {
  const keys = await withClient(ownerUrl(), 'backup', async (client) => {
    const { rows } = await client.query<{ id: string; original_key: string }>(
      'select id, original_key from files where id = any($1)',
      [files.map(({ id }) => id)],
    );
    return new Map(rows.map((row) => [row.id, row.original_key]));
  });
  const faults: string[] = [];
  for (const { id, sha256 } of files) {
    const served = await receiver.fetch(`/api/files/${id}`);
    await served.arrayBuffer();
    // A missing file is the finding.
    const bytes = await readFile(path.join(directory, 'files', keys.get(id) ?? 'none')).catch(() => null);
    const digest = bytes && createHash('sha256').update(bytes).digest('hex');
    if (!served.ok || digest !== sha256)
      faults.push(`file ${id}: served ${served.status}, on the disk ${bytes?.length ?? 'no'} bytes`);
  }
  return faults;
}

/** Every write stores its answer under its key in the transaction that does it. */
export function lostWrites(
  { ownerUrl }: Pick<DemoPortal, 'ownerUrl'>,
  writes: readonly { key: string }[],
): Promise<string[]> {
  return withClient(ownerUrl(), 'backup', async (client) => {
    const { rows } = await client.query<{ key: string }>(
      `select key from unnest($1::text[]) as key
        where not exists (select from idempotent_requests r where r.key = key.key and r.response is not null)`,
      [writes.map(({ key }) => key)],
    );
    return rows.map(({ key }) => `the write ${key} is lost`);
  });
}

function lostRecords({ ownerUrl }: Examined, { told }: OfficeWork): Promise<string[]> {
  return withClient(ownerUrl(), 'backup', async (client) => {
    const lost = async (what: string, condition: string, values: readonly object[]) => {
      const { rows } = await client.query<{ fields: object }>(
        `select fields from jsonb_array_elements($1) as fields where not exists (${condition})`,
        [JSON.stringify(values)],
      );
      return rows.map(({ fields }) => `${what} is lost: ${JSON.stringify(fields)}`);
    };
    const ids = (values: readonly string[]) => values.map((id) => ({ id }));
    const { rows: doubled } = await client.query<{ registration_number: string }>(
      'select registration_number from applications group by 1 having count(*) > 1',
    );
    return [
      ...(await lost(
        'a file',
        `select from files f where f.id = (fields->>'id')::uuid and f.sha256 = fields->>'sha256'`,
        told.files,
      )),
      ...(await lost(
        'an application',
        `select from applications a where a.id = (fields->>'id')::uuid
            and a.registration_number = fields->>'registrationNumber'`,
        told.applications,
      )),
      ...(await lost(
        'a certificate',
        `select from certificates c where c.application_id = (fields->>'id')::uuid
            and c.convocation_number = fields->>'convocationNumber'`,
        told.verified,
      )),
      ...(await lost(
        'a print file',
        `select from print_runs r left join stored_files s on s.key = r.document_key
          where r.id = (fields->>'id')::uuid and (s.key is not null or r.state = 'closed')`,
        ids(told.runs),
      )),
      ...(await lost(
        'a slip',
        `select from deposit_slips s where s.id = (fields->>'id')::uuid`,
        ids(told.slips),
      )),
      ...(await lost(
        'a delivery',
        `select from blank_receipts r where r.id = (fields->>'id')::uuid and r.approved_by is not null`,
        ids(told.deliveries),
      )),
      ...doubled.map((row) => `an application is there twice: ${row.registration_number}`),
    ];
  });
}

/** Gives what it complains of; nothing when it ends with 0. The servers that tests pretend to be answer meanwhile. */
export async function runScript(server: Examined, name: string, ...words: string[]): Promise<string[]> {
  const env = {
    ...process.env,
    ...server.settings,
    DATABASE_OWNER_URL: server.ownerUrl(),
    DATA_DIRECTORY: server.directory,
  };
  return promisify(execFile)(process.execPath, [`scripts/${name}.ts`, ...words], { env }).then(
    () => [],
    ({ stdout, stderr }) => [`${name}: ${stderr.slice(0, 2_000)}${stdout.slice(-200)}`],
  );
}
