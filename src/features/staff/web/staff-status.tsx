import { type Icon, IconBan, IconKey, IconLock } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import type { StaffMember, StaffStatus } from '../contract.ts';

const looks: Record<StaffStatus, { tone: StatusTone; label: string; icon?: Icon }> = {
  active: { tone: 'good', label: 'Active' },
  disabled: { tone: 'neutral', label: 'Disabled', icon: IconBan },
  locked: { tone: 'bad', label: 'Locked', icon: IconLock },
  initial_password: { tone: 'waiting', label: 'Initial password', icon: IconKey },
};

export function StaffStatusBadge({ status }: Pick<StaffMember, 'status'>) {
  return <StatusBadge {...looks[status]} />;
}
