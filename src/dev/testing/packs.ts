import { sql } from 'kysely';
import type { PackReport } from '#features/packs/pack.ts';
import { type PackFiles, zipPack } from '#features/packs/server/pack-files.ts';
import type { Portal, StaffCaller } from './portal.ts';

type Caller = Pick<StaffCaller, 'fetch'>;

export const packAddresses = { import: '/api/settings/pack', check: '/api/settings/pack/check' };

export function sendPack(caller: Caller, address: string, bytes: Uint8Array): Promise<Response> {
  return caller.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: bytes as Uint8Array<ArrayBuffer>,
  });
}

export const checkPack = (caller: Caller, files: PackFiles) =>
  reportOf(sendPack(caller, packAddresses.check, zipPack(files)));
export const importPack = (caller: Caller, bytes: Uint8Array) =>
  reportOf(sendPack(caller, packAddresses.import, bytes));

async function reportOf(sent: Promise<Response>): Promise<PackReport> {
  const response = await sent;
  if (response.status !== 200) throw new Error(await response.text());
  return (await response.json()) as PackReport;
}

/** Every row that a pack may bring, by plain SQL. */
export async function rowsOfPacks({ services }: Portal): Promise<unknown> {
  const tables = [
    'university',
    'courses',
    'number_series',
    'certificate_types',
    'papers',
    'colleges',
    'offices',
    'convocations',
    'fee_schedule',
    'files',
    'templates',
    'template_versions',
  ];
  const rows = tables.map((table) => sql`select * from ${sql.table(table)} order by id`.execute(services.db));
  return (await Promise.all(rows)).map((result) => result.rows);
}
