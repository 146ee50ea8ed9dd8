import { type Icon, IconBan, IconKey, IconLock } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { type StaffMember, type StaffStatus, staffStatusLabels } from '../contract.ts';

const looks: Record<StaffStatus, { tone: StatusTone; icon?: Icon }> = {
  active: { tone: 'good' },
  disabled: { tone: 'neutral', icon: IconBan },
  locked: { tone: 'bad', icon: IconLock },
  initial_password: { tone: 'waiting', icon: IconKey },
};

export function StaffStatusBadge({ status }: Pick<StaffMember, 'status'>) {
  return <StatusBadge label={staffStatusLabels[status]} {...looks[status]} />;
}
