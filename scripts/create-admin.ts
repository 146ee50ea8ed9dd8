// `npm run staff:create-admin -- EMAIL NAME`: adds an administrator and prints the initial password. It has to be
// changed at the first sign-in and is dead after 72 hours; every other person is added by an administrator.
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { Email } from '#features/auth/contract.ts';
import { hashPassword } from '#features/auth/server/passwords.ts';
import { createDb, createPool } from '#server/db/database.ts';
import { recordAsPortal } from '#server/record-as-portal.ts';
import { withOwnerUrl } from './owner-url.ts';

const [address, ...words] = process.argv.slice(2);
const email = Email.safeParse(address);
const name = words.join(' ').trim();
if (!email.success || name === '') {
  console.error('Usage: npm run staff:create-admin -- EMAIL NAME');
  process.exit(2);
}

const password = randomBytes(12).toString('base64url');
await withOwnerUrl(async (url) => {
  const pool = createPool(url, 1);
  try {
    await recordAsPortal({ db: createDb(pool) }, async (db, audit) => {
      const id = uuid();
      await db
        .insertInto('staff')
        .values({
          id,
          role: 'admin',
          name,
          email: email.data.toLowerCase(),
          password_hash: await hashPassword(password),
        })
        .execute();
      audit({
        event: 'staff.added',
        record: { type: 'staff', id, label: email.data },
        after: { role: 'admin', name, code: 'ALL' },
      });
    });
  } finally {
    await pool.end();
  }
});
console.log(`${name} may sign in as Admin with ${email.data} and the initial password ${password}`);
