// `npm run staff:create-admin -- EMAIL NAME`: adds an administrator and prints the initial password, which has to be
// changed at the first sign-in and expires after 72 hours. Administrators add everybody else. With an identity provider
// the password is not used and not printed.
import '#app/server/features.ts';
import { Email } from '#features/auth/contract.ts';
import { newInitialPassword } from '#features/auth/server/initial-password.ts';
import { findPersonByEmail } from '#features/auth/server/people.ts';
import { recordStaff } from '#features/staff/server/record-staff.ts';
import { createPool } from '#platform/server/db/connections.ts';
import { createDb } from '#platform/server/db/database.ts';
import { recordAsPortal } from '#platform/server/record-as-portal.ts';
import { examineSettings } from '#platform/server/settings.ts';
import { errorSentence } from '#shared/errors.ts';
import { withOwnerUrl } from './owner-url.ts';

const [address, ...words] = process.argv.slice(2);
const email = Email.safeParse(address);
const name = words.join(' ').trim();
if (!email.success || name === '') {
  console.error('Usage: npm run staff:create-admin -- EMAIL NAME');
  process.exit(2);
}

const password = newInitialPassword();
const isAdded = await withOwnerUrl(async (url) => {
  const pool = createPool(url, 'migration');
  const db = createDb(pool);
  try {
    if (await findPersonByEmail(db, email.data)) return false;
    const now = new Date();
    await recordAsPortal({ jobDb: db }, async (transaction, audit) => {
      const admin = { role: 'admin', name, email: email.data, code: 'ALL', password } as const;
      await recordStaff({ db: transaction, audit, now }, admin);
    });
    return true;
  } finally {
    await pool.end();
  }
});
if (isAdded) {
  const { provider } = examineSettings(process.env).settings;
  const way = provider
    ? `with the university account of ${email.data}`
    : `with ${email.data} and the initial password ${password}`;
  console.log(`${name} may sign in as Admin ${way}`);
} else {
  console.error(errorSentence('staff.email_taken', undefined));
  process.exitCode = 1;
}
