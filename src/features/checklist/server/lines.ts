import { type RawBuilder, sql } from 'kysely';
import { byName, type Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { permissions } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import { checklistLines, type LineName, type LineWithRows, lineNames, type Work } from '../lines.ts';

const today = sql`(now() at time zone 'Asia/Kolkata')::date`;
const isOffered = sql<boolean>`daterange(active_from, active_until, '[]') @> ${today}`;

/** Whether at least this many active people have one of these roles. */
function hasPeople(roles: readonly Role[], count: number): RawBuilder<boolean> {
  const named = sql.join(roles.map((role) => sql.lit(role)));
  return sql`(select count(*) >= ${sql.lit(count)} from staff where role in (${named}) and disabled_at is null)`;
}

/** Conditions of the lines that have no table of their own. */
const otherwise = (): Record<Exclude<LineName, LineWithRows>, RawBuilder<boolean>> => ({
  courses: sql`exists (select from courses where ${isOffered})`,
  certificate_types: sql`exists (select from certificate_types where ${isOffered})`,
  receiver: hasPeople(['receiver'], 1),
  case_worker: hasPeople(['case_worker'], 1),
  two_who_print: hasPeople(permissions['print_runs:prepare'], 2),
  proof: sql`exists (select from proofs where signed_off_at is not null)`,
  second_administrator: hasPeople(['admin'], 2),
  auditor: hasPeople(['auditor'], 1),
  mail: sql`exists (select from audit_events where event = 'checklist.test_mail_accepted')`,
});

function isDone(name: LineName): RawBuilder<boolean> {
  const { rows } = checklistLines[name];
  if (rows === undefined) return otherwise()[name as keyof ReturnType<typeof otherwise>];
  return sql`exists (select from ${sql.table(rows)})`;
}

/** The given lines, each with whether it is done now. */
export async function readLines(
  db: Db,
  names: readonly LineName[] = lineNames,
): Promise<Map<LineName, boolean>> {
  const row = await db.selectNoFrom(names.map((name) => isDone(name).as(name))).executeTakeFirstOrThrow();
  return new Map(names.map((name) => [name, row[name] as boolean]));
}

/** The lines still missing for these kinds of work. */
export async function missingFor(db: Db, ...works: readonly Work[]): Promise<LineName[]> {
  const asked = lineNames.filter((name) =>
    (works as readonly string[]).includes(checklistLines[name].blocks),
  );
  const lines = await readLines(db, asked);
  return asked.filter((name) => !lines.get(name));
}

/** Refuses work while required set-up is missing. */
export async function assertSetUp(db: Db, work: Work): Promise<void> {
  const missing = await missingFor(db, work);
  if (missing.length > 0) throw domainError(`checklist.${work}_blocked`, { missing });
}

/** The administrators who can complete the set-up. */
export async function listAdministrators(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('name')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .orderBy(byName('name'))
    .execute();
  return rows.map(({ name }) => name);
}
