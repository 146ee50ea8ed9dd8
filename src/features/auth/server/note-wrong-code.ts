import type { CommandTransaction } from '#platform/server/command.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import { lockedMail, strangersLockedMail } from './mails.ts';
import { networkOf } from './networks.ts';
import { type Addressee, staffRecord } from './people.ts';
import { countWrongCode } from './wrong-codes.ts';

/**
 * A wrong code, mailed or of the authenticator, that has cost its try: counted, and at the twentieth the account is
 * locked and its owner told. Whoever guesses is nobody that we know, so each guess is in the access log; only the lock
 * changes a record. The caller returns its refusal, so that all of this is committed.
 */
export async function noteWrongCode(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'enqueue' | 'audit' | 'ip'>,
  person: Addressee,
  { knownDeviceId }: { knownDeviceId: string | null },
): Promise<{ hasLocked: boolean }> {
  const { db, services, audit, ip } = transaction;
  const { publicUrl } = services.settings;
  services.accessLog.record({ kind: 'code_refused', who: person, network: networkOf(ip) });
  const { hasLocked } = await countWrongCode(db, person.id, knownDeviceId);
  if (!hasLocked) return { hasLocked };
  audit({
    event: 'auth.locked',
    record: staffRecord(person),
    after: { lockedFor: knownDeviceId ? 'all' : 'strangers' },
  });
  const mail = knownDeviceId ? lockedMail : strangersLockedMail;
  await queueMail(transaction, { to: person.email, ...mail({ name: person.name, publicUrl }) });
  return { hasLocked };
}
