import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { paginate } from '#platform/server/typst/paginate.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { dayInIndia, formatCount, formatDay, formatMoment } from '#shared/format.ts';
import type { SignedSheet, SigningBatchDetail } from '../../contract.ts';

const template = localTemplate(import.meta.dirname, 'signing-list.typ');

/** Sheets per page of the template; the last page also has the receipts to sign. */
const capacity = { page: { first: 20, further: 23 }, lastPage: { first: 14, further: 17 } };

/** The list that accompanies a signing batch, signed by whoever carries, receives and returns it. */
export function signingList(head: Letterhead, batch: SigningBatchDetail): TypstDocument {
  const rows = batch.sheets.map((sheet, index) => ({
    position: String(index + 1),
    convocationNumber: sheet.convocationNumber,
    student: sheet.studentName,
    course: `${sheet.courseDegree}, ${sheet.certificateType}`,
    examRollNumber: sheet.examRollNumber,
    blankSerial: sheet.blankSerial,
    back: backOf(sheet),
  }));
  const pages = paginate(rows.length, capacity).map(({ start, end }) => rows.slice(start, end));
  const input = {
    batchNumber: batch.batchNumber,
    office: batch.office,
    sentAt: `${formatMoment(batch.sentAt)} IST`,
    sentBy: batch.sentBy,
    carriedBy: batch.carriedBy,
    count: formatCount(rows.length),
    pages,
  };
  return officeDocument(head, { template, input, pages: pages.length });
}

/** Null leaves room for a tick. */
function backOf({ outcome, backAt }: SignedSheet): string | null {
  if (outcome === null || backAt === null) return null;
  const day = formatDay(dayInIndia(new Date(backAt)));
  if (outcome === 'signed') return `Signed, back on ${day}`;
  return outcome === 'unsigned' ? `Not signed, back on ${day}` : `Damaged, back on ${day}`;
}
