import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { amountInWords } from '#shared/amount-in-words.ts';
import { shippedInWords } from '#shared/choice-lists.ts';
import { linesOfNotice } from '#shared/contact-notice.ts';
import { formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { ApplicationDetail } from '../../contract.ts';
import { acknowledgementCode, statusAddress } from '../../rules.ts';

const template = localTemplate(import.meta.dirname, 'receipt.typ');

/** As many as one visit to the counter can bring; if there are more, the last ones share one line. */
const draftLines = 10;

type Receipt = {
  application: ApplicationDetail;
  /** JPEG */
  photo: Uint8Array;
  /** From when the certificate is ready, `yyyy-mm-dd`. */
  promisedOn: string;
  /** The portal's address, for the QR code of the candidate's copy. */
  publicUrl: string;
};

const photoName = 'photo.jpg';

/** The acknowledgement receipt of an application: two copies on one A4, in the university's language. */
export function receiptDocument(head: Letterhead, receipt: Receipt): TypstDocument {
  const { language } = head;
  return inLanguage(language, () => {
    const input = { ...factsOf(receipt, language), words: labelsOf(receipt) };
    const files = { [photoName]: receipt.photo };
    return officeDocument(head, {
      template,
      input,
      unprinted: unprintedOf(receipt),
      files,
      qrCodes: [input.code, input.statusAt],
      pages: 1,
    });
  });
}

/** The facts of the receipt, as printed. */
function factsOf({ application, promisedOn, publicUrl }: Receipt, language: Language) {
  const { allocations, acknowledgementNumber, paidAmount, pendingAmount } = application;
  const listed = allocations.length > draftLines ? draftLines - 1 : draftLines;
  return {
    language,
    photo: photoName,
    number: formatAcknowledgement(acknowledgementNumber),
    /** Contents of the QR codes on the candidate's and the office's copy. */
    statusAt: statusAddress(publicUrl, application),
    code: acknowledgementCode(acknowledgementNumber),
    receivedAt: inIndia(application.receivedAt),
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
    paid: paidAmount === 0 ? t`Nil` : formatRupees(paidAmount),
    pending: pendingAmount === 0 ? t`Nil` : formatRupees(pendingAmount),
    paidInWords: amountInWords(paidAmount, language),
    notice: noticeOf(application),
  };
}

function unprintedOf({ application: { acknowledgementNumber, candidateName } }: Receipt) {
  return {
    title: t`Acknowledgement number ${formatAcknowledgement(acknowledgementNumber)}`,
    qrCode: t`QR code`,
    photograph: t`Photograph of ${candidateName}`,
  };
}

function labelsOf({ application }: Receipt) {
  const { receivedBy } = application;
  const certificateType = shippedInWords(application.certificateType);
  return {
    heading: t`Acknowledgement of an application for the ${certificateType} certificate`,
    candidateCopy: t`Candidate’s copy`,
    officeCopy: t`Office copy`,
    cutHere: t`Cut here`,
    number: t`Acknowledgement number`,
    receivedOn: t`Received on`,
    readyFrom: t`Ready to collect from`,
    candidateName: t`Candidate name`,
    registrationNumber: t`College Registration number`,
    examRollNumber: t`Exam roll number`,
    academicYear: t`Academic year`,
    course: t`Course/Degree`,
    college: t`College name`,
    draftHeadings: [t`DD number`, t`DD date`, t`Bank`, t`Branch`, t`Amount`, t`Pays here`],
    total: t`Total amount`,
    paid: t`Paid amount`,
    pending: t`Pending amount`,
    paidInWords: t`Paid in words`,
    signature: t`Signature of the candidate or bearer`,
    receivedBy: t`Received by ${receivedBy}`,
    always: [
      t`Demand drafts count once the bank has honoured them. Shown is what was paid at the time of printing.`,
      t`The certificate is ready from the day above if the application is in order and the fee is paid.`,
      t`This receipt is not a certificate and not proof of a degree. It confirms that the application was received.`,
    ],
    forCandidate: [
      t`Scan the QR code to see where your application stands.`,
      t`To collect the certificate bring this receipt in original and a photo identity card. Somebody else brings, besides, a letter of authority signed by the candidate and both identity cards.`,
    ],
  };
}

/** The contact notice that the candidate agreed to, to take home; null without a standing consent. */
function noticeOf({ contactConsent }: ApplicationDetail): string | null {
  if (contactConsent?.withdrawnAt !== null) return null;
  const { noticeVersion: version } = contactConsent;
  const notice = linesOfNotice(version, translateLabel).join(' ');
  return t`Notice ${version}, to which you agreed: ${notice}`;
}

type Allocations = ApplicationDetail['allocations'];

function furtherOf(drafts: Allocations) {
  if (drafts.length === 0) return null;
  const counting = drafts.filter((draft) => draft.pays);
  const paid = counting.reduce((sum, draft) => sum + draft.allocatedAmount, 0);
  return { words: t`and ${drafts.length} further demand drafts`, paysHere: formatRupees(paid) };
}

/** Returned and replaced drafts pay nothing; the application's sums leave them out as well. */
function paysHere({ pays, state, allocatedAmount }: Allocations[number]): string {
  if (pays) return formatRupees(allocatedAmount);
  return state === 'returned_by_bank' ? t`returned by bank` : t`replaced`;
}

function inIndia(moment: string): string {
  return `${formatMoment(moment)} IST`;
}
