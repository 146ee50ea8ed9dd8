import { afterAll, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { chooseScripts, nameFates } from '#dev/testing/hard-names.ts';
import { randomNativeName } from '#dev/testing/native-names.ts';
import { newestMail } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { officeWithPaper, openPrintFile, startedRun } from '#dev/testing/print-room.ts';
import { pick, seeded } from '#dev/testing/random.ts';
import { correct, verify } from '#dev/testing/reopening.ts';
import { unique } from '#dev/testing/unique.ts';
import { closeRenderers } from '#platform/server/typst/render-document.ts';

const seed = Number(process.env.NAMES_SEED ?? Date.now() % 1e9);
const count = process.env.LONG_FORMS ? 200 : 8;
const random = seeded(seed);

const { portal, receiver, caseWorker, printer, auditor, ...desk } = await openCertificateDesk();
afterAll(closeRenderers);
await chooseScripts(portal, 'kannada', 'devanagari', 'tamil', 'telugu');
const collegeOffice = `names-${unique()}@college.example`;
await portal.services.db.updateTable('colleges').set({ email: collegeOffice }).execute();

const hard = nameFates.flatMap((fate) => (fate.field === 'latin' && 'stored' in fate ? [fate.stored] : []));
const names = Array.from({ length: count }, (_, at) => ({
  latin: pick(random, hard),
  native: randomNativeName(random, (['kn', 'hi', 'ta', 'te'] as const)[at % 4]!),
}));

/** Without line breaks and joiners of words: a long name stands in two lines. */
const bare = (text: string) => text.replaceAll(/[\u2060\s]/g, '').normalize('NFC');

async function textsAt(address: string): Promise<string[]> {
  const response = await receiver.fetch(address);
  expect(response.status, address).toBe(200);
  return (await pageTexts(Buffer.from(await response.arrayBuffer()))).map(bare);
}

test(`a name of five scripts is the record's on slip, mail, sheet, label, /verify and in exports (NAMES_SEED=${seed})`, async () => {
  const office = await officeWithPaper(portal, desk.office, count);
  for (const { latin, native } of names) {
    const id = await receiveApplication(receiver, office, {
      ...{ candidateName: latin, candidateNameNative: native, contactNotice: 1 },
      ...{ postalAddress: '12, Ring Road', postalState: 'Karnataka', postalPin: '570001' },
    });
    const [slip] = await textsAt(`/api/applications/${id}/receipt`);
    expect(slip, 'slip').toContain(bare(latin));
    expect(slip, 'slip').toContain(bare(native));
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] });
    expect((await newestMail(portal.services, collegeOffice)).body, 'mail').toContain(latin);
    await correct(receiver, id, {});
    await verify(caseWorker, id);
  }

  const run = await startedRun(portal, printer, office, count);
  const response = await printer.fetch(`/api/print-runs/${run.id}/document`);
  const sheets = (await pageTexts(Buffer.from(await response.arrayBuffer()))).map(bare);
  expect(sheets).toHaveLength(count);
  await openPrintFile(printer, run.id);
  await printer.api.printRuns.recordSheets({
    id: run.id,
    outcomes: run.sheets.map((sheet) => ({ sheetId: sheet.id, outcome: 'good' as const })),
  });
  for (const [at, sheet] of run.sheets.entries()) {
    const { latin, native } = names[at]!;
    expect(sheets[at], 'sheet').toContain(bare(latin));
    expect(sheets[at], 'sheet').toContain(bare(native));
    // A stranger may not ask for more in ten minutes.
    if (at < 8)
      expect(await desk.verdictOf(sheet), '/verify').toMatchObject({
        candidateName: latin,
        candidateNameNative: native,
      });
    const [label] = await textsAt(`/api/address-labels?certificateId=${sheet.certificateId}`);
    expect(label, 'label').toContain(bare(latin));
  }

  const exported = await auditor.fetch('/api/exports/total-applications?format=csv');
  const csv = await exported.text();
  for (const { latin } of names) expect(csv, 'export').toContain(latin);
});
