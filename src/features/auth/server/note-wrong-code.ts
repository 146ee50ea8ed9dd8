import type { CommandTransaction } from '#server/command.ts';
import { queueMail } from '#server/mail/outbox.ts';
import { lockedMail, strangersLockedMail } from './mails.ts';
import { type Addressee, staffRecord } from './people.ts';
import { countWrongCode } from './wrong-codes.ts';

/**
 * A wrong code, mailed or of the authenticator, that has cost its try: written down and counted, and at the twentieth
 * the account is locked and its owner told. The caller returns its refusal, so that all of this is committed.
 */
export async function noteWrongCode(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'enqueue' | 'audit'>,
  person: Addressee,
  { knownDeviceId, triesLeft }: { knownDeviceId: string | null; triesLeft?: number },
): Promise<{ hasLocked: boolean }> {
  const { db, services, audit } = transaction;
  const { publicUrl } = services.settings;
  const record = staffRecord(person);
  const device = knownDeviceId ? 'known' : 'new';
  audit({
    event: 'auth.code_refused',
    record,
    after: { device, ...(triesLeft === undefined ? {} : { triesLeft }) },
  });
  const { hasLocked } = await countWrongCode(db, person.id, knownDeviceId);
  if (!hasLocked) return { hasLocked };
  audit({ event: 'auth.locked', record, after: { lockedFor: knownDeviceId ? 'all' : 'strangers' } });
  const mail = knownDeviceId ? lockedMail : strangersLockedMail;
  await queueMail(transaction, { to: person.email, ...mail({ name: person.name, publicUrl }) });
  return { hasLocked };
}
