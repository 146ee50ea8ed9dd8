import { type Icon, IconBan, IconKey, IconLock } from '@tabler/icons-react';
import type { Cells, DetailField } from '#platform/web/components/list.tsx';
import { Moment, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { roleLabels } from '#shared/roles.ts';
import { t } from '#shared/words.ts';
import { type StaffMember, type StaffStatus, staffStatusLabels } from '../contract.ts';

/** How every staff list renders its columns. */
export const staffCells: Cells<StaffMember> = {
  status: (row) => <StaffStatusBadge status={row.status} />,
};

/** Details beyond the columns of every staff list. */
export function staffDetails(row: StaffMember): DetailField[] {
  return [
    { label: t`User Type`, value: roleLabels[row.role] },
    {
      label: t`Code`,
      value: row.collegeName ? `${row.code} — ${row.collegeName}` : t`ALL (whole university)`,
    },
    { label: t`Mobile`, value: row.mobile, copy: row.mobile },
    { label: t`Printer code`, value: row.printerCode, copy: row.printerCode },
    { label: t`Added at`, value: <Moment value={row.createdAt} /> },
    { label: t`Initial password opens until`, value: <Moment value={row.initialPasswordEndsAt} /> },
    {
      label: t`Email Id changed by`,
      value: row.emailHold?.changedByName ?? null,
      copy: row.emailHold?.changedByName ?? null,
    },
    { label: t`Email Id on hold until`, value: <Moment value={row.emailHold?.until ?? null} /> },
    { label: t`Disabled at`, value: <Moment value={row.disabledAt} /> },
    { label: t`Locked at`, value: <Moment value={row.lockedAt} /> },
    { label: t`Locked for new devices at`, value: <Moment value={row.unknownDeviceLockedAt} /> },
  ];
}

const statusAppearance: Record<StaffStatus, { tone: StatusTone; icon?: Icon }> = {
  active: { tone: 'good' },
  disabled: { tone: 'neutral', icon: IconBan },
  locked: { tone: 'bad', icon: IconLock },
  initial_password: { tone: 'waiting', icon: IconKey },
};

export function StaffStatusBadge({ status }: Pick<StaffMember, 'status'>) {
  return <StatusBadge label={staffStatusLabels[status]} {...statusAppearance[status]} />;
}
