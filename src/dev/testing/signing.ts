import { v7 as uuid } from 'uuid';
import { addWithFourEyes } from './change-master.ts';
import { exampleEntry } from './example-entry.ts';
import type { Office } from './factories.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** The office with a certificate type of its own that is signed by hand, whose layout is signed off in every colour of its paper. */
export async function handSignedOffice(portal: Portal, office: Office, colour = 'Maroon'): Promise<Office> {
  const certificateType = `By hand ${unique()}`;
  await addWithFourEyes(portal, 'certificate_types', {
    ...exampleEntry('certificate_types'),
    name: certificateType,
    title: certificateType,
    requires: [],
    numberSeries: 'Certificates',
    numberLetters: '',
    needsRoll: '',
    signedBy: 'hand',
    activeFrom: '',
    activeUntil: '',
  });
  const [maker, second] = await portal.asEach('printer', 'printer');
  const { id } = await maker.api.proofs.makeProof({ certificateType, colour });
  await second.api.proofs.signOffProof({ id, version: 1 });
  return { ...office, certificateType };
}

export const carried = { office: 'Vice-Chancellor', carriedBy: 'Anand Gowda' };

/** Sends the valid copies of these certificates out; the batch with its sheets. */
export async function sendOut(printer: StaffCaller, certificateIds: readonly string[]) {
  const { rows } = await printer.api.signing.listSheetsToSign({ limit: 100 });
  const sheetIds = rows.filter((sheet) => certificateIds.includes(sheet.certificateId)).map(({ id }) => id);
  const { id } = await printer.api.signing.sendForSignature({ sheetIds, ...carried });
  return printer.api.signing.getSigningBatch({ id });
}

/** Takes all that is still out of a batch back. */
export async function takeBackAll(
  printer: StaffCaller,
  id: string,
  outcome: 'signed' | 'unsigned' = 'signed',
): Promise<void> {
  const { sheets } = await printer.api.signing.getSigningBatch({ id });
  const out = sheets.filter((sheet) => sheet.outcome === null);
  const sheetIds = out.map((sheet) => sheet.id);
  await printer.api.signing.takeBackSheets({ id, sheetIds, outcome });
}

/** A batch of one college, before anything is in it. */
export async function addSigningBatch(
  { services }: Portal,
  { collegeId, sentBy }: { collegeId: string; sentBy: string },
): Promise<string> {
  const id = uuid();
  await services.db
    .insertInto('signing_batches')
    .values({
      id,
      batch_number: unique(),
      college_id: collegeId,
      office: carried.office,
      carried_by: carried.carriedBy,
      sent_by: sentBy,
      sent_at: new Date(),
    })
    .execute();
  return id;
}
