import { answers } from '#platform/server/answers.ts';
import { command } from '#platform/server/command.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import type { AddStaffInput } from '../../contract.ts';
import { assertEmailUnused, assertUncommonPassword } from '../entry-checks.ts';
import { accountAddedMail, providerAccountAddedMail } from '../mails.ts';
import { recordStaff } from '../record-staff.ts';

/** Adds a member of staff with an initial password, and mails them how to sign in. */
export const addStaff = command('addStaff', async (transaction, input: AddStaffInput) => {
  const { db, services } = transaction;
  await assertEmailUnused(db, input.email);
  assertUncommonPassword(input.password, input.email);

  const id = await recordStaff(transaction, input);

  const { name, role } = input;
  const email = input.email.toLowerCase();
  const { publicUrl, provider } = services.settings;
  const mail = provider ? providerAccountAddedMail : accountAddedMail;
  await queueMail(transaction, {
    to: email,
    language: await answers.languageOfPerson(db, id),
    words: () => mail({ name, email, role, publicUrl }),
  });
  return { id };
});
