import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { CommandTransaction } from '#platform/server/command.ts';
import { countRows, type Db } from '#platform/server/db/database.ts';
import { keyedHash, keyedHashes } from '#platform/server/secrets.ts';
import { mailPerson, recoveryCodeUsedMail } from './mails.ts';
import { type AuditedPerson, recordOfPerson } from './people.ts';

const codesMade = 10;
/** Crockford's alphabet: without letters that look like digits or spell words. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const group = 5;

/** Creates ten codes, which are shown once, and deletes the earlier ones. */
export async function replaceRecoveryCodes(
  { db, services }: Pick<CommandTransaction, 'db' | 'services'>,
  staffId: string,
): Promise<string[]> {
  const [current] = services.peppers;
  const codes = Array.from({ length: codesMade }, newRecoveryCode);
  await db.deleteFrom('recovery_codes').where('staff_id', '=', staffId).execute();
  await db
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        id: uuid(),
        staff_id: staffId,
        code_hash: keyedHash(current, textOf(staffId, code)),
        key_id: current.id,
      })),
    )
    .execute();
  return codes;
}

/**
 * Uses up a code and mails its owner; false if it is unknown or already used. It is looked up by its keyed hash, so
 * that timing reveals nothing. The caller locks the staff row.
 */
export async function consumeRecoveryCode(
  transaction: Pick<CommandTransaction, 'db' | 'services' | 'enqueue' | 'audit'>,
  person: AuditedPerson,
  code: string,
): Promise<boolean> {
  const { db, services, audit } = transaction;
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('staff_id', '=', person.id)
    .where('code_hash', 'in', keyedHashes(services.peppers, textOf(person.id, code)))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!used) return false;
  const left = await countRecoveryCodes(db, person.id);
  audit({ event: 'auth.recovery_code_used', ...recordOfPerson(person), after: { left } });
  await mailPerson(transaction, person, () => recoveryCodeUsedMail(left));
  return true;
}

/** The number of unused codes. */
export async function countRecoveryCodes(db: Db, staffId: string): Promise<number> {
  const left = db.selectFrom('recovery_codes').where('staff_id', '=', staffId).where('used_at', 'is', null);
  return (await countRows(left)).count;
}

/** 50 random bits, such as `7K3QF-9XW2M`. */
function newRecoveryCode(): string {
  const characters = Array.from({ length: 2 * group }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${characters.slice(0, group)}-${characters.slice(group)}`;
}

function textOf(staffId: string, typed: string): string {
  return `recovery code|${staffId}|${spelt(typed)}`;
}

/** Normalises what people copy by hand in several ways. */
function spelt(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1');
}
