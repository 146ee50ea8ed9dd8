import { type Icon, IconArrowBackUp } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#platform/web/components/status-badge.tsx';
import { type Application, type ApplicationStatus, applicationStatusLabels } from '../contract.ts';

const looks: Record<ApplicationStatus, { tone: StatusTone; icon?: Icon }> = {
  received: { tone: 'waiting' },
  returned: { tone: 'waiting', icon: IconArrowBackUp },
  verified: { tone: 'good' },
  rejected: { tone: 'bad' },
};

export function ApplicationStatusBadge({ status }: Pick<Application, 'status'>) {
  return <StatusBadge {...looks[status]} label={applicationStatusLabels[status]} />;
}
