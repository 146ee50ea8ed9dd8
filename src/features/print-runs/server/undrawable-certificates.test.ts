import { describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { verifiedCertificate } from '#dev/testing/factories.ts';
import { chooseScripts } from '#dev/testing/hard-names.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import {
  choiceOf,
  closeRun,
  composedRun,
  officeWithPaper,
  openPrintFile,
  printedRun,
} from '#dev/testing/print-room.ts';
import { correct, verify } from '#dev/testing/reopening.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { faultsInStockBooks } from '#dev/testing/stock-books.ts';
import { composePrintRunJob } from './jobs/compose-print-run.ts';

const manySheets = process.env.LONG_FORMS ? 100 : 5;
const desk = await openCertificateDesk();
const { portal, printer } = desk;
const owner = await fileClient(portal.ownerUrl);

type Row = { id: string; application: string; number: string; sequence: number };

/** The certificates of a paper in the order of their numbers, by plain SQL. */
async function certificatesOn(paperId: string): Promise<Row[]> {
  const { rows } = await owner.query(
    `select c.id, a.id as application, c.convocation_number as number, c.convocation_sequence as sequence
       from certificates c join applications a on a.id = c.application_id
      where a.paper_id = $1 order by c.convocation_sequence`,
    [paperId],
  );
  return rows;
}

/** An earlier release took this name; today's doors would not. */
const plant = (application: string, column: 'candidate_name' | 'candidate_name_native', name: string) =>
  runWithoutTriggers(portal, `update applications set ${column} = '${name}' where id = '${application}'`);

async function blanksOf(paperId: string): Promise<Record<string, number>> {
  const { rows } = await owner.query(
    'select state, count(*)::int as count from blanks where paper_id = $1 group by state order by state',
    [paperId],
  );
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

async function expectReturned(id: string, letter: string): Promise<void> {
  const application = await desk.applicationOf(id);
  expect(application).toMatchObject({ status: 'returned', verifiedBy: null });
  const reason = `${application.returnReasons.join(' ')} ${application.returnRemark}`;
  expect(reason).toContain(letter);
  expect(reason).toMatch(/name/i);
  const returned = (await desk.eventsOf('application', id)).filter(
    ({ event }) => event === 'applications.returned',
  );
  expect(returned).toHaveLength(1);
  expect(JSON.stringify(returned[0]!.after)).toContain(letter);
}

async function finish(id: string): Promise<void> {
  const run = await desk.read(id);
  await printer.api.printRuns.startPrintRun({
    id,
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  await openPrintFile(printer, id);
  const outcomes = run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' as const }));
  await printer.api.printRuns.recordSheets({ id, outcomes });
  await closeRun(printer, id);
}

describe('a run with one certificate that cannot be drawn', () => {
  test.each([
    [manySheets, 'its name is Tamil', 'candidate_name', 'தமிழ்ச்செல்வி', 'த'],
    [4, 'a sign of its native name has no letter', 'candidate_name_native', 'ಅರ್ಜುನ್ಾ ರಾವ್', 'ಾ'],
  ] as const)('of %i prints the others where %s', async (size, _why, column, name, letter) => {
    const here = await desk.waitingHere(size);
    const waiting = await certificatesOn(here.paperId);
    const bad = waiting[Math.floor(size / 2)]!;
    const others = waiting.filter((one) => one !== bad);
    await plant(bad.application, column, name);

    const run = await composedRun(portal, printer, here, size);
    expect(run).toMatchObject({ document: 'ready', sheetCount: size - 1 });
    expect(run.sheets.map((sheet) => sheet.convocationNumber)).toEqual(others.map(({ number }) => number));
    const serials = run.sheets.map((sheet) => Number(sheet.blankSerial.slice(-6)));
    expect(serials, 'no serial is skipped').toEqual(serials.map((_serial, at) => serials[0]! + at));
    await expectReturned(bad.application, letter);

    await finish(run.id);
    expect(await blanksOf(here.paperId)).toEqual({ in_store: 3, printed: size - 1 });
    const { rows: printed } = await owner.query(
      `select c.convocation_number as number from sheets s join certificates c on c.id = s.certificate_id
        where s.print_run_id = $1 and s.outcome = 'good' and s.is_valid and c.state = 'printed' order by s.position`,
      [run.id],
    );
    expect(printed).toEqual(others.map(({ number }) => ({ number })));
    const { rows: left } = await owner.query(
      `select c.convocation_number as number, c.state, c.withheld_at is not null as withheld,
              (select count(*)::int from sheets s where s.certificate_id = c.id) as sheets
         from certificates c where c.id = $1`,
      [bad.id],
    );
    expect(left).toEqual([{ number: bad.number, state: 'to_print', withheld: true, sheets: 0 }]);
    const sequences = waiting.map(({ sequence }) => Number(sequence));
    expect(sequences, 'no number is lost').toEqual(sequences.map((_one, at) => sequences[0]! + at));
    expect(await faultsInStockBooks(portal.ownerUrl)).toEqual([]);

    const change = column === 'candidate_name' ? { candidateName: 'Asha Rao' } : { candidateNameNative: '' };
    await correct(desk.receiver, bad.application, change);
    expect(await verify(desk.caseWorker, bad.application)).toMatchObject({ convocationNumber: bad.number });
    const again = await printedRun(portal, printer, here);
    expect(again.sheets.map((sheet) => sheet.convocationNumber)).toEqual([bad.number]);
  });

  test('composes for the others where it becomes known only then', async () => {
    const here = await desk.waitingHere(3);
    const [first, bad, last] = await certificatesOn(here.paperId);
    const { id } = await printer.api.printRuns.preparePrintRun(choiceOf(here, 3));
    await plant(bad!.application, 'candidate_name', 'தமிழ்ச்செல்வி');
    await composePrintRunJob.handle(portal.services, { printRunId: id }, { isLast: true });
    const run = await desk.read(id);
    expect(run.document).toBe('ready');
    const numbers = run.sheets.map((sheet) => sheet.convocationNumber);
    // Whether the names were frozen before is not ours to say; the others print either way.
    expect(numbers).toEqual(expect.arrayContaining([first!.number, last!.number]));
    if (numbers.length === 2) await expectReturned(bad!.application, 'த');
    await finish(id);
    const { printed, ...rest } = await blanksOf(here.paperId);
    expect(printed).toBe(numbers.length);
    expect(Object.keys(rest)).toEqual(['in_store']);
  });

  test('leaves no empty run where nothing else waits', async () => {
    const here = await desk.waitingHere(1);
    const [bad] = await certificatesOn(here.paperId);
    await plant(bad!.application, 'candidate_name', 'தமிழ்ச்செல்வி');
    await printer.api.printRuns.preparePrintRun(choiceOf(here)).catch(() => null);
    await expectReturned(bad!.application, 'த');
    const { rows } = await owner.query('select count(*)::int as runs from print_runs where paper_id = $1', [
      here.paperId,
    ]);
    expect(rows).toEqual([{ runs: 0 }]);
    expect(await blanksOf(here.paperId)).toEqual({ in_store: 3 });
  });
});

test('Tamil and Telugu names are printed once they are chosen; what a change takes away is returned', async () => {
  const names = ['ಆಶಾ ರಾವ್', 'आशा राव', 'தமிழ்ச்செல்வி முருகன்', 'వెంకట లక్ష్మి'];
  await chooseScripts(portal, 'kannada', 'devanagari', 'tamil', 'telugu');
  const here = await officeWithPaper(portal, desk.office, 6);
  for (const candidateNameNative of names)
    await verifiedCertificate(desk.room, here, { candidateNameNative });
  const run = await composedRun(portal, printer, here, names.length);
  await printer.api.printRuns.startPrintRun({
    id: run.id,
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  const pdf = await printer.fetch(`/api/print-runs/${run.id}/document`);
  const texts = await pageTexts(Buffer.from(await pdf.arrayBuffer()));
  const plain = (text: string) => text.replaceAll(/[\u2060\s]/g, '').normalize('NFC');
  expect(names.filter((name, at) => !plain(texts[at] ?? '').includes(plain(name)))).toEqual([]);

  const late = await verifiedCertificate(desk.room, here, { candidateNameNative: 'தேவராஜ்' });
  const kept = await verifiedCertificate(desk.room, here, { candidateNameNative: 'ಆಶಾ' });
  await chooseScripts(portal, 'kannada', 'devanagari');
  const next = await composedRun(portal, printer, here, 2);
  expect(next.sheets.map((sheet) => sheet.convocationNumber)).toEqual([kept.convocationNumber]);
  await expectReturned(late.applicationId, 'த');
});
