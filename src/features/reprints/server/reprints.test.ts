import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { codeOf, requestReprint } from '#dev/testing/reprinting.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const desk = await openCertificateDesk();
const { portal, office, printer, admin, auditor } = desk;

describe('a reprint', () => {
  test('supersedes the earlier copy, says which copy it is, and leaves every sheet on the list', async () => {
    const request = await desk.openRequest();
    const { id, certificateId, convocationNumber, sheet: original } = request;
    const verify = async (sheetId: string) =>
      portal.anonymous.api.verification.verifyCertificate({
        number: convocationNumber,
        code: await codeOf(portal, sheetId),
      });
    await admin.api.reprints.approveReprint({ id, version: 1 });
    const jammed = await desk.startRun(request);
    await printer.api.printRuns.recordSheets({
      id: jammed.id,
      outcomes: [{ sheetId: jammed.sheet.id, outcome: 'spoilt', reason: 'Jam' }],
    });
    // A jam takes nothing from the copy that is there.
    expect(await verify(original.id)).toMatchObject({ verdict: 'genuine', copyNumber: 0 });
    const reprint = await desk.print(request);

    expect(reprint.copyNumber).toBe(1);
    expect(await verify(original.id)).toMatchObject({ verdict: 'superseded', convocationNumber });
    expect(await verify(jammed.sheet.id)).toMatchObject({ verdict: 'not_issued' });
    expect(await verify(reprint.id)).toMatchObject({
      verdict: 'genuine',
      copyNumber: 1,
      blankSerial: reprint.blankSerial,
    });
    const { copies } = await auditor.api.copies.listCopies({ id: certificateId });
    expect(copies).toMatchObject([
      {
        copyNumber: 0,
        blankSerial: original.blankSerial,
        state: 'superseded',
        printedBy: printer.actor.name,
      },
      { copyNumber: 1, blankSerial: jammed.sheet.blankSerial, state: 'spoilt', reason: 'Jam' },
      { copyNumber: 1, blankSerial: reprint.blankSerial, state: 'printed', supersededAt: null },
    ]);
    expect(copies[0]!.runNumber).toMatch(/^R-\d{6}$/);
    expect(copies[0]!.supersededAt).toBe(copies[2]!.printedAt);

    await runWithoutTriggers(
      portal,
      `update sheets set superseded_at = '2026-03-04T20:00:00Z' where id = '${original.id}'`,
    );
    // The day, and nothing of the candidate.
    expect(await verify(original.id)).toEqual({
      verdict: 'superseded',
      supersededOn: '2026-03-05',
      convocationNumber,
      university: expect.any(String),
    });

    const done = await admin.api.reprints.getReprintRequest({ id });
    expect(done).toMatchObject({ status: 'approved', reprintedAt: copies[0]!.supersededAt });
    await expectDomainError(
      admin.api.reprints.reopenReprint({ id, version: done.version }),
      'reprints.printed',
    );
  });

  test('may be wrong as well: the second one supersedes the first', async () => {
    const request = await desk.openRequest();
    const { id, certificateId } = request;
    await admin.api.reprints.approveReprint({ id, version: 1 });
    await desk.print(request);
    const second = await requestReprint(printer, certificateId, 'Printed on the wrong side.');
    expect(await printer.api.reprints.getReprintRequest({ id: second })).toMatchObject({ copyNumber: 1 });
    await admin.api.reprints.approveReprint({ id: second, version: 1 });
    const copy = await desk.print(request);
    expect(copy.copyNumber).toBe(2);
    const { copies } = await auditor.api.copies.listCopies({ id: certificateId });
    expect(copies.map(({ state }) => state)).toEqual(['superseded', 'superseded', 'printed']);
  });
});

describe('the lists', () => {
  test('hold what their screens are for, and are searched by name, roll number, college and reason', async () => {
    const collegeId = office.collegeId;
    const local = await portal.as('admin');
    const candidate = (name: string) => ({
      candidateName: `Vasudha ${name}`,
      examRollNumber: `VASU-${name}`,
      collegeId,
    });
    const pending = await desk.openRequest(candidate('Pending'));
    const rejected = await desk.openRequest(candidate('Rejected'));
    await local.api.reprints.rejectReprint({ id: rejected.id, version: 1, remark: 'It looks fine.' });
    const approved = await desk.openRequest(candidate('Approved'));
    await local.api.reprints.approveReprint({ id: approved.id, version: 1 });
    const printed = await desk.openRequest(candidate('Printed'));
    await local.api.reprints.approveReprint({ id: printed.id, version: 1 });
    await desk.print(printed);
    const byPrinter = await desk.printed(candidate('Printer'));
    const asked = await requestReprint(printer, byPrinter.certificateId, 'Toner streak across the crest');

    const ids = async (filters: object) => {
      const { rows } = await local.api.reprints.listReprintRequests({ search: 'vasudha', ...filters });
      const { count } = await local.api.reprints.countReprintRequests({ search: 'vasudha', ...filters });
      expect(count).toBe(rows.length);
      return rows.map((row) => row.id);
    };
    expect(await ids({ list: 'open' })).toEqual([asked, approved.id, rejected.id, pending.id]);
    expect(await ids({ list: 'open', status: 'pending' })).toEqual([pending.id, asked]);
    expect(await ids({ list: 'approved' })).toEqual([printed.id, approved.id]);
    expect(await ids({ list: 'approved', copy: 'waiting' })).toEqual([approved.id]);
    expect(await ids({ list: 'print_room' })).toEqual([asked, printed.id, approved.id]);
    expect(await ids({ list: 'open', search: 'VASU-rej' })).toEqual([rejected.id]);
    expect(await ids({ search: 'streak ACROSS' })).toEqual([asked]);
    expect(await ids({ search: 'college col001' })).toContain(pending.id);
    expect(await ids({ search: 'College COL002' })).toEqual([]);
    expect(await ids({ sort: 'studentName' })).toEqual([
      approved.id,
      pending.id,
      printed.id,
      asked,
      rejected.id,
    ]);
  });
});
