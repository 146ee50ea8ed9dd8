import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { type Caller, filePortal } from '#dev/testing/portal.ts';
import { pageTexts } from '#dev/testing/print-file.ts';
import { closeRun, createPrintRoom } from '#dev/testing/print-room.ts';
import { readQrCodes } from '#dev/testing/qr-codes.ts';
import { codeOf, startRunOf, waitingCertificate } from '#dev/testing/reprinting.ts';
import { roles } from '#shared/roles.ts';
import { byteRoutes } from './features.ts';

const portal = await filePortal();

/** Whether an answer shows a sheet with its verification code, which is on clean pages alone: as text, or in a QR code. */
async function showsCode(response: Response, code: string): Promise<boolean> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  const isIn = (text: string) => text.replaceAll(/[-\s\u2060]/g, '').includes(code);
  if (type === 'application/pdf') return (await pageTexts(bytes)).some(isIn);
  if (type.startsWith('image/')) return (await readQrCodes(bytes)).some(({ text }) => isIn(text));
  return isIn(bytes.toString('latin1'));
}

test('outside its run nobody is served a clean page of a sheet, whatever is asked for by whatever id', async () => {
  const office = await createOffice(portal);
  const room = await createPrintRoom(portal);
  const { printer } = room;
  const waiting = await waitingCertificate(portal, room, office);
  const { id: runId, sheet } = await startRunOf(portal, printer, waiting);
  const code = await codeOf(portal, sheet.id);
  expect(await showsCode(await printer.fetch(`/api/print-runs/${runId}/document`), code)).toBe(true);
  await printer.api.printRuns.recordSheets({ id: runId, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  await closeRun(printer, runId);

  const { photo } = await room.receiver.api.applications.getApplication({ id: waiting.applicationId });
  const { rows: proofs } = await printer.api.proofs.listProofs({});
  const press = { code: 'PR-1', name: 'Press', xMm: 0, yMm: 0 };
  const { id: printerId } = await printer.api.printers.addEntry(press);
  const known = [waiting.applicationId, waiting.certificateId, sheet.id, runId, photo.id, printerId];
  const ids = [...known, ...proofs.map(({ id }) => id)];
  const callers: Caller[] = [portal.anonymous];
  for (const role of roles) callers.push(await portal.as(role));

  const served: string[] = [];
  for (const { path } of byteRoutes.filter(({ method, path }) => method === 'GET' && path.includes('{id}')))
    for (const id of ids)
      for (const caller of callers) {
        const address = `/api${path.replace('{id}', id).replace('{copyId}', sheet.id)}?from=1`;
        const response = await caller.fetch(address);
        if (!response.ok) continue;
        served.push(path);
        expect(await showsCode(response, code), address).toBe(false);
      }
  for (const path of ['/certificates/{id}/copies/{copyId}/picture', '/print-runs/{id}/report'])
    expect(served).toContain(path);
});
