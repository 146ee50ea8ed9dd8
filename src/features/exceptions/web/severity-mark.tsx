import { IconAlertOctagon, IconAlertTriangle, IconHelpCircle } from '@tabler/icons-react';
import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { translateLabel } from '#shared/translate-label.ts';
import { type ExceptionRule, severityLabels } from '../contract.ts';

const marks = {
  control: { tone: 'bad', icon: IconAlertOctagon },
  risk: { tone: 'waiting', icon: IconAlertTriangle },
  look: { tone: 'neutral', icon: IconHelpCircle },
} as const satisfies Record<ExceptionRule['severity'], { tone: StatusTone; icon: unknown }>;

export function SeverityMark({ severity }: Pick<ExceptionRule, 'severity'>) {
  return <StatusBadge {...marks[severity]} label={translateLabel(severityLabels[severity])} />;
}
