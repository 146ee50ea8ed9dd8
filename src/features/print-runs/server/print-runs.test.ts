import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unscoped } from '#server/db/database.ts';
import { createOffice, type Office, stockBlanks, unique, verifiedCertificate } from '#testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#testing/portal.ts';
import { expectRefusal } from '#testing/refusals.ts';

let portal: Portal;
let office: Office;
let people: { receiver: StaffCaller; caseWorker: StaffCaller };
let printer: StaffCaller;

beforeAll(async () => {
  portal = await startPortal({ worker: true });
  office = await createOffice(portal);
  people = { receiver: await portal.as('receiver'), caseWorker: await portal.as('case_worker') };
  printer = await portal.as('printer');
  await stockBlanks(portal, office.paperId, 100);
});
afterAll(() => portal.close());

describe('a print run', () => {
  test('binds blanks in serial order to certificates in number order', async () => {
    const certificates = [
      await verifiedCertificate(people, office),
      await verifiedCertificate(people, office),
    ];
    const { id } = await printer.api.printRuns.preparePrintRun({
      certificateIds: certificates.map((certificate) => certificate.certificateId).reverse(),
    });
    const run = await printer.api.printRuns.getPrintRun({ id });
    expect(run.sheets.map((sheet) => sheet.convocationNumber)).toEqual(
      certificates.map((one) => one.convocationNumber),
    );
    const serials = run.sheets.map((sheet) => sheet.blankSerial);
    expect(serials).toEqual([...serials].sort());
    expect(run).toMatchObject({ state: 'prepared', sheetCount: 2, goodCount: 0, spoiltCount: 0 });
  });

  test('is composed, started, recorded and closed; the spoilt sheet’s certificate waits again and is printed on another blank', async () => {
    const [good, jammed] = [
      await verifiedCertificate(people, office),
      await verifiedCertificate(people, office),
    ];
    const first = await composedRun([good.certificateId, jammed.certificateId]);
    await expectRefusal(
      printer.api.printRuns.closePrintRun({ id: first.id, version: first.version }),
      'print_runs.not_printing',
    );
    const { version } = await printer.api.printRuns.startPrintRun({ id: first.id, version: first.version });
    await expectRefusal(
      printer.api.printRuns.closePrintRun({ id: first.id, version }),
      'print_runs.open_sheets',
    );
    const { open } = await printer.api.printRuns.recordSheets({
      id: first.id,
      outcomes: [
        { sheetId: first.sheets[0]!.id, outcome: 'good' },
        { sheetId: first.sheets[1]!.id, outcome: 'spoilt', reason: 'Jam' },
      ],
    });
    expect(open).toBe(0);
    await printer.api.printRuns.closePrintRun({ id: first.id, version });

    const second = await printAll([jammed.certificateId]);
    expect(second.sheets[0]!.blankSerial).not.toBe(first.sheets[1]!.blankSerial);
    expect(await stateOfBlank(first.sheets[0]!.blankSerial)).toBe('printed');
    expect(await stateOfBlank(first.sheets[1]!.blankSerial)).toBe('spoilt');
    expect(await stateOfBlank(second.sheets[0]!.blankSerial)).toBe('printed');
    await expectEveryBlankAccountedFor();
  });

  test('an outcome is recorded once', async () => {
    const { certificateId } = await verifiedCertificate(people, office);
    const run = await composedRun([certificateId]);
    const outcomes = [{ sheetId: run.sheets[0]!.id, outcome: 'good' as const }];
    await expectRefusal(
      printer.api.printRuns.recordSheets({ id: run.id, outcomes }),
      'print_runs.not_printing',
    );
    await printer.api.printRuns.startPrintRun({ id: run.id, version: run.version });
    await printer.api.printRuns.recordSheets({ id: run.id, outcomes });
    await expectRefusal(
      printer.api.printRuns.recordSheets({ id: run.id, outcomes }),
      'print_runs.sheet_decided',
    );
  });

  test('too few blanks bind none', async () => {
    const bare = { ...office, paperId: await anotherPaper() };
    const { certificateId } = await verifiedCertificate(people, bare);
    const refusal = await expectRefusal(
      printer.api.printRuns.preparePrintRun({ certificateIds: [certificateId] }),
      'stock.too_few_blanks',
    );
    expect(refusal.message).toMatch(/^1 blanks of Parchment, Paper \d+ are needed and 0 are in store\.$/);
  });

  test('two papers do not mix in one run', async () => {
    const one = await verifiedCertificate(people, office);
    const two = await verifiedCertificate(people, { ...office, paperId: await anotherPaper() });
    await expectRefusal(
      printer.api.printRuns.preparePrintRun({ certificateIds: [one.certificateId, two.certificateId] }),
      'print_runs.mixed',
    );
  });

  test('fifty parallel requests for one certificate bind exactly one blank', async () => {
    const { certificateId } = await verifiedCertificate(people, office);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        printer.api.printRuns.preparePrintRun({ certificateIds: [certificateId] }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    const sheets = await unscoped(portal.services.db)
      .selectFrom('sheets')
      .select('id')
      .where('certificate_id', '=', certificateId)
      .execute();
    expect(sheets).toHaveLength(1);
    await expectEveryBlankAccountedFor();
  });

  test('parallel runs of one paper share no blank', async () => {
    const certificates = await Promise.all(
      Array.from({ length: 6 }, () => verifiedCertificate(people, office)),
    );
    const runs = await Promise.all(
      certificates.map((one) =>
        printer.api.printRuns.preparePrintRun({ certificateIds: [one.certificateId] }),
      ),
    );
    const details = await Promise.all(runs.map((run) => printer.api.printRuns.getPrintRun({ id: run.id })));
    const serials = details.flatMap((run) => run.sheets.map((sheet) => sheet.blankSerial));
    expect(new Set(serials).size).toBe(6);
    await expectEveryBlankAccountedFor();
  });

  test('a printer of another college neither sees the run nor takes its certificates', async () => {
    const outsider = await portal.as('printer', { collegeId: office.otherCollegeId });
    const { certificateId } = await verifiedCertificate(people, office);
    const run = await composedRun([certificateId]);
    await expectRefusal(outsider.api.printRuns.getPrintRun({ id: run.id }), 'print_runs.not_found');
    expect((await outsider.fetch(`/api/print-runs/${run.id}/document`)).status).toBe(404);
    const other = await verifiedCertificate(people, office);
    await expectRefusal(
      outsider.api.printRuns.preparePrintRun({ certificateIds: [other.certificateId] }),
      'certificates.not_found',
    );
  });

  test('its file is a PDF with one page a sheet', async () => {
    const certificates = [
      await verifiedCertificate(people, office),
      await verifiedCertificate(people, office),
    ];
    const run = await composedRun(certificates.map((one) => one.certificateId));
    const response = await printer.fetch(`/api/print-runs/${run.id}/document`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await response.arrayBuffer()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2);
  });

  test('handing over needs a printed sheet, a collector and an identity', async () => {
    const { certificateId } = await verifiedCertificate(people, office);
    const who = { collectedBy: 'Priya Nair', identitySeen: 'Passport' };
    await expectRefusal(
      people.receiver.api.certificates.handOverCertificate({ id: certificateId, version: 1, ...who }),
      'certificates.not_printed',
    );
    await printAll([certificateId]);
    const { rows } = await people.receiver.api.certificates.listCertificates({ stage: 'printed' });
    const printed = rows.find((row) => row.id === certificateId)!;
    await expectRefusal(
      people.receiver.api.certificates.handOverCertificate({
        id: certificateId,
        version: printed.version,
        collectedBy: 'Priya Nair',
        identitySeen: 'Aadhaar 2345 6789 0123',
      }),
      'request.invalid',
    );
    await people.receiver.api.certificates.handOverCertificate({
      id: certificateId,
      version: printed.version,
      ...who,
    });
    const handedOver = await people.receiver.api.certificates.listCertificates({ stage: 'handed_over' });
    expect(handedOver.rows.find((row) => row.id === certificateId)).toMatchObject({
      handOver: { collectedBy: 'Priya Nair' },
    });
  });
});

async function composedRun(certificateIds: string[]) {
  const { id } = await printer.api.printRuns.preparePrintRun({ certificateIds });
  await expect
    .poll(async () => (await printer.api.printRuns.getPrintRun({ id })).document, { timeout: 15_000 })
    .toBe('ready');
  return printer.api.printRuns.getPrintRun({ id });
}

async function printAll(certificateIds: string[]) {
  const run = await composedRun(certificateIds);
  const { version } = await printer.api.printRuns.startPrintRun({ id: run.id, version: run.version });
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' })),
  });
  await printer.api.printRuns.closePrintRun({ id: run.id, version });
  return run;
}

async function anotherPaper(): Promise<string> {
  const id = crypto.randomUUID();
  await portal.services.db
    .insertInto('papers')
    .values({ id, code: `P${unique()}`, name: 'Parchment', colour: `Paper ${unique()}` })
    .execute();
  return id;
}

async function stateOfBlank(serial: string): Promise<string> {
  const blank = await portal.services.db
    .selectFrom('blanks')
    .select('state')
    .where('serial', '=', serial)
    .executeTakeFirstOrThrow();
  return blank.state;
}

/** accepted = in store + bound + printed + spoilt, for every receipt; and a blank's state is what its sheet says. */
async function expectEveryBlankAccountedFor(): Promise<void> {
  const blanks = await unscoped(portal.services.db)
    .selectFrom('blanks')
    .innerJoin('blank_receipts', 'blank_receipts.id', 'blanks.blank_receipt_id')
    .leftJoin('sheets', 'sheets.blank_id', 'blanks.id')
    .select([
      'blanks.serial',
      'blanks.state',
      'sheets.id as sheet',
      'sheets.outcome',
      'first_serial',
      'last_serial',
    ])
    .execute();
  const accepted = blanks[0]!.last_serial - blanks[0]!.first_serial + 1;
  expect(blanks).toHaveLength(accepted);
  const expected = { good: 'printed', spoilt: 'spoilt' } as Record<string, string>;
  for (const blank of blanks) {
    expect(blank.state, blank.serial).toBe(
      blank.sheet ? (expected[blank.outcome ?? ''] ?? 'bound') : 'in_store',
    );
  }
}
