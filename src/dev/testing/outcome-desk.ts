import type { RawBuilder } from 'kysely';
import type { PrintRunDetail, Sheet } from '#features/print-runs/contract.ts';
import { createOffice, type Office } from './factories.ts';
import { startPortal } from './portal.ts';
import { createPrintRoom, startedRun, waitingOffice } from './print-room.ts';
import { requestReprint } from './reprinting.ts';
import { faultsInStockBooks } from './stock-books.ts';

type Run = Pick<PrintRunDetail, 'id'>;
type Bound = Pick<Sheet, 'id'>;
export type OutcomeDesk = Awaited<ReturnType<typeof openOutcomeDesk>>;

/** A portal whose printer records what became of sheets, and ways to read what each person sees of them. */
export async function openOutcomeDesk() {
  const portal = await startPortal({ worker: true });
  const office = await createOffice(portal);
  const { printer, ...people } = await createPrintRoom(portal);
  const admin = await portal.as('admin');
  const auditor = await portal.as('auditor');
  const { printRuns } = printer.api;

  /** An office where so many certificates wait. */
  const waitingHere = (certificates: number) => waitingOffice(portal, people, { office, certificates });
  const certificateOf = ({ certificateId }: Sheet) =>
    people.receiver.api.certificates.getCertificate({ id: certificateId });

  return {
    portal,
    people,
    printer,
    admin,
    auditor,
    waitingHere,
    /** A run of so many sheets that is printing. */
    startHere: async (certificates: number) =>
      startedRun(portal, printer, await waitingHere(certificates), certificates),
    read: (id: string) => printRuns.getPrintRun({ id }),
    execute: (statement: RawBuilder<unknown>) => statement.execute(portal.services.db),

    record(run: Run, sheet: Bound, how: 'good' | 'spoilt' | 'missing' = 'good') {
      const outcome = {
        good: { sheetId: sheet.id, outcome: 'good' as const },
        spoilt: { sheetId: sheet.id, outcome: 'spoilt' as const, reason: 'Jam' as const },
        missing: {
          sheetId: sheet.id,
          outcome: 'missing' as const,
          reason: 'Not in the tray, not on the floor',
        },
      }[how];
      return printRuns.recordSheets({ id: run.id, outcomes: [outcome] });
    },
    takeBack: (run: Run, sheet: Bound) => printRuns.takeBackOutcome({ id: run.id, sheetId: sheet.id }),

    certificateOf,
    blankOf: ({ blankSerial }: Sheet) => admin.api.stock.findBlank({ serial: blankSerial }),
    /** What somebody who holds the sheet reads at /verify. */
    async verdictOf(sheet: Pick<Sheet, 'id' | 'convocationNumber'>) {
      const { verification_code } = await portal.services.db
        .selectFrom('sheets')
        .select('verification_code')
        .where('id', '=', sheet.id)
        .executeTakeFirstOrThrow();
      const { university: _, ...verdict } = await portal.anonymous.api.verification.verifyCertificate({
        number: sheet.convocationNumber,
        code: verification_code,
      });
      return verdict;
    },

    async handOver(sheet: Sheet) {
      const { version } = await certificateOf(sheet);
      return people.receiver.api.certificates.handOverCertificate({
        id: sheet.certificateId,
        version,
        collectedBy: 'Priya Nair',
        identitySeen: 'Passport',
      });
    },
    /** The certificate of a sheet, in a run of its own as an approved reprint. */
    async startReprint(sheet: Sheet, here: Office) {
      const request = await requestReprint(people.receiver, sheet.certificateId);
      await admin.api.reprints.approveReprint({ id: request, version: 1 });
      const run = await startedRun(portal, printer, here);
      return { run, sheet: run.sheets[0]!, request };
    },

    /** Whatever was done at the desk, the books of the stock are right. */
    async close() {
      const faults = await faultsInStockBooks(portal.ownerUrl);
      await portal.close();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}

/** The blank of a sheet as a range of serials. */
export function rangeOf({ blankSerial }: Sheet) {
  const number = Number(blankSerial.slice(-6));
  return [{ prefix: blankSerial.slice(0, -6), first: number, last: number }];
}
