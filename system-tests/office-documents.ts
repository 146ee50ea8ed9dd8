import sharp from 'sharp';
import { confirmAsSecondPerson } from '#dev/testing/change-master.ts';
import { createOffice, type Office, receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import type { Portal, StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { addConvocations, closedRoll } from '#dev/testing/rolls.ts';
import { handSignedOffice, sendOut } from '#dev/testing/signing.ts';
import { unique } from '#dev/testing/unique.ts';
import { dayInIndia } from '#shared/format.ts';

/** Of the university's crest: nothing else on a paper has it. */
export const crestColour = { r: 250, g: 10, b: 200 };

export const candidate = {
  candidateName: 'Asha Kulkarni',
  candidateNameNative: 'ಕರ್ನಾಟಕದ ಲಕ್ಷ್ಮೀ',
  postalAddress: '12, ದೇವಸ್ಥಾನ ರಸ್ತೆ, ಮೈಸೂರು',
  postalState: 'Karnataka',
  postalPin: '570001',
  contactNotice: 1,
} as const;

async function layCrest(portal: Portal): Promise<void> {
  const admin = await portal.as('admin');
  const create = { width: 700, height: 700, channels: 4, background: { ...crestColour, alpha: 1 } } as const;
  const sent = await uploadFile(admin, 'crest', await sharp({ create }).png().toBuffer(), 'crest.png');
  const { id: crestFileId } = (await sent.json()) as { id: string };
  const { id, version, isUsed: _, ...entry } = (await admin.api.university.listEntries({})).rows[0]!;
  const changed = { ...entry, crestFileId } as typeof entry & Record<string, string>;
  const { proposalId } = await admin.api.university.editEntry({ id, version, entry: changed });
  await confirmAsSecondPerson(portal, proposalId);
}

/** Everything that the office prints beside certificates, as the portal serves it, by what it is. */
export async function printOfficeDocuments(portal: Portal): Promise<Record<string, Uint8Array>> {
  const office = await createOffice(portal);
  await layCrest(portal);
  const [convocation] = await addConvocations(portal, ['2024-25']);
  const room = await createPrintRoom(portal);
  const { receiver, printer } = room;
  const [admin, second] = await portal.asEach('admin', 'admin');

  const proof = await printer.api.proofs.makeProof({ certificateType: 'Degree', colour: 'Maroon' });
  const proofSheet = await pdfOf(printer, `/proofs/${proof.id}/document`);
  await second.api.proofs.signOffProof({ id: proof.id, version: 1 });

  const applicationId = await receiveApplication(receiver, office, candidate);
  const { rows: drafts } = await receiver.api.demandDrafts.listDrafts({});
  const slip = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: drafts.map(({ id }) => id),
    account: '30123456789',
    bankBranch: 'State Bank of India, Mysuru',
  });
  const print = (from: Office, count: number) =>
    printedCertificates(portal, room, { office: from, count, overrides: candidate });
  const [bundled, posted] = await print(office, 2);
  const [unsigned] = await print(await handSignedOffice(portal, office), 1);
  const batch = await sendOut(printer, [unsigned!.id]);
  const labels = await pdfOf(receiver, '/address-labels');
  const bundle = await receiver.api.bundles.handOverBundle({
    certificateIds: [bundled!.id],
    deliveredTo: 'Dr. Lakshmi Rao',
    designation: 'Principal',
    identitySeen: 'College card',
    earlierCopies: [],
  });
  const postedOn = dayInIndia(new Date());
  const trackingNumber = 'EK123456789IN';
  await receiver.api.certificates.postCertificate({
    ...posted!,
    carrier: 'Speed Post',
    trackingNumber,
    postedOn,
  });
  const { rows: runs } = await printer.api.printRuns.listPrintRuns({});
  const press = { code: `PR-${unique()}`, name: 'Press', xMm: 1.5, yMm: -0.5 };
  const { id: printerId } = await printer.api.printers.addEntry(press);
  const rollId = await closedRoll(admin, convocation!.id);

  return {
    'acknowledgement slip': await pdfOf(receiver, `/applications/${applicationId}/receipt`),
    'deposit slip': await pdfOf(receiver, `/deposit-slips/${slip.id}/document`),
    'proof sheet': proofSheet,
    'calibration sheet': await pdfOf(printer, `/printers/${printerId}/calibration-sheet`),
    'run report': await pdfOf(printer, `/print-runs/${runs[0]!.id}/report`),
    'signing list': await pdfOf(printer, `/signing-batches/${batch.id}/document`),
    'bundle list': await pdfOf(receiver, `/bundles/${bundle.id}/document`),
    'address labels': labels,
    'posting list': await pdfOf(receiver, `/posting-list?postedOn=${postedOn}`),
    roll: await pdfOf(admin, `/rolls/${rollId}/document`),
    'degree register': await pdfOf(admin, `/degree-registers/${convocation!.id}/document`),
  };
}

async function pdfOf(caller: StaffCaller, path: string): Promise<Uint8Array> {
  const response = await caller.fetch(`/api${path}`);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return new Uint8Array(await response.arrayBuffer());
}
