import { StatusBadge } from '#platform/web/components/status-badge.tsx';
import { t } from '#shared/words.ts';
import type { Import } from '../contract.ts';
import { stateBadges } from './import-words.ts';

/** Where an upload stands. */
export function ImportBadge({ upload }: { upload: Pick<Import, 'state' | 'faultyCount'> }) {
  if (upload.state === 'checked' && upload.faultyCount)
    return <StatusBadge tone="bad" label={t`To be corrected`} />;
  return <StatusBadge {...stateBadges[upload.state]} />;
}
