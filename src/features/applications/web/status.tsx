import { Group } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#web/components/status-badge.tsx';
import type { Application, ApplicationStatus } from '../contract.ts';

const looks: Record<ApplicationStatus, { tone: StatusTone; label: string }> = {
  received: { tone: 'waiting', label: 'Pending' },
  returned: { tone: 'waiting', label: 'Pending' },
  verified: { tone: 'good', label: 'Verified' },
  rejected: { tone: 'bad', label: 'Rejected' },
};

/** The status as the specification names it; a returned application is pending and carries a mark. */
export function ApplicationStatusBadge({ status }: Pick<Application, 'status'>) {
  return (
    <Group gap={4} wrap="nowrap">
      <StatusBadge {...looks[status]} />
      {status === 'returned' && <StatusBadge tone="bad" label="Returned" icon={IconArrowBackUp} />}
    </Group>
  );
}
