import { officePaper, type PaperHead } from '#features/masters/server/office-paper.ts';
import { type TypstDocument, templateBeside } from '#platform/server/typst/typst-document.ts';
import { amountInWords } from '#shared/amount-in-words.ts';
import { linesOfNotice } from '#shared/contact-notice.ts';
import { formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { acknowledgementCode, statusAddress } from '../../rules.ts';

const template = templateBeside(import.meta.dirname, 'receipt.typ');

/** As many as one visit to the counter can bring; of more than these the last ones share one line. */
const draftLines = 10;

type Receipt = {
  application: ApplicationDetail;
  /** JPEG */
  photo: Uint8Array;
  /** From when the certificate is ready, `yyyy-mm-dd`. */
  promisedOn: string;
  /** Of the portal, for the QR code of the candidate's copy. */
  publicUrl: string;
};

const photoName = 'photo.jpg';

/** The acknowledgement receipt of an application: two copies on one A4. */
export function receiptDocument(head: PaperHead, receipt: Receipt): TypstDocument {
  const words = wordsOf(receipt);
  const files = { [photoName]: receipt.photo };
  return officePaper(head, {
    template,
    input: words,
    files,
    qrCodes: [words.code, words.statusAt],
    pages: 1,
  });
}

/** The words of a receipt, each as it is printed. */
function wordsOf({ application, promisedOn, publicUrl }: Receipt) {
  const { allocations, acknowledgementNumber, paidAmount, pendingAmount } = application;
  const listed = allocations.length > draftLines ? draftLines - 1 : draftLines;
  return {
    photo: photoName,
    number: formatAcknowledgement(acknowledgementNumber),
    /** What the QR code of the candidate's copy says, and that of the office's. */
    statusAt: statusAddress(publicUrl, application),
    code: acknowledgementCode(acknowledgementNumber),
    certificateType: application.certificateType,
    receivedAt: inIndia(application.receivedAt),
    receivedBy: application.receivedBy,
    promisedOn: formatDay(promisedOn),
    candidate: {
      name: application.candidateName,
      nameNative: application.candidateNameNative,
      registrationNumber: application.registrationNumber,
      examRollNumber: application.examRollNumber,
      course: application.courseDegree,
      college: `${application.collegeName} (${application.collegeCode})`,
      academicYear: application.academicYear,
    },
    drafts: allocations.slice(0, listed).map((draft) => ({
      number: draft.number,
      drawnOn: formatDay(draft.drawnOn),
      bank: draft.bank,
      branch: draft.branch,
      amount: formatRupees(draft.amount),
      paysHere: paysHere(draft),
    })),
    further: furtherOf(allocations.slice(listed)),
    total: formatRupees(application.totalAmount),
    paid: paidAmount === 0 ? 'Nil' : formatRupees(paidAmount),
    pending: pendingAmount === 0 ? 'Nil' : formatRupees(pendingAmount),
    paidInWords: amountInWords(paidAmount),
    notice: noticeOf(application),
  };
}

/** The notice on which contact details are kept, for the candidate to take along; null where there is no consent. */
function noticeOf({ contactConsent }: ApplicationDetail): string | null {
  if (contactConsent?.withdrawnAt !== null) return null;
  const { noticeVersion: version } = contactConsent;
  return `Notice ${version}, to which you agreed: ${linesOfNotice(version).join(' ')}`;
}

/** `000123`, as the receipt and its file name have it. */
export function formatAcknowledgement(acknowledgementNumber: number): string {
  return String(acknowledgementNumber).padStart(6, '0');
}

type Allocations = ApplicationDetail['allocations'];

function furtherOf(drafts: Allocations) {
  if (drafts.length === 0) return null;
  const counting = drafts.filter((draft) => draft.pays);
  const paid = counting.reduce((sum, draft) => sum + draft.allocatedAmount, 0);
  return { words: `and ${drafts.length} further demand drafts`, paysHere: formatRupees(paid) };
}

/** What came back from the bank or was replaced pays nothing; the sums of the application leave it out as well. */
function paysHere({ pays, state, allocatedAmount }: Allocations[number]): string {
  if (pays) return formatRupees(allocatedAmount);
  return state === 'returned_by_bank' ? 'returned by bank' : 'replaced';
}

function inIndia(moment: string): string {
  return `${formatMoment(moment)} IST`;
}
