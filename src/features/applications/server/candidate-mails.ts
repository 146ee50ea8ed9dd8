import { languageOfUniversity } from '#features/masters/server/university.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import type { Db } from '#platform/server/db/database.ts';
import { cancelUnsentMails, type MailText, queueMail } from '#platform/server/mail/outbox.ts';
import { formatDay, formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { statusAddress } from '../rules.ts';

/** The events that a candidate is mailed about. */
export type CandidateEvent =
  | { kind: 'received'; promisedOn: string }
  /** Labels only: a remark may name somebody, so it is not mailed to the candidate. */
  | { kind: 'returned'; reasons: readonly string[] }
  | { kind: 'rejected'; pendingAmount: number }
  /** After a return or rejection that was taken back. */
  | { kind: 'goes_on' }
  | { kind: 'ready' }
  /** After a posting that was taken back. */
  | { kind: 'not_sent' }
  | { kind: 'sent'; carrier: string; trackingNumber: string; postedOn: string };

/**
 * Mails the candidates who gave an email address and consented to mails (DPDP Act 2023, s. 6). A mail that is still
 * unsent is replaced by the newer one.
 */
export async function mailCandidates(
  transaction: Pick<CommandTransaction, 'db' | 'services'>,
  applicationIds: readonly string[],
  event: CandidateEvent,
): Promise<void> {
  if (applicationIds.length === 0) return;
  const { publicUrl } = transaction.services.settings;
  const language = await languageOfUniversity(transaction.db);
  for (const candidate of await listConsenting(transaction.db, applicationIds)) {
    const slip = { acknowledgementNumber: candidate.number, examRollNumber: candidate.roll };
    const facts = {
      number: formatAcknowledgement(candidate.number),
      statusAt: statusAddress(publicUrl, slip),
    };
    await queueMail(transaction, {
      to: candidate.email,
      topic: candidate.id,
      language,
      words: () => mailText(event, facts),
    });
  }
}

/** Cancels the unsent mails because the consent ended. */
export async function cancelCandidateMails(db: Db, application: { id: string }): Promise<void> {
  await cancelUnsentMails(db).where('topic', '=', application.id).execute();
}

async function listConsenting(db: Db, applicationIds: readonly string[]) {
  return db
    .selectFrom('applications')
    .innerJoin('contact_consents as consent', 'consent.application_id', 'applications.id')
    .innerJoin('award_records as award', 'award.application_id', 'applications.id')
    .where('applications.id', 'in', applicationIds)
    .where('consent.withdrawn_at', 'is', null)
    .where((eb) => eb(eb.val('application'), '=', eb.fn.any('consent.purposes')))
    .where('award.email', 'is not', null)
    .select(['applications.id', 'applications.acknowledgement_number as number'])
    .select(['applications.exam_roll_number as roll'])
    .select((eb) => eb.ref('award.email').$notNull().as('email'))
    .orderBy('applications.id')
    .execute();
}

type MailFacts = { number: string; statusAt: string };

function mailText(event: CandidateEvent, { number, statusAt }: MailFacts): MailText {
  const { subject, sentences } = wordsOf(event, number);
  const paragraphs = [
    t`Dear candidate,`,
    ...sentences,
    `${t`See where your application stands at any time:`}\n${statusAt}`,
    t`You get this mail because you agreed to be informed about your application. To stop these mails, ask at the counter where you applied.`,
  ];
  return { subject, text: `${paragraphs.join('\n\n')}\n` };
}

function wordsOf(event: CandidateEvent, number: string): { subject: string; sentences: string[] } {
  switch (event.kind) {
    case 'received':
      return {
        subject: t`Application ${number} was received`,
        sentences: [
          t`the university received your application for a convocation certificate.`,
          t`The certificate is ready from ${formatDay(event.promisedOn)}, if the application is in order and the fee is paid.`,
        ],
      };
    case 'returned':
      return {
        subject: t`Application ${number} needs your attention`,
        sentences: [
          t`your application for a convocation certificate was returned, because something in it needs attention:`,
          event.reasons.map((reason) => `- ${translateLabel(reason)}`).join('\n'),
          t`Bring the right document to the counter where you applied, with your acknowledgement slip. No new application and no new fee are needed.`,
        ],
      };
    case 'rejected':
      return {
        subject: t`Application ${number}: the fee is short`,
        sentences: [
          t`${formatRupees(event.pendingAmount)} of the fee for your convocation certificate is still to be paid.`,
          t`Bring a further demand draft to the counter where you applied, with your acknowledgement slip. The application then goes on; no new one is needed.`,
        ],
      };
    case 'goes_on':
      return {
        subject: t`Application ${number} goes on`,
        sentences: [
          t`your application for a convocation certificate is being checked. If another mail said that it was returned or that its fee is short, disregard it: that was taken back.`,
        ],
      };
    case 'not_sent':
      return {
        subject: t`Application ${number}: your certificate is still at the office`,
        sentences: [
          t`your convocation certificate is at the office. If another mail said that it was sent, disregard it: that was taken back.`,
        ],
      };
    case 'ready':
      return {
        subject: t`Application ${number}: your certificate is ready to collect`,
        sentences: [
          t`your convocation certificate is ready to collect at the counter where you applied. Bring your acknowledgement slip and a photo identity card.`,
        ],
      };
    case 'sent':
      return {
        subject: t`Application ${number}: your certificate was sent`,
        sentences: [
          t`your convocation certificate was sent on ${formatDay(event.postedOn)} with ${event.carrier}.`,
          t`Tracking number: ${event.trackingNumber}`,
        ],
      };
  }
}
