import { command } from '#platform/server/command.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { packFiles } from '../contract.ts';
import { exportPack } from './export-pack.ts';
import { importPack, type PreparedPack, preparePack, reportPack } from './import-pack.ts';
import { readPackBytes, zipPack } from './pack-files.ts';

export const packRoutes = [
  serveBytes(packFiles.check, async ({ services, readBytes }) =>
    reportPack(services.db, readPackBytes(await readBytes())),
  ),
  serveBytes(packFiles.import, async ({ services, context, readBytes }) => {
    const prepared = await preparePack(services, readPackBytes(await readBytes()));
    return importByPerson(prepared)(context, { name: prepared.pack.name });
  }),
  serveBytes(packFiles.export, async ({ services, query, reply }) => {
    const { name, ...files } = await exportPack(services, { withSignatures: query.signatures === 'yes' });
    return reply
      .type('application/zip')
      .header('cache-control', 'private, no-store')
      .header('content-disposition', `attachment; filename="${name}.zip"`)
      .send(Buffer.from(zipPack(files)));
  }),
];

function importByPerson(prepared: PreparedPack) {
  return command('importPack', (transaction, _pack: { name: string }) => importPack(transaction, prepared));
}
