import { describe, expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { choiceOf, closeRun, composedRun, officeWithPaper, printedRun } from '#dev/testing/print-room.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';

const { portal, office } = await sharedOffice();
const people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
const printer = await portal.as('printer');

describe('a print run', () => {
  test('is prepared in the order of numbers and serials, composed, started, recorded and closed; the spoilt sheet’s certificate waits again and is printed on another blank', async () => {
    const here = await officeWithPaper(portal, office, 5);
    const good = await verifiedCertificate(people, here);
    const jammed = await verifiedCertificate(people, here);
    const prepared = await composedRun(portal, printer, here, 2);
    expect(prepared).toMatchObject({
      state: 'prepared',
      sheetCount: 2,
      goodCount: 0,
      spoiltCount: 0,
      openAt: 1,
    });
    expect(prepared.sheets.map((sheet) => sheet.convocationNumber)).toEqual(
      [good, jammed].map(({ convocationNumber }) => convocationNumber),
    );
    const serials = prepared.sheets.map((sheet) => sheet.blankSerial);
    expect(serials).toEqual([...serials].sort());
    const counts = { goodSheets: 1, spoiltSheets: 1 };
    await expectDomainError(
      printer.api.printRuns.closePrintRun({ id: prepared.id, version: prepared.version, ...counts }),
      'print_runs.not_printing',
    );
    const [first, second] = prepared.sheets;
    const recordFirst = () =>
      printer.api.printRuns.recordSheets({
        id: prepared.id,
        outcomes: [{ sheetId: first!.id, outcome: 'good' }],
      });
    await expectDomainError(recordFirst(), 'print_runs.not_printing');
    const { version } = await printer.api.printRuns.startPrintRun({
      id: prepared.id,
      version: prepared.version,
      topSerial: first!.blankSerial,
    });
    await expectDomainError(
      printer.api.printRuns.closePrintRun({ id: prepared.id, version, ...counts }),
      'print_runs.open_sheets',
    );
    const response = await printer.fetch(`/api/print-runs/${prepared.id}/document`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);
    const { open } = await printer.api.printRuns.recordSheets({
      id: prepared.id,
      outcomes: [
        { sheetId: first!.id, outcome: 'good' },
        { sheetId: second!.id, outcome: 'spoilt', reason: 'Jam' },
      ],
    });
    expect(open).toBe(0);
    await expectDomainError(recordFirst(), 'print_runs.sheet_decided');
    expect(await closeRun(printer, prepared.id)).toMatchObject({
      state: 'closed',
      closedBy: printer.actor.name,
      countedGood: 1,
      countedSpoilt: 1,
    });

    const again = await printedRun(portal, printer, here);
    expect(again.sheets[0]).toMatchObject({ convocationNumber: jammed.convocationNumber });
    expect(again.sheets[0]!.blankSerial).not.toBe(second!.blankSerial);
    expect(await stateOfBlank(first!.blankSerial)).toBe('printed');
    expect(await stateOfBlank(second!.blankSerial)).toBe('spoilt');
    expect(await stateOfBlank(again.sheets[0]!.blankSerial)).toBe('printed');
    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  });

  test('too few blanks bind none', async () => {
    const bare = await officeWithPaper(portal, office, 0);
    await verifiedCertificate(people, bare);
    const refusal = await expectDomainError(
      printer.api.printRuns.preparePrintRun(choiceOf(bare)),
      'stock.too_few_blanks',
    );
    expect(refusal.message).toMatch(/^Sheets of Paper \d+, Maroon: 1 needed, 0 in store\.$/);
  });

  test('twenty parallel requests for one certificate bind exactly one blank', async () => {
    const here = await officeWithPaper(portal, office, 5);
    const { certificateId } = await verifiedCertificate(people, here);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => printer.api.printRuns.preparePrintRun(choiceOf(here))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const sheets = await portal.services.db
      .selectFrom('sheets')
      .select('id')
      .where('certificate_id', '=', certificateId)
      .execute();
    expect(sheets).toHaveLength(1);
    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  });

  test('parallel runs of one paper share no blank', async () => {
    const here = await officeWithPaper(portal, office, 6);
    await Promise.all(Array.from({ length: 6 }, () => verifiedCertificate(people, here)));
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => printer.api.printRuns.preparePrintRun(choiceOf(here))),
    );
    const details = await Promise.all(runs.map((run) => printer.api.printRuns.getPrintRun({ id: run.id })));
    const serials = details.flatMap((run) => run.sheets.map((sheet) => sheet.blankSerial));
    expect(new Set(serials).size).toBe(6);
    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);
  });

  test('a printer of another college does not take its certificates', async () => {
    const here = await officeWithPaper(portal, office, 2);
    const outsider = await portal.as('printer', { collegeId: office.otherCollegeId });
    await verifiedCertificate(people, here);
    await expectDomainError(
      outsider.api.printRuns.preparePrintRun(choiceOf(here)),
      'print_runs.too_few_waiting',
    );
  });

  test('handing over needs a printed sheet, a collector and an identity', async () => {
    const here = await officeWithPaper(portal, office, 1);
    const { certificateId, convocationNumber } = await verifiedCertificate(people, here);
    const who = { collectedBy: 'Priya Nair', identitySeen: 'passport' as const };
    await expectDomainError(
      people.receiver.api.certificates.handOverCertificate({ id: certificateId, version: 1, ...who }),
      'certificates.not_printed',
    );
    await printedRun(portal, printer, here);
    const { rows } = await people.receiver.api.certificates.listCertificates({ search: convocationNumber });
    const printed = rows.find((row) => row.id === certificateId)!;
    await expectDomainError(
      people.receiver.api.certificates.handOverCertificate({
        id: certificateId,
        version: printed.version,
        collectedBy: 'Priya Nair',
        // @ts-expect-error -- a number cannot be typed
        identitySeen: 'Aadhaar 2345 6789 0123',
      }),
      'request.invalid',
    );
    const { version } = printed;
    await people.receiver.api.certificates.handOverCertificate({ id: certificateId, version, ...who });
  });
});

async function stateOfBlank(serial: string): Promise<string> {
  const blank = await portal.services.db
    .selectFrom('blanks')
    .select('state')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();
  return blank.state;
}
