import { expect, type Page } from '@playwright/test';
import { readQrCode } from '#dev/testing/print-file.ts';
import { receive, registrationOf, writeApplication } from './applications.ts';

/** Nothing else waits for it. */
const usualType = 'Rank';

/** What the counter received and the case worker verified, without their screens. */
export async function verifiedCertificate(
  receiver: Page,
  caseWorker: Page,
  {
    ordinal,
    ...changes
  }: { ordinal: number; candidateName?: string; candidateNameNative?: string; certificateType?: string },
) {
  const registration = registrationOf(ordinal);
  const application = await writeApplication(receiver.request, ordinal);
  await receive(receiver.request, {
    ...application,
    certificateType: usualType,
    rank: 'First rank',
    ...changes,
  });
  const { rows: received } = await read(caseWorker, `/api/applications?search=${registration}`);
  const [{ id, version }] = received;
  await post(caseWorker, `/api/applications/${id}/verify`, { version });
  const { rows } = await read(caseWorker, `/api/certificates?search=${registration}`);
  return { id: rows[0].id as string, number: rows[0].convocationNumber as string };
}

/** Prints the one certificate that waits on its paper on one good sheet; what its QR code says, its serial, and the print file. */
export async function print(printer: Page, certificateId: string) {
  const { paperId, certificateType } = await read(printer, `/api/certificates/${certificateId}`);
  const { id } = await post(printer, '/api/print-runs', { paperId, certificateType, sheets: 1 });
  const ofRun = `/api/print-runs/${id}`;
  await expect.poll(async () => (await read(printer, ofRun)).document).toBe('ready');
  const run = await read(printer, ofRun);
  const [sheet] = run.sheets;
  expect(sheet.certificateId, 'another certificate of this type waited').toBe(certificateId);
  const topSerial = sheet.blankSerial as string;
  const { version } = await post(printer, `${ofRun}/start`, { version: run.version, topSerial });
  const pdf = await (await printer.request.get(`${ofRun}/document`)).body();
  await post(printer, `${ofRun}/sheets`, { outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  await post(printer, `${ofRun}/close`, { version, goodSheets: 1, spoiltSheets: 0 });
  return { address: await readQrCode(pdf, 1), serial: topSerial, pdf };
}

export async function read(page: Page, address: string) {
  return (await page.request.get(address)).json();
}

export async function post(page: Page, address: string, data: object) {
  const response = await page.request.post(address, { data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}
