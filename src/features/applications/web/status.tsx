import { type Icon, IconArrowBackUp } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import type { Application, ApplicationStatus } from '../contract.ts';

const looks: Record<ApplicationStatus, { tone: StatusTone; label: string; icon?: Icon }> = {
  received: { tone: 'waiting', label: 'Pending' },
  returned: { tone: 'waiting', label: 'Pending, Returned', icon: IconArrowBackUp },
  verified: { tone: 'good', label: 'Verified' },
  rejected: { tone: 'bad', label: 'Rejected' },
};

/** The status as the specification names it; a returned application is pending and carries a mark. */
export function ApplicationStatusBadge({ status }: Pick<Application, 'status'>) {
  return <StatusBadge {...looks[status]} />;
}
