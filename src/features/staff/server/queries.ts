import { sql } from 'kysely';
import { initialPasswordHours, type SecondFactor } from '#features/auth/contract.ts';
import { hasHeldReset, hoursResetsAreHeld } from '#features/auth/server/people.ts';
import type { Db } from '#platform/server/db/database.ts';
import { containing, orderOf, readPage } from '#platform/server/db/page.ts';
import { domainError } from '#platform/server/domain-error.ts';
import type { PageRequest } from '#shared/paging.ts';
import type { Role } from '#shared/roles.ts';
import type { StaffFilters, StaffMember } from '../contract.ts';
import { statusOf } from '../rules.ts';
import { hasActed, hasAuthenticator, isLastAdmin } from './facts.ts';

const sortColumns = {
  name: { column: 'staff.name', type: 'text' },
  email: { column: 'staff.email', type: 'text' },
  role: { column: 'staff.role', type: 'text' },
  createdAt: { column: 'staff.created_at', type: 'timestamptz' },
} as const;
type SortName = keyof typeof sortColumns;

export async function listStaff(
  db: Db,
  input: StaffFilters & PageRequest & { sort: SortName | `-${SortName}` },
) {
  const order = orderOf(input.sort, sortColumns, { id: 'staff.id', idType: 'uuid' });
  const page = await readPage(staffRows(filtered(db, input)), order, input);
  return { rows: page.rows.map(toStaffMember), nextCursor: page.nextCursor };
}

export async function countStaff(db: Db, filters: StaffFilters): Promise<{ count: number }> {
  return filtered(db, filters)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
}

export async function getStaff(db: Db, id: string): Promise<StaffMember> {
  const row = await staffRows(people(db)).where('staff.id', '=', id).executeTakeFirst();
  if (!row) throw domainError('staff.not_found');
  return toStaffMember(row);
}

export async function listStaffCodes(db: Db) {
  return { colleges: await db.selectFrom('colleges').select(['code', 'name']).orderBy('code').execute() };
}

function people(db: Db) {
  return db
    .selectFrom('staff')
    .leftJoin('colleges', 'colleges.id', 'staff.college_id')
    .leftJoin('staff as changer', 'changer.id', 'staff.email_changed_by');
}

function filtered(db: Db, { search, role }: StaffFilters) {
  let query = people(db);
  if (role !== 'all') query = query.where('staff.role', '=', role);
  if (search) {
    const pattern = containing(search);
    query = query.where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['staff.name']), 'like', pattern),
        eb(eb.fn('lower', ['staff.email']), 'like', pattern),
        eb(sql`lower(coalesce(colleges.code, 'ALL'))`, 'like', pattern),
        eb('staff.mobile', 'like', pattern),
        eb(eb.fn('lower', ['staff.printer_code']), 'like', pattern),
      ]),
    );
  }
  return query;
}

function staffRows(query: ReturnType<typeof people>) {
  return query
    .select([
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
    ])
    .select([
      hasActed.as('has_acted'),
      isLastAdmin.as('is_last_admin'),
      hasAuthenticator.as('has_authenticator'),
      hasHeldReset.as('has_held_reset'),
    ]);
}

type StaffRow = Awaited<ReturnType<ReturnType<typeof staffRows>['executeTakeFirstOrThrow']>>;

function toStaffMember(row: StaffRow): StaffMember {
  const member = {
    id: row.id,
    role: row.role as Role,
    name: row.name,
    email: row.email,
    code: row.college_code ?? 'ALL',
    collegeName: row.college_name,
    mobile: row.mobile,
    printerCode: row.printer_code,
    secondFactor: row.second_factor as SecondFactor,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    lockedAt: row.locked_at?.toISOString() ?? null,
    unknownDeviceLockedAt: row.unknown_device_locked_at?.toISOString() ?? null,
    passwordIsInitial: row.password_is_initial,
    initialPasswordEndsAt: row.password_is_initial
      ? hoursAfter(row.password_set_at, initialPasswordHours)
      : null,
    hasActed: row.has_acted,
    isLastAdmin: row.is_last_admin,
    hasAuthenticator: row.has_authenticator,
    emailHold: emailHoldOf(row),
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
  return { ...member, status: statusOf(member) };
}

function emailHoldOf(row: StaffRow): StaffMember['emailHold'] {
  if (!row.has_held_reset) return null;
  return {
    until: hoursAfter(row.email_changed_at!, hoursResetsAreHeld),
    changedBy: row.email_changed_by!,
    changedByName: row.email_changed_by_name!,
  };
}

function hoursAfter(moment: Date, hours: number): string {
  return new Date(moment.getTime() + hours * 3_600_000).toISOString();
}
