import { sql } from 'kysely';
import { initialPasswordHours } from '#features/auth/contract.ts';
import { isResetOnHold, resetHoldHours } from '#features/auth/server/people.ts';
import type { CommandTransaction } from '#platform/server/command.ts';
import { type Db, fromRow, hasTerm } from '#platform/server/db/database.ts';
import { listQueries, type RowOf } from '#platform/server/db/list-page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { Settings } from '#platform/server/settings.ts';
import type { PageRequest } from '#shared/fields.ts';
import { type StaffFilters, StaffMember } from '../contract.ts';
import { statusOf } from '../rules.ts';

/** Admins, who have no college code, manage staff for the whole university: no scope. */
const lists = listQueries({
  order: {
    columns: {
      name: { column: 'staff.name', type: 'name' },
      email: { column: 'staff.email', type: 'text' },
      role: { column: 'staff.role', type: 'text' },
      createdAt: { column: 'staff.created_at', type: 'timestamptz' },
    },
    id: 'staff.id',
    first: 'name',
  },
  rows: (db, filters: StaffFilters) => staffRows(filtered(db, filters)),
  record: (row) => row,
});

/** The list for admins; the settings say whether passwords are used. */
export const staff = {
  ...lists,
  async page(
    db: Db,
    input: StaffFilters & PageRequest & { sort?: string },
    settings: Settings,
  ): Promise<{ rows: StaffMember[]; nextCursor: string | null }> {
    const { rows, nextCursor } = await lists.page(db, input);
    return { rows: rows.map((row) => toStaffMember(row, settings)), nextCursor };
  },
};

export async function getStaff(db: Db, id: string, settings: Settings): Promise<StaffMember> {
  const row = await staffRows(people(db)).where('staff.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('staff.not_found');
  return toStaffMember(row, settings);
}

export async function listStaffCodes(db: Db) {
  return { colleges: await db.selectFrom('colleges').select(['code', 'name']).orderBy('code').execute() };
}

/** A person as commands need it; the row is locked until the transaction ends. */
export async function lockStaff({ db, services }: Pick<CommandTransaction, 'db' | 'services'>, id: string) {
  const row = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => domainError('staff.not_found'));
  // Read after the lock: a statement sees only what was committed when it began.
  return { row, person: await getStaff(db, id, services.settings) };
}

/**
 * Serialises commands that may remove an admin, always locking in the same order: of two admins who disable each other
 * at once, the second finds that no other would be left.
 */
export async function lockAdmins(db: Db): Promise<void> {
  await db
    .selectFrom('staff')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

function people(db: Db) {
  return db
    .selectFrom('staff')
    .leftJoin('colleges', 'colleges.id', 'staff.college_id')
    .leftJoin('staff as changer', 'changer.id', 'staff.email_changed_by');
}

const searchTexts = sql`staff.name, staff.email, coalesce(colleges.code, 'ALL'), staff.mobile, staff.printer_code`;

function filtered(db: Db, { search, role, status }: StaffFilters) {
  let query = people(db);
  if (role !== 'all') query = query.where('staff.role', '=', role);
  if (status === 'enabled') query = query.where('staff.disabled_at', 'is', null);
  if (search) query = query.where(hasTerm(searchTexts, search));
  return query;
}

/**
 * Whether the person has done anything: whoever works here has signed in, and every sign-in and every write is an audit
 * event.
 */
const hasActed = sql<boolean>`exists (select from audit_events where actor_id = staff.id)`;

const isLastAdmin = sql<boolean>`(
  staff.role = 'admin' and staff.disabled_at is null
  and not exists (select from staff other where other.role = 'admin' and other.disabled_at is null and other.id <> staff.id)
)`;

/** Whether the person has set up an authenticator app. */
const hasAuthenticator = sql<boolean>`exists (
  select from authenticators where authenticators.staff_id = staff.id and authenticators.enrolled_at is not null
)`;

const hasPasskeys = sql<boolean>`exists (select from passkeys where passkeys.staff_id = staff.id)`;

function staffRows(query: ReturnType<typeof people>) {
  return query.select([
    'staff.id',
    'staff.role',
    'staff.name',
    'staff.email',
    'staff.mobile',
    'staff.printer_code',
    'staff.second_factor',
    'staff.disabled_at',
    'staff.locked_at',
    'staff.unknown_device_locked_at',
    'staff.password_is_initial',
    'staff.password_set_at',
    'staff.created_at',
    'staff.version',
    'staff.email_changed_at',
    'staff.email_changed_by',
    'changer.name as email_changed_by_name',
    'colleges.code as college_code',
    'colleges.name as college_name',
    hasActed.as('has_acted'),
    isLastAdmin.as('is_last_admin'),
    hasAuthenticator.as('has_authenticator'),
    hasPasskeys.as('has_passkeys'),
    isResetOnHold.as('has_held_reset'),
  ]);
}

const Account = StaffMember.omit({ status: true });

function toStaffMember(row: RowOf<typeof staffRows>, { provider }: Settings): StaffMember {
  const isInitial = row.password_is_initial && provider === null;
  const account = fromRow(Account, row, {
    code: row.college_code ?? 'ALL',
    passwordIsReplaced: provider !== null,
    passwordIsInitial: isInitial,
    initialPasswordEndsAt: isInitial ? hoursAfter(row.password_set_at, initialPasswordHours) : null,
    emailHold: row.has_held_reset
      ? {
          until: hoursAfter(row.email_changed_at!, resetHoldHours),
          changedBy: row.email_changed_by!,
          changedByName: row.email_changed_by_name!,
        }
      : null,
  });
  return { ...account, status: statusOf(account) };
}

function hoursAfter(moment: Date, hours: number): string {
  return new Date(moment.getTime() + hours * 3_600_000).toISOString();
}
