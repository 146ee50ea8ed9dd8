import { Readable } from 'node:stream';
import type { OpeningKind } from '#features/imports/opening-balances.ts';
import { commitImport } from '#features/imports/server/commands/commit-import.ts';
import { receiveImport } from '#features/imports/server/commands/receive-import.ts';
import { inspectSpreadsheet } from '#features/imports/server/inspect-spreadsheet.ts';
import { checkImportJob } from '#features/imports/server/jobs/check-import.ts';
import { commitImportJob } from '#features/imports/server/jobs/commit-import.ts';
import { newKey, sha256Of } from '#platform/server/files/stored-files.ts';
import type { DemoOffice } from './demo-office.ts';

/** An opening balance, as a file uploaded before the first application. */
export type DemoOpening = { kind: OpeningKind; at: Date; lines: readonly string[] };

export function planOpenings(office: DemoOffice, openings: readonly DemoOpening[]): void {
  for (const { kind, at, lines } of openings)
    office.agenda.at(at, async () => {
      const { services } = office;
      const act = (step: string) => ({ by: 'admin' as const, at, key: `demo-opening-${kind}-${step}` });
      const { id } = await office.once(act('upload'), async (context) => {
        const bytes = Buffer.from(`${lines.join('\r\n')}\r\n`);
        const upload = { storageKey: newKey('imports'), byteSize: bytes.length, sha256: sha256Of(bytes) };
        await services.files.putStream(upload.storageKey, Readable.from([bytes]));
        const sheet = await inspectSpreadsheet(services, kind, upload);
        return receiveImport(context, { kind, name: `${kind.replace('_', '-')}.csv`, upload, sheet });
      });
      await checkImportJob.handle(services, { importId: id }, { isLast: true });
      await office.once(act('commit'), (context) => commitImport(context, { id }));
      await commitImportJob.handle(services, { importId: id }, { isLast: true });
    });
}
