import type { MailText } from '#platform/server/mail/outbox.ts';
import { formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { t } from '#shared/words.ts';
import type { ConversationEntry } from '../conversation-contract.ts';
import { headingOf, linesOf, reasonsInWords } from '../conversation-words.ts';
import type { NewEntry } from './conversation.ts';
import type { LockedApplication } from './queries.ts';

/** The facts of an application that a mail to its college states. */
export type MailedApplication = Pick<
  LockedApplication,
  'acknowledgement_number' | 'candidate_name' | 'registration_number' | 'pending_amount'
> & { course: string; conversation: ConversationEntry[] };

export function returnedMail(application: MailedApplication, why: NewEntry): MailText {
  return {
    subject: t`Application ${formatAcknowledgement(application.acknowledgement_number)} was returned: ${application.candidate_name}`,
    text: letter(
      t`the following application for a convocation certificate was returned, because something in it needs correction.`,
      factsOf(application),
      `${t`What is wrong:`}\n${reasonsOf(why)}`,
      ...saidBefore(application),
      t`What to do: ask the candidate to bring what is missing or the right document to the counter where the application was received, with the acknowledgement number. The receiver corrects the application there; no new one and no new fee are needed.`,
    ),
  };
}

export function reopenedMail(application: MailedApplication, why: NewEntry): MailText {
  return {
    subject: t`Application ${formatAcknowledgement(application.acknowledgement_number)} was reopened: ${application.candidate_name}`,
    text: letter(
      t`the following application for a convocation certificate had been verified. It was reopened, because something in it is wrong.`,
      factsOf(application),
      `${t`What is wrong:`}\n${reasonsOf(why)}`,
      ...saidBefore(application),
      t`What to do: ask the candidate to bring the right document to the counter where the application was received, with the acknowledgement number. The receiver corrects the application there. A certificate that was handed over is exchanged for a new one with the same convocation number: ask the candidate to keep it until then.`,
    ),
  };
}

export function rejectedMail(application: MailedApplication, why: NewEntry): MailText {
  const pending = formatRupees(application.pending_amount);
  return {
    subject: t`Application ${formatAcknowledgement(application.acknowledgement_number)} was rejected: ${application.candidate_name}`,
    text: letter(
      t`the following application for a convocation certificate was rejected, because its fee is not paid in full.`,
      `${factsOf(application)}\n${t`Pending: ${pending}`}`,
      `${t`Why:`}\n${reasonsOf(why)}`,
      ...saidBefore(application),
      t`What to do: ask the candidate to bring a further demand draft over ${pending} to the counter where the application was received, with the acknowledgement number. The application then goes on; no new one is needed.`,
    ),
  };
}

/** Follows a mail about a return or rejection. */
export function takenBackMail(
  application: Omit<MailedApplication, 'conversation'>,
  decided: 'returned' | 'rejected',
): MailText {
  return {
    subject: t`Application ${formatAcknowledgement(application.acknowledgement_number)} goes on: ${application.candidate_name}`,
    text: letter(
      decided === 'returned'
        ? t`the return of the following application for a convocation certificate was taken back. It is being checked as before.`
        : t`the rejection of the following application for a convocation certificate was taken back. It is being checked as before.`,
      factsOf(application),
      t`What to do: nothing. Disregard the mail that said otherwise.`,
    ),
  };
}

function letter(...paragraphs: string[]): string {
  return `${[t`To the college office,`, ...paragraphs].join('\n\n')}\n`;
}

function factsOf(application: Omit<MailedApplication, 'conversation'>): string {
  return [
    t`Acknowledgement number: ${formatAcknowledgement(application.acknowledgement_number)}`,
    t`Candidate: ${application.candidate_name}`,
    t`Registration number: ${application.registration_number}`,
    t`Course: ${application.course}`,
  ].join('\n');
}

function reasonsOf({ act, reasons = [], remark }: NewEntry): string {
  const lines = reasonsInWords({ act, reasons }).map((reason) => `- ${reason}`);
  return (remark ? [...lines, '', t`Remark: ${withoutAadhaar(remark)}`] : lines).join('\n');
}

/** A paragraph, unless nothing was said before. */
function saidBefore({ conversation }: MailedApplication): string[] {
  const said = conversation
    .filter(({ takenBackAt }) => takenBackAt === null)
    .flatMap((entry) => [headingOf(entry), ...linesOf(entry).map((line) => `- ${line}`)]);
  return said.length === 0 ? [] : [withoutAadhaar([t`What was said and done before:`, ...said].join('\n'))];
}

/** UGC, 1 September 2023: Aadhaar numbers are not disclosed, so one typed into a remark is masked in the mail. */
function withoutAadhaar(text: string): string {
  return text.replace(/(?<!\d)\d{4}[ -]?\d{4}[ -]?\d{4}(?!\d)/g, 'XXXX XXXX XXXX');
}
