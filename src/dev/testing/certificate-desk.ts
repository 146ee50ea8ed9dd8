import type { RawBuilder } from 'kysely';
import { afterAll, expect } from 'vitest';
import type { PrintRunDetail, Sheet } from '#features/print-runs/contract.ts';
import { createOffice, type Office } from './factories.ts';
import { filePortal, sharedPortal } from './portal.ts';
import { createPrintRoom, startedRun, waitingOffice } from './print-room.ts';
import { correct, reopen, verify } from './reopening.ts';
import {
  codeOf,
  printedCertificate,
  printedTogether,
  printOne,
  requestReprint,
  startRunOf,
  type Waiting,
  waitingCertificate,
} from './reprinting.ts';
import { faultsInStockBooks } from './stock-books.ts';

type Identified = { id: string };

/**
 * A portal for the tests of one file, or the shared one, with everybody between the counter and a sheet that left, and what
 * they do most. Whatever they did, the books of the stock are right in the end. `ahead`: so many printed certificates
 * about which a test says nothing come from one run.
 */
export async function openCertificateDesk({ isShared = false, ahead = 1 } = {}) {
  const portal = await (isShared ? sharedPortal() : filePortal());
  afterAll(async () => expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]));
  const office = await createOffice(portal);
  const room = await createPrintRoom(portal);
  const { receiver, caseWorker, printer } = room;
  const [admin, registrar, colleague, auditor] = await portal.asEach(
    'admin',
    'admin',
    'case_worker',
    'auditor',
  );
  const { printRuns } = printer.api;
  const waiting = (overrides: object = {}) => waitingCertificate(portal, room, office, overrides);
  let pile: Awaited<ReturnType<typeof printedTogether>> = [];
  const printed = async (overrides?: object) => {
    if (ahead === 1 || overrides) return printedCertificate(portal, room, office, overrides);
    if (pile.length === 0) pile = await printedTogether(portal, room, office, ahead);
    return pile.shift()!;
  };
  /** An office where so many certificates wait. */
  const waitingHere = (certificates: number) => waitingOffice(portal, room, { office, certificates });
  const certificateOf = (id: string) => auditor.api.certificates.getCertificate({ id });

  return {
    ...{ portal, office, room, receiver, caseWorker, printer, admin, registrar, colleague, auditor },
    ...{ waiting, printed, waitingHere, certificateOf },
    execute: (statement: RawBuilder<unknown>) => statement.execute(portal.services.db),
    applicationOf: (id: string) => auditor.api.applications.getApplication({ id }),
    blankOf: ({ blankSerial }: Sheet) => admin.api.stock.findBlank({ serial: blankSerial }),

    /** A run of the one certificate that waits on its paper. */
    startRun: (one: Waiting) => startRunOf(portal, printer, one),
    print: (one: Waiting) => printOne(portal, printer, one),
    /** A run of so many sheets that is printing. */
    startHere: async (certificates: number) =>
      startedRun(portal, printer, await waitingHere(certificates), certificates),
    read: (id: string) => printRuns.getPrintRun({ id }),
    record(run: Pick<PrintRunDetail, 'id'>, sheet: Identified, how: 'good' | 'spoilt' | 'missing' = 'good') {
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
    takeBack: (run: Identified, sheet: Identified) =>
      printRuns.takeBackOutcome({ id: run.id, sheetId: sheet.id }),

    /** What somebody who holds the sheet reads at /verify. */
    async verdictOf(sheet: Pick<Sheet, 'id' | 'convocationNumber'>) {
      return portal.anonymous.api.verification.verifyCertificate({
        number: sheet.convocationNumber,
        code: await codeOf(portal, sheet.id),
      });
    },
    async handOver(certificateId: string, earlierCopy?: object) {
      const { version } = await certificateOf(certificateId);
      return receiver.api.certificates.handOverCertificate({
        id: certificateId,
        version,
        collectedBy: 'Asha Rao',
        identitySeen: 'passport',
        ...(earlierCopy && { earlierCopy: earlierCopy as never }),
      });
    },

    /** A request of the receiver about a certificate that is printed. */
    async openRequest(candidate: object = {}) {
      const certificate = await printed(candidate);
      return { ...certificate, id: await requestReprint(receiver, certificate.certificateId) };
    },
    /** The certificate of a sheet, in a run of its own as an approved reprint. */
    async startReprint(sheet: Sheet, here: Office) {
      const request = await requestReprint(receiver, sheet.certificateId);
      await admin.api.reprints.approveReprint({ id: request, version: 1 });
      const run = await startedRun(portal, printer, here);
      return { run, sheet: run.sheets[0]!, request };
    },
    async requestsOf(certificateId: string) {
      return (await auditor.api.reprints.listReprintRequests({ certificateId })).rows;
    },
    /** The newest proposal to revoke it. */
    async proposalOf(certificateId: string) {
      return (await auditor.api.revocations.listRevocations({ certificateId })).rows[0]!;
    },
    /** Reopened, corrected and verified again; the last two by people who did not do the first. */
    async correctedAgain(id: string, candidateName = 'Asha Rao') {
      await reopen(colleague, id);
      await correct(receiver, id, { candidateName });
      return verify(caseWorker, id);
    },
    /** The bank returns it, and what it paid for waits. */
    async returnDraft(number: string) {
      const [draft] = (await admin.api.demandDrafts.listDrafts({ search: number })).rows;
      await admin.api.fees.returnDraft({ id: draft!.id, version: draft!.version, reason: 'signature' });
    },
    /** The newest first. */
    async eventsOf(
      recordType: 'application' | 'certificate' | 'reprint_request' | 'print_run',
      recordId: string,
    ) {
      return (await auditor.api.audit.listAuditEvents({ recordType, recordId })).rows;
    },
  };
}

/** The blank of a sheet as a range of serials. */
export function rangeOf({ blankSerial }: Pick<Sheet, 'blankSerial'>) {
  const number = Number(blankSerial.slice(-6));
  return [{ prefix: blankSerial.slice(0, -6), first: number, last: number }];
}
