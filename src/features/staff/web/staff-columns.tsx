import type { Column, DetailField } from '#platform/web/components/list/list-declaration.ts';
import { type ColumnLook, columnsOf } from '#platform/web/components/list/sheet-columns.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import type { StaffColumnName, StaffSheet } from '../columns.ts';
import { type StaffMember, secondFactorLabels } from '../contract.ts';
import type { StaffSort } from './staff-list.ts';
import { StaffStatusBadge } from './staff-status.tsx';

export type StaffColumn = Column<StaffMember, StaffSort>;

const looks: Record<StaffColumnName, ColumnLook<StaffMember, StaffSort>> = {
  name: { width: 140, sortKey: 'name', card: 'title' },
  email: { width: 262, sortKey: 'email', card: 'line' },
  role: { width: 165, sortKey: 'role', card: 'line' },
  code: { width: 72, card: 'line' },
  mobile: { width: 120, card: 'line' },
  printerCode: { width: 120, card: 'line' },
  secondFactor: { width: 128, card: 'hidden' },
  status: { width: 145, card: 'badge', render: (row) => <StaffStatusBadge status={row.status} /> },
};

/** The columns of a list of staff as screens draw them. */
export function staffColumns(sheet: StaffSheet): StaffColumn[] {
  return columnsOf(sheet, looks);
}

/** Everything that is known of a person, for the details dialog. */
export function staffDetails(row: StaffMember): DetailField[] {
  const moment = (label: string, at: string | null): DetailField[] =>
    at ? [{ label, value: <Moment value={at} /> }] : [];
  const text = (label: string, value: string | null): DetailField[] =>
    value ? [{ label, value, copy: value }] : [];
  return [
    { label: t`Status`, value: <StaffStatusBadge status={row.status} /> },
    { label: t`User Type`, value: roleLabels[row.role] },
    { label: t`User name`, value: row.name },
    { label: t`Email Id`, value: row.email, copy: row.email },
    {
      label: t`Code`,
      value: row.collegeName ? `${row.code} — ${row.collegeName}` : t`ALL (whole university)`,
    },
    ...text(t`Mobile`, row.mobile),
    ...text(t`Printer code`, row.printerCode),
    { label: t`MFA`, value: secondFactorLabels[row.secondFactor] },
    { label: t`Added at`, value: <Moment value={row.createdAt} /> },
    ...moment(t`Initial password opens until`, row.initialPasswordEndsAt),
    ...text(t`Email Id changed by`, row.emailHold?.changedByName ?? null),
    ...moment(t`No password reset until`, row.emailHold?.until ?? null),
    ...moment(t`Disabled at`, row.disabledAt),
    ...moment(t`Locked at`, row.lockedAt),
    ...moment(t`Locked for new devices at`, row.unknownDeviceLockedAt),
  ];
}
