// `npm run pack -- check|import|export PATH`: the settings of a university as a folder, a zip or a pack.json. `import`
// shows what it would change with --dry-run; `export` writes a folder, or a zip where PATH ends in .zip, with the images
// of signatures only where --with-signatures says so.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ORPCError } from '@orpc/server';
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
import { withOwnerUrl } from './owner-url.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, 'with-signatures': { type: 'boolean' } },
});
const [verb, place] = positionals;
if (!place || !['check', 'import', 'export'].includes(verb ?? '')) {
  console.error('Usage: npm run pack -- check|import|export PATH [--dry-run] [--with-signatures]');
  process.exit(2);
}

try {
  if (verb === 'check') process.exitCode = check(await readPackFiles(place));
  else if (verb === 'import') process.exitCode = await importFrom(await readPackFiles(place));
  else await exportTo(place);
} catch (error) {
  if (!(error instanceof ORPCError)) throw error;
  const { faults } = (error.data ?? {}) as Partial<PackReport>;
  if (faults) report(faults);
  else console.error(error.message);
  process.exitCode = 1;
}

function check(files: PackFiles): number {
  const { pack, faults } = checkPack(files);
  report(faults);
  if (pack) console.log(`${pack.name}: nothing is wrong with this pack.`);
  return pack ? 0 : 1;
}

function report(faults: PackReport['faults']): void {
  for (const { path: where, found, wanted } of faults)
    console.error(`${where}: found ${found}; wanted: ${wanted}`);
}

async function importFrom(files: PackFiles): Promise<number> {
  return withPortal(async (services) => {
    const planned = await reportPack(services.db, files);
    report(planned.faults);
    if (planned.faults.length > 0) return 1;
    let written = planned;
    if (!values['dry-run']) {
      const prepared = await preparePack(services, files);
      await recordAsPortal(services, async (db, audit) => {
        written = await importPack({ db, audit, now: new Date() }, prepared);
      });
    }
    for (const { section, name, kind, differences } of written.changes) {
      const fields = differences.map(({ field, before, after }) => `${field}: ${before} → ${after}`);
      console.log([`${section}: ${name} (${kind})`, ...fields].join('\n  '));
    }
    const verbs = values['dry-run']
      ? 'would be written'
      : written.proposalId === null
        ? 'written'
        : 'proposed, for an administrator to confirm';
    console.log(
      `${written.name}: ${written.changes.length} ${verbs}, ${written.unchangedCount} as they were.`,
    );
    return 0;
  });
}

async function exportTo(target: string): Promise<void> {
  const isZip = target.endsWith('.zip');
  const name = path
    .basename(target, '.zip')
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-');
  const files = await withPortal((services) =>
    exportPack(services, { name, withSignatures: values['with-signatures'] ?? false }),
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
  const dataDirectory = path.resolve(process.env.DATA_DIRECTORY ?? 'data');
  return withOwnerUrl(async (url) => {
    const pool = createPool(url, 'migration');
    const db = createDb(pool);
    try {
      return await work({ db, jobDb: db, files: createFileStore({ dataDirectory }) });
    } finally {
      await pool.end();
    }
  });
}
