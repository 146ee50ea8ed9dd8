import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { closeRun, createPrintRoom, openPrintFile } from '#dev/testing/print-room.ts';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { startRunOf, waitingCertificate } from '#dev/testing/reprinting.ts';
import { codeOf } from '#dev/testing/status-of.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { sampleSheet } from '#features/certificates/server/typst/sample-sheet.testing.ts';
import { withClient } from '#platform/server/db/connections.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const one = await issued();
const clean = await renderPage(one.pdf, 1);

/** A closed run of one good sheet, with the page that came out of the printer. */
async function issued() {
  const { printer } = room;
  const waiting = await waitingCertificate(portal, room, office, { candidateName: 'Asha Rao' });
  const { id: runId, sheet } = await startRunOf(portal, printer, waiting);
  await openPrintFile(printer, runId);
  const file = await printer.fetch(`/api/print-runs/${runId}/document`);
  const pdf = Buffer.from(await file.arrayBuffer());
  await printer.api.printRuns.recordSheets({ id: runId, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  await closeRun(printer, runId);
  return { ...waiting, runId, sheet, pdf };
}

const pictureOf = (
  { certificateId, sheet }: { certificateId: string; sheet: { id: string } },
  caller: Pick<StaffCaller, 'fetch'>,
) => caller.fetch(`/api/certificates/${certificateId}/copies/${sheet.id}/picture`);

/** Grey, as from a distance. */
async function eye(picture: Uint8Array): Promise<Buffer> {
  return sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(240, 170, { fit: 'fill' })
    .blur(1.5)
    .raw()
    .toBuffer();
}

/** Which part of two pictures a person sees to differ. */
async function differing(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [first, second] = [await eye(one), await eye(other)];
  return first.filter((grey, at) => Math.abs(grey - second[at]!) > 14).length / first.length;
}

/** Which part of a word across the page is seen where the picture differs from the page. */
async function shareOfMark(mark: 'COPY' | 'SAMPLE', picture: Uint8Array): Promise<number> {
  const template = { ...designOf('ornamental'), background: 'none' as const, boxes: [] };
  const drawn = await drawTemplate({ template, crest: null, sheet: await sampleSheet(), legend: '', mark });
  const [word, seen, page] = [await eye(drawn.png), await eye(picture), await eye(clean)];
  const places = [...word.keys()].filter((at) => word[at]! < 240);
  return places.filter((at) => Math.abs(seen[at]! - page[at]!) > 8).length / places.length;
}

describe('the picture of an issued sheet', () => {
  test('is the page that was printed with COPY across it, for the desks that may see the certificate', async () => {
    for (const role of ['auditor', 'case_worker'] as const) {
      const response = await pictureOf(one, await portal.as(role));
      expect(response.status, role).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/png');
      const picture = new Uint8Array(await response.arrayBuffer());
      expect((await sharp(picture).metadata()).width).toBeGreaterThan(1_000);
      const [code] = await readQrCodes(picture);
      expect(code?.text ?? '', 'its code is on the sheet alone').not.toContain('c=');
      const share = await differing(picture, clean);
      expect(share, 'the word COPY').toBeGreaterThan(0.02);
      expect(share, 'the same page').toBeLessThan(0.3);
      expect(await shareOfMark('COPY', picture)).toBeGreaterThan(0.9);
      expect(await shareOfMark('SAMPLE', picture)).toBeLessThan(0.6);
    }
  });

  test('is of no other sheet', async () => {
    for (const id of [one.certificateId, 'none'])
      expect(await codeOf(await pictureOf({ ...one, sheet: { id } }, room.receiver))).toBe(
        'certificates.copy_not_found',
      );
  });

  test('is drawn of a sheet from before templates were kept, too', async () => {
    await withClient(portal.ownerUrl, 'backup', async (owner) => {
      await owner.query('set session_replication_role = replica');
      await owner.query(`alter table sheet_facts drop constraint sheet_facts__template_named`);
      await owner.query(`update sheet_facts set template_sha256 = null where sheet_id = $1`, [one.sheet.id]);
    });
    expect((await pictureOf(one, room.receiver)).status).toBe(200);
  });
});
