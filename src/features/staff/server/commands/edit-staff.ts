import type { SecondFactor } from '#features/auth/contract.ts';
import { endChallengesOf } from '#features/auth/server/challenges.ts';
import { recordOfPerson } from '#features/auth/server/people.ts';
import { removeAuthenticator } from '#features/auth/server/remove-authenticator.ts';
import { endSessionsOf, ownTokenHash } from '#features/auth/server/sessions.ts';
import { answers } from '#platform/server/answers.ts';
import {
  assertVersion,
  type CommandTransaction,
  changesBetween,
  command,
  updateRow,
} from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import { fieldError, invalidInput } from '#platform/server/domain-error.ts';
import { queueMail } from '#platform/server/mail/outbox.ts';
import type { Role } from '#shared/roles.ts';
import { type EditStaffInput, missingFields } from '../../contract.ts';
import { assertEmailUnused, collegeOfCode } from '../entry-checks.ts';
import { emailChangedMail } from '../mails.ts';
import { lockStaff } from '../queries.ts';
import { staffColumns } from '../record-staff.ts';

type Edit = EditStaffInput & {
  /** The session of whoever edits: it continues, also when the account is their own. */
  ownSession: string | null;
};

/** Changes a person's data but not role or password. Another code applies from the person's next request. */
export function editStaff(context: RequestContext, input: EditStaffInput): Promise<{ version: number }> {
  return writeEdit(context, { ...input, ownSession: ownTokenHash(context.cookies) });
}

export async function changeStaff(
  transaction: CommandTransaction,
  input: Edit,
): Promise<{ version: number }> {
  const { db, actor, services, audit } = transaction;
  const { row } = await lockStaff(transaction, input.id);
  await assertVersion(db, { type: 'staff', row }, input.version);
  const role = row.role as Role;
  const missing = missingFields(role, input);
  if (missing.length > 0) {
    throw invalidInput(missing.map((path) => fieldError(path, 'staff.field_missing')));
  }
  await assertEmailUnused(db, input.email, row.id);
  const college = await collegeOfCode(db, role === 'admin' ? 'ALL' : input.code);

  const secondFactor = input.secondFactor ?? (row.second_factor as SecondFactor);
  const columns = { ...staffColumns(role, { ...input, secondFactor }), college_id: college.id };
  const isMoved = columns.email !== row.email.toLowerCase();
  const { version } = await updateRow(db, 'staff', row, {
    ...columns,
    ...(isMoved ? { email_changed_by: actor.id } : {}),
  });
  const hasLostApp =
    secondFactor === 'email_code' && (await removeAuthenticator(transaction, { ...row, ...columns }));
  if (isMoved || hasLostApp) await endSessionsOf(db, row.id, input.ownSession ?? undefined);
  if (isMoved) {
    await endChallengesOf(db, row.id);
    const { name, email } = columns;
    const { publicUrl, provider } = services.settings;
    const language = await answers.languageOfPerson(db, row.id);
    const words = () => emailChangedMail({ name, email, publicUrl, byProvider: provider !== null });
    // Mail both addresses: at the former one it may be the only sign of a mistake.
    for (const to of [row.email, email]) await queueMail(transaction, { to, language, words });
  }

  audit({
    event: 'staff.edited',
    ...recordOfPerson({ id: row.id, name: columns.name, college_id: college.id }),
    ...changesBetween(row, columns),
  });
  return { version };
}

const writeEdit = command('editStaff', changeStaff);
