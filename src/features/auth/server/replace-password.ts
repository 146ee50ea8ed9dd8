import type { CommandTransaction } from '#platform/server/command.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { writePassword } from './initial-password.ts';
import { mailPerson, passwordChangedMail } from './mails.ts';
import type { AuditedPerson } from './people.ts';

export type ChosenPassword = { password: string; confirmation: string };

/** Refuses unequal and common passwords; the contract checks the length. */
export function assertAcceptablePassword({ password, confirmation }: ChosenPassword, email: string): void {
  if (password !== confirmation) throw domainError('auth.passwords_differ');
  if (isCommonPassword(password, email)) throw domainError('auth.common_password');
}

/**
 * Writes a password that its owner chose, removes the passkeys and mails the owner; sessions are left to the caller.
 */
export async function replacePassword(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'audit'>,
  person: AuditedPerson,
  password: string,
): Promise<void> {
  const removedPasskeys = await writePassword(transaction, person, { password, isInitial: false });
  await mailPerson(transaction, person, () => passwordChangedMail(removedPasskeys > 0));
}
