import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { addBundle, draftEntry, receiveApplication, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import {
  createPrintRoom,
  officeWithPaper,
  printedCertificates,
  printedRun,
  startedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { addConvocations, closedRoll, resolution } from '#dev/testing/rolls.ts';
import { handSignedOffice, sendOut } from '#dev/testing/signing.ts';
import { dayInIndia } from '#shared/format.ts';
import { byteRoutes } from './features.ts';

const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const { receiver, printer } = room;
const [admin, second, auditor] = await portal.asEach('admin', 'admin', 'auditor');
const today = dayInIndia(new Date());

type Made = [caller: StaffCaller, path: string];

/** Every PDF that somebody prints, by its declared path. */
const papers: Record<string, () => Promise<Made>> = {
  '/applications/{id}/receipt': async () => [
    receiver,
    `/applications/${await receiveApplication(receiver, office)}/receipt`,
  ],
  '/deposit-slips/{id}/document': async () => {
    const entry = draftEntry();
    await receiveApplication(receiver, office, { drafts: [entry] });
    const { rows } = await receiver.api.demandDrafts.listDrafts({ search: entry.number });
    const { id } = await receiver.api.depositSlips.prepareDepositSlip({
      draftIds: [rows[0]!.id],
      account: '30123456789',
      bankBranch: 'State Bank of India, Mysuru',
    });
    return [receiver, `/deposit-slips/${id}/document`];
  },
  '/statements/{id}/pdf': async () => {
    const at = new Date().toISOString();
    const { id } = await auditor.api.books.printStatement({ kind: 'books', at });
    return [auditor, `/statements/${id}/pdf`];
  },
  '/inspection-reports/{id}/pdf': async () => {
    const { id } = await auditor.api.findings.closeInspection({ from: today, to: today });
    return [auditor, `/inspection-reports/${id}/pdf`];
  },
  '/bundles/{id}/document': async () => {
    const id = await addBundle(portal, { collegeId: office.collegeId, handedOverBy: receiver.actor.id });
    return [receiver, `/bundles/${id}/document`];
  },
  '/signing-batches/{id}/document': async () => {
    const byHand = await handSignedOffice(portal, office);
    const [certificate] = await printedCertificates(portal, room, { office: byHand, count: 1 });
    const { id } = await sendOut(printer, [certificate!.id]);
    return [printer, `/signing-batches/${id}/document`];
  },
  '/address-labels': async () => [receiver, `/address-labels?certificateId=${(await toBePosted()).id}`],
  '/posting-list': async () => {
    const one = await toBePosted();
    const posted = { carrier: 'Speed Post', trackingNumber: 'EK123456789IN', postedOn: today };
    await receiver.api.certificates.postCertificate({ ...one, ...posted });
    return [receiver, `/posting-list?postedOn=${today}`];
  },
  '/proofs/{id}/document': async () => {
    const { rows } = await printer.api.proofs.listProofs({});
    return [printer, `/proofs/${rows[0]!.id}/document`];
  },
  '/printers/{id}/calibration-sheet': async () => {
    const { id } = await printer.api.printers.addEntry({ code: 'PR-1', name: 'Press', xMm: 1, yMm: 0 });
    return [printer, `/printers/${id}/calibration-sheet`];
  },
  '/print-runs/{id}/document': async () => [printer, `/print-runs/${(await printing(2)).id}/document`],
  '/print-runs/{id}/remaining-document': async () => {
    const { id, sheets } = await printing(3);
    const outcomes = [{ sheetId: sheets[0]!.id, outcome: 'spoilt' as const, reason: 'Jam' as const }];
    await printer.fetch(`/api/print-runs/${id}/document`).then((file) => file.arrayBuffer());
    await printer.api.printRuns.recordSheets({ id, outcomes });
    await printer.api.printRuns.resumePrintRun({ id, topSerial: sheets[1]!.blankSerial });
    return [printer, `/print-runs/${id}/remaining-document?from=2`];
  },
  '/print-runs/{id}/report': async () => {
    const here = await waitingOffice(portal, room, { office, certificates: 1 });
    return [printer, `/print-runs/${(await printedRun(portal, printer, here)).id}/report`];
  },
  '/rolls/{id}/document': async () => [auditor, `/rolls/${(await resolvedRoll()).id}/document`],
  '/degree-registers/{id}/document': async () => [
    auditor,
    `/degree-registers/${(await resolvedRoll()).convocationId}/document`,
  ],
};

/** Of the labels and then of the posting list. */
const toBePosted = once(async () => {
  const overrides = {
    ...{ postalAddress: '12, Temple Road', postalState: 'Karnataka', postalPin: '570001', contactNotice: 1 },
    attendance: 'in_absentia',
  };
  const [one] = await printedCertificates(portal, room, { office, count: 1, overrides });
  return one!;
});

async function printing(certificates: number) {
  const here = await waitingOffice(portal, room, { office, certificates });
  return startedRun(portal, printer, here, certificates);
}

const [convocation] = await addConvocations(portal, ['2022-23']);

/** Of the roll and of the register. */
const resolvedRoll = once(async () => {
  const { id: convocationId, academicYear } = convocation!;
  await verifiedCertificate(room, await officeWithPaper(portal, office, 1), { academicYear });
  const id = await closedRoll(admin, convocationId);
  await second.api.rolls.resolveRoll({ id, version: 2, ...resolution });
  return { id, convocationId };
});

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => (made ??= make());
}

test.each(Object.entries(papers))('%s prints at its own size, on one side', async (_path, make) => {
  const [caller, path] = await make();
  const response = await caller.fetch(`/api${path}`);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const loading = getDocument({ data: new Uint8Array(await response.arrayBuffer()), verbosity: 0 });
  const preferences = await (await loading.promise).getViewerPreferences();
  await loading.destroy();
  expect(Object.fromEntries(preferences as unknown as Map<string, unknown>)).toMatchObject({
    PrintScaling: 'None',
    Duplex: 'Simplex',
  });
});

test('there is no other PDF that the portal composes', () => {
  const composed = byteRoutes
    .filter(({ method, answers }) => method === 'GET' && answers.types.length === 1)
    .filter(({ answers }) => answers.types[0] === 'application/pdf')
    .map(({ path }) => path);
  expect(composed.toSorted()).toEqual(Object.keys(papers).toSorted());
});
