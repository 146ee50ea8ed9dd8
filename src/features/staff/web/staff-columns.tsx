import { roleLabels } from '#shared/roles.ts';
import type { Column, DetailField } from '#web/components/list/list-declaration.ts';
import { Moment } from '#web/components/moment.tsx';
import { type StaffMember, secondFactorLabels } from '../contract.ts';
import type { StaffSort } from './staff-list.ts';
import { StaffStatusBadge } from './staff-status.tsx';

export type StaffColumn = Column<StaffMember, StaffSort>;

/** Every column that a list of staff can have. */
const columns = {
  name: { header: 'User name', width: 138, sortKey: 'name', card: 'title' },
  email: { header: 'Email Id', width: 212, sortKey: 'email', card: 'line' },
  role: {
    header: 'User Type',
    width: 155,
    sortKey: 'role',
    card: 'line',
    render: (row) => roleLabels[row.role],
  },
  code: { header: 'Code', width: 78, card: 'line' },
  mobile: { header: 'Mobile', width: 120, card: 'line' },
  printerCode: { header: 'Printer code', width: 120, card: 'line' },
  secondFactor: {
    header: 'MFA',
    width: 108,
    card: 'hidden',
    render: (row) => secondFactorLabels[row.secondFactor],
  },
  status: {
    header: 'Status',
    width: 163,
    card: 'badge',
    render: (row) => <StaffStatusBadge status={row.status} />,
  },
} as const satisfies Record<string, Omit<StaffColumn, 'key'>>;

/** The columns that every list of staff has, with those of its own between code and MFA. */
export function staffColumns(own: readonly ('mobile' | 'printerCode')[] = []): StaffColumn[] {
  return (['name', 'email', 'code', ...own, 'secondFactor', 'status'] as const).map(columnOf);
}

/** The same for everybody, with the role. */
export function everybodyColumns(): StaffColumn[] {
  return (['name', 'email', 'role', 'code', 'secondFactor', 'status'] as const).map(columnOf);
}

function columnOf(name: keyof typeof columns): StaffColumn {
  return { key: name, ...columns[name] };
}

/** Everything that is known of a person, for the details dialog. */
export function staffDetails(row: StaffMember): DetailField[] {
  const moment = (label: string, at: string | null): DetailField[] =>
    at ? [{ label, value: <Moment value={at} /> }] : [];
  const text = (label: string, value: string | null): DetailField[] =>
    value ? [{ label, value, copy: value }] : [];
  return [
    { label: 'Status', value: <StaffStatusBadge status={row.status} /> },
    { label: 'User Type', value: roleLabels[row.role] },
    { label: 'User name', value: row.name },
    { label: 'Email Id', value: row.email, copy: row.email },
    { label: 'Code', value: row.collegeName ? `${row.code} — ${row.collegeName}` : 'ALL (whole university)' },
    ...text('Mobile', row.mobile),
    ...text('Printer code', row.printerCode),
    { label: 'MFA', value: secondFactorLabels[row.secondFactor] },
    { label: 'Added at', value: <Moment value={row.createdAt} /> },
    ...moment('Initial password opens until', row.initialPasswordEndsAt),
    ...moment('Disabled at', row.disabledAt),
    ...moment('Locked at', row.lockedAt),
    ...moment('Locked for new devices at', row.strangersLockedAt),
  ];
}
