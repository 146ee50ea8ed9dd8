import { Anchor } from '@mantine/core';
import { t } from '#shared/words.ts';

/** Opens the acknowledgement receipt as it stands now, ready to print. */
export function ReceiptLink({ applicationId }: { applicationId: string }) {
  return (
    <Anchor href={`/api/applications/${applicationId}/receipt`} target="_blank" rel="noopener" inherit>
      {t`Receipt (PDF)`}
    </Anchor>
  );
}
