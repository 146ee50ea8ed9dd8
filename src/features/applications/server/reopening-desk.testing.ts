import type { sql } from 'kysely';
import { expect } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { startPortal } from '#dev/testing/portal.ts';
import { createPrintRoom } from '#dev/testing/print-room.ts';
import { correct, reopen, verify } from '#dev/testing/reopening.ts';
import { codeOf, printedCertificate, waitingCertificate } from '#dev/testing/reprinting.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';

export type ReopeningDesk = Awaited<ReturnType<typeof openReopeningDesk>>;

/** A portal with the people who reopen, correct, verify and print, and what they do most. */
export async function openReopeningDesk() {
  const portal = await startPortal();
  const office = await createOffice(portal);
  const room = await createPrintRoom(portal);
  const { receiver, caseWorker } = room;
  const colleague = await portal.as('case_worker');
  const admin = await portal.as('admin');
  const auditor = await portal.as('auditor');
  const waiting = (overrides: object = {}) => waitingCertificate(portal, room, office, overrides);
  const printed = (overrides: object = {}) => printedCertificate(portal, room, office, overrides);
  const applicationOf = (id: string) => auditor.api.applications.getApplication({ id });
  const certificateOf = (id: string) => auditor.api.certificates.getCertificate({ id });
  const execute = (statement: ReturnType<typeof sql>) => statement.execute(portal.services.db);

  async function requestsOf(certificateId: string) {
    return (await auditor.api.reprints.listReprintRequests({ certificateId })).rows;
  }

  async function eventsOf(recordType: 'application' | 'certificate' | 'reprint_request', recordId: string) {
    return (await auditor.api.audit.listAuditEvents({ recordType, recordId })).rows;
  }

  /** Reopened, corrected and verified again; the last two by people who did not do the first. */
  async function correctedAgain(id: string, candidateName = 'Asha Rao') {
    await reopen(colleague, id);
    await correct(receiver, id, { candidateName });
    return verify(caseWorker, id);
  }

  async function verdictOf(sheet: { id: string; convocationNumber: string }) {
    return portal.anonymous.api.verification.verifyCertificate({
      number: sheet.convocationNumber,
      code: await codeOf(portal, sheet.id),
    });
  }

  async function handOver(certificateId: string, earlierCopy?: object) {
    const { version } = await certificateOf(certificateId);
    return receiver.api.certificates.handOverCertificate({
      id: certificateId,
      version,
      collectedBy: 'Asha Rao',
      identitySeen: 'Passport',
      ...(earlierCopy && { earlierCopy: earlierCopy as never }),
    });
  }

  /** Waits for a draft that came back. */
  async function returnDraft(number: string) {
    const [draft] = (await admin.api.demandDrafts.listDrafts({ search: number })).rows;
    await admin.api.fees.returnDraft({ id: draft!.id, version: draft!.version, reason: 'signature' });
  }

  /** Ends it; the books of stock have to be right. */
  async function close() {
    const faults = await faultsInStockBooks(portal.ownerUrl);
    await portal.close();
    expect(faults).toEqual([]);
  }

  return {
    ...{ portal, office, room, receiver, caseWorker, colleague, admin, auditor },
    ...{ waiting, printed, applicationOf, certificateOf, execute, requestsOf, eventsOf },
    ...{ correctedAgain, verdictOf, handOver, returnDraft, close },
  };
}
