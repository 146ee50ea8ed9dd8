// `npm run pack -- check|import|export PATH`: a university's settings as a folder, a zip or a pack.json. `check`
// reports its faults and, if there is a portal, what importing would change. `export` writes a folder, or a zip if PATH
// ends in .zip; images of signatures only with --with-signatures.
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ORPCError } from '@orpc/server';
import '#app/server/features.ts';
import type { PackReport } from '#features/packs/pack.ts';
import { checkPack } from '#features/packs/server/check-pack.ts';
import { exportPack } from '#features/packs/server/export-pack.ts';
import { importPack, preparePack, reportPack } from '#features/packs/server/import-pack.ts';
import { type PackFiles, readPackFiles, zipPack } from '#features/packs/server/pack-files.ts';
import type { Services } from '#platform/server/context.ts';
import { createPool } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import { createFileStore } from '#platform/server/files/file-store.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { readDirectories, readObjectStore } from '#platform/server/settings.ts';
import { withOwnerUrl } from './owner-url.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'with-signatures': { type: 'boolean' } },
});
const [verb, place] = positionals;
if (!place || !['check', 'import', 'export'].includes(verb ?? '')) {
  console.error('Usage: npm run pack -- check|import|export PATH [--with-signatures]');
  process.exit(2);
}

if (verb !== 'export' && !existsSync(place)) {
  console.error(`${place}: no such file or folder.`);
  process.exit(1);
}

const directories = readDirectories(process.env);

try {
  if (verb === 'check') process.exitCode = await check(await readPackFiles(place));
  else if (verb === 'import') process.exitCode = await importFrom(await readPackFiles(place));
  else await exportTo(place);
} catch (error) {
  if (!(error instanceof ORPCError)) throw error;
  const { faults } = (error.data ?? {}) as Partial<PackReport>;
  if (faults) report(faults);
  else console.error(error.message);
  process.exitCode = 1;
}

async function check(files: PackFiles): Promise<number> {
  const { pack, faults } = await checkPack(files);
  report(faults);
  if (!pack) return 1;
  console.log(`${pack.name}: nothing is wrong with this pack.`);
  if (hasPortal()) await withPortal(async ({ db }) => show(await reportPack(db, files), 'would be written'));
  return 0;
}

/** Whether there is a database to compare with; a check creates none. */
function hasPortal(): boolean {
  const { DATABASE_URL, DATABASE_OWNER_URL } = process.env;
  return (
    Boolean(DATABASE_OWNER_URL ?? DATABASE_URL) ||
    existsSync(path.join(directories.dataDirectory, 'postgres'))
  );
}

function report(faults: PackReport['faults']): void {
  for (const { path: where, found, wanted } of faults)
    console.error(`${where}: found ${found}; wanted: ${wanted}`);
}

async function importFrom(files: PackFiles): Promise<number> {
  return withPortal(async (services) => {
    const prepared = await preparePack(services, files);
    await recordAsPortal(services, async (db, audit) => {
      const written = await importPack({ db, audit, now: new Date() }, prepared);
      show(written, written.proposalId === null ? 'written' : 'proposed, for an administrator to confirm');
    });
    return 0;
  });
}

function show({ name: pack, changes, unchangedCount }: PackReport, verb: string): void {
  for (const { section, name, kind, differences } of changes) {
    const fields = differences.map(({ field, before, after }) =>
      kind === 'new' ? `${field}: ${after}` : `${field}: ${before} → ${after}`,
    );
    console.log([`${section}: ${name} (${kind})`, ...fields].join('\n  '));
  }
  console.log(`${pack}: ${changes.length} ${verb}, ${unchangedCount} as they were.`);
}

async function exportTo(target: string): Promise<void> {
  const isZip = target.endsWith('.zip');
  const files = await withPortal((services) =>
    exportPack(services, { withSignatures: values['with-signatures'] ?? false }),
  );
  if (isZip) {
    await writeFile(target, zipPack(files));
    return;
  }
  await mkdir(path.join(target, 'assets'), { recursive: true });
  await writeFile(path.join(target, 'pack.json'), files.json);
  for (const [asset, bytes] of files.assets) await writeFile(path.join(target, asset), bytes);
}

/** The database and the file store of the settings, as the server has them. */
async function withPortal<Result>(
  work: (services: Pick<Services, 'db' | 'jobDb' | 'files'>) => Promise<Result>,
): Promise<Result> {
  return withOwnerUrl(async (url) => {
    const pool = createPool(url, 'migration');
    const db = createDb(pool);
    try {
      const objectStore = readObjectStore(process.env);
      return await work({ db, jobDb: db, files: await createFileStore({ ...directories, objectStore }) });
    } finally {
      await pool.end();
    }
  });
}
