import { badgeOf } from '#platform/web/components/values.tsx';
import { rollStateLabels } from '../contract.ts';

export const RollBadge = badgeOf(rollStateLabels, { open: 'waiting', closed: 'neutral', resolved: 'good' });
