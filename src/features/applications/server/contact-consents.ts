import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { type AwardRecord, awardRecord, contactFields, isContactField } from '#shared/award-record.ts';
import { contactNotices } from '#shared/contact-notice.ts';
import { blankEntry } from '#shared/declared-field.ts';
import { cancelCandidateMails } from './candidate-mails.ts';

/** The version of the notice that the candidate consented to; null without a standing consent. */
export async function findConsent(
  { db }: Pick<CommandTransaction, 'db'>,
  application: { id: string },
): Promise<number | null> {
  const row = await db
    .selectFrom('contact_consents')
    .select('notice_version')
    .where('application_id', '=', application.id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  return row?.notice_version ?? null;
}

/** Records a withdrawal, a new consent, or the change from one notice to another. */
export async function recordConsent(
  transaction: CommandTransaction,
  application: { id: string },
  before: number | null,
  after: number | null,
): Promise<void> {
  if (before === after) return;
  if (before !== null) await endConsent(transaction, application);
  if (after === null) return;
  const { db, actor, now } = transaction;
  await db
    .insertInto('contact_consents')
    .values({
      id: uuid(),
      application_id: application.id,
      notice_version: after,
      purposes: [...contactNotices[after]!.purposes],
      given_at: now,
      given_to: actor.id,
    })
    .execute();
}

async function endConsent({ db, actor, now }: CommandTransaction, application: { id: string }) {
  await cancelCandidateMails(db, application);
  await db
    .updateTable('contact_consents')
    .set({ withdrawn_at: now, withdrawn_to: actor.id })
    .where('application_id', '=', application.id)
    .where('withdrawn_at', 'is', null)
    .execute();
}

/** The award record with blank contact details. */
export function withoutContact(award: AwardRecord): AwardRecord {
  const blank = blankEntry(awardRecord);
  return { ...award, ...Object.fromEntries(contactFields.map((field) => [field, blank[field]])) };
}

/** The award record without its contact fields. */
export function omitContact(award: AwardRecord): Partial<AwardRecord> {
  return Object.fromEntries(Object.entries(award).filter(([name]) => !isContactField(name)));
}

/** Refuses contact details without consent, at the field where the consent is ticked. */
export function assertConsent(award: AwardRecord, consent: number | null): void {
  if (consent === null && contactFields.some((field) => award[field] !== ''))
    throw invalidInput([fieldError('contactNotice', 'applications.contact_without_consent')]);
}
