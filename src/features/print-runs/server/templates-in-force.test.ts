import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { actingAs } from '#dev/seed/acting.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { type Office, verifiedCertificate } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { createPrintRoom, officeWithPaper } from '#dev/testing/print-room.ts';
import { draftTemplate, newCertificateType, proveDraft, templateInForce } from '#dev/testing/templates.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import { renderCertificates } from '#features/certificates/server/typst/render-certificates.ts';
import { sha256Of } from '#platform/server/files/stored-files.ts';
import { dayInIndia } from '#shared/format.ts';
import { preparePrintRun } from './commands/prepare-print-run.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';
import { readSheets } from './jobs/read-sheets.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const admins = { admin: await portal.as('admin'), second: await portal.as('admin') };

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const day = (days: number) => dayInIndia(inDays(days));
const inForce = (type: string, from?: string) => templateInForce(admins, type, from);

/** An office with a certificate type of its own, for which these candidates wait. */
async function officeOf(...candidates: { candidateName: string; candidateNameNative?: string }[]) {
  const certificateType = await newCertificateType(portal);
  const here = { ...(await officeWithPaper(portal, office, candidates.length + 1)), certificateType };
  const numbers: string[] = [];
  for (const candidate of candidates)
    numbers.push((await verifiedCertificate(room, here, candidate)).convocationNumber);
  return { here, certificateType, numbers };
}

const waiting = (count: number) =>
  officeOf(...Array.from({ length: count }, (_, index) => ({ candidateName: `Asha ${index}` })));

/** What a sheet that is prepared on this day is printed from. */
async function printedOn(days: number, { paperId, certificateType }: Office) {
  const context = actingAs(portal.services, room.printer.actor, { now: inDays(days) });
  const { id } = await preparePrintRun(context, { paperId, certificateType, collegeId: null, sheets: 1 });
  const { rows } = await sql<{ sha256: string }>`
    select template_sha256 as sha256 from sheet_facts join sheets on sheets.id = sheet_id where print_run_id = ${id}
  `.execute(portal.services.db);
  return { sha256: rows[0]!.sha256, runId: id };
}

async function rendered(runId: string): Promise<string> {
  const { layoutFingerprint: _, ...printed } = await readSheets(portal.services, runId);
  return sha256Of(await renderCertificates({ ...printed, offset: { xMm: 0, yMm: 0 } }));
}

describe('a version in force', () => {
  test('prints from its day on, and until then the one before it', async () => {
    const { here, certificateType } = await waiting(4);
    const design = hashOfTemplate(designOf(null));
    expect((await printedOn(0, here)).sha256).toBe(design);

    const tomorrow = await inForce(certificateType, day(1));
    expect((await printedOn(0, here)).sha256).toBe(design);
    expect((await printedOn(1, here)).sha256).toBe(hashOfTemplate(tomorrow.content));
    await inForce(certificateType, day(3));
    expect((await printedOn(2, here)).sha256).toBe(hashOfTemplate(tomorrow.content));
  });

  test('leaves what was bound before as it is: the same bytes again', async () => {
    const { here, certificateType } = await waiting(2);
    await inForce(certificateType);
    const { runId } = await printedOn(0, here);
    const before = await rendered(runId);
    const next = await inForce(certificateType);
    expect(await rendered(runId)).toBe(before);
    expect((await printedOn(0, here)).sha256).toBe(hashOfTemplate(next.content));
  });
});

/** What is read is cut into items where the renderer moves. */
const tight = (text: string) => text.replaceAll(/[\u2060 ]/g, '');

describe('a proof', () => {
  test('shows the longest and the shortest name, and the longest in each script, as they were when it was made', async () => {
    const longest = 'Venkatasubramanian Lakshminarasimhan Krishnamurthy';
    const { here, certificateType, numbers } = await officeOf(
      { candidateName: 'Asha Rao', candidateNameNative: 'ಆಶಾ' },
      { candidateName: longest },
      { candidateName: 'Om' },
      { candidateName: 'Bina Rao', candidateNameNative: 'ಬೀನಾ ಲಕ್ಷ್ಮೀನಾರಾಯಣ' },
      { candidateName: 'Chitra Rao', candidateNameNative: 'चित्रा राष्ट्रीय' },
    );
    const { id, content } = await draftTemplate(admins, certificateType);
    const proof = await admins.admin.api.proofs.proveTemplate({ id, colour: 'Maroon' });
    const texts = async (caller = admins.second) => {
      const response = await caller.fetch(`/api/proofs/${proof.id}/document`);
      expect(response.status).toBe(200);
      return pageTexts(Buffer.from(await response.arrayBuffer()));
    };
    const pages = await texts();
    expect(pages).toHaveLength(4);
    const [order] = content.boxes
      .flatMap((box) => (box.kind === 'text' ? box.lines.slice(-1) : []))
      .slice(-1);
    for (const [page, ...wanted] of [
      [pages[0]!, longest, numbers[1]!],
      [pages[1]!, 'Om', numbers[2]!],
      [pages[2]!, 'ಬೀನಾ ಲಕ್ಷ್ಮೀನಾರಾಯಣ', numbers[3]!],
      [pages[3]!, 'चित्रा राष्ट्रीय', numbers[4]!],
    ] as const)
      for (const text of [...wanted, order!.text, 'PROOF']) expect(tight(page)).toContain(tight(text));

    await verifiedCertificate(room, here, { candidateName: `${longest} Iyer` });
    expect(await texts()).toEqual(pages);
    const { rows } = await (await portal.as('auditor')).api.audit.listAuditEvents({
      recordType: 'proof',
      recordId: proof.id,
    });
    expect(rows[0]).toMatchObject({ event: 'proofs.made', after: { records: 4 } });
  });

  test('shows sample data of a type that nobody applied for', async () => {
    const { id } = await draftTemplate(admins, await newCertificateType(portal));
    const proof = await admins.admin.api.proofs.proveTemplate({ id, colour: 'Maroon' });
    const response = await admins.second.fetch(`/api/proofs/${proof.id}/document`);
    const pages = await pageTexts(Buffer.from(await response.arrayBuffer()));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toContain('Ananya Krishnamurthy Rao');
  });

  test('with records of another college is neither seen nor signed off by who is of one', async () => {
    const { certificateType } = await waiting(1);
    const { id } = await draftTemplate(admins, certificateType);
    const proof = await admins.admin.api.proofs.proveTemplate({ id, colour: 'Maroon' });
    const outsider = await portal.as('printer', { collegeId: office.otherCollegeId });
    expect((await outsider.fetch(`/api/proofs/${proof.id}/document`)).status).toBe(403);
    await expectDomainError(
      outsider.api.proofs.signOffProof({ id: proof.id, version: 1 }),
      'proofs.other_colleges',
    );
    const insider = await portal.as('printer', { collegeId: office.collegeId });
    expect((await insider.fetch(`/api/proofs/${proof.id}/document`)).status).toBe(200);
    await insider.api.proofs.signOffProof({ id: proof.id, version: 1 });

    // Who is of one college proves with its records alone.
    const own = await outsider.api.proofs.makeProof({ certificateType, colour: 'Maroon' });
    const shown = await outsider.fetch(`/api/proofs/${own.id}/document`);
    const [page] = await pageTexts(Buffer.from(await shown.arrayBuffer()));
    expect(page).toContain('Ananya Krishnamurthy Rao');
  });

  test('lets runs start once its draft is in force, without another one', async () => {
    const { here, certificateType } = await waiting(1);
    const draft = await draftTemplate(admins, certificateType);
    await proveDraft(admins, draft.id);
    await admins.admin.api.templates.bringIntoForce({ id: draft.id, version: draft.version, from: day(0) });
    const { runId } = await printedOn(0, here);
    await composePrintRunJob.handle(portal.services, { printRunId: runId }, { isLast: true });
    const { version, sheets } = await room.printer.api.printRuns.getPrintRun({ id: runId });
    await room.printer.api.printRuns.startPrintRun({
      id: runId,
      version,
      topSerial: sheets[0]!.blankSerial,
    });
  });
});
