import { Anchor } from '@mantine/core';
import { addressOf } from '#platform/web/api/address-of.ts';
import { t } from '#shared/words.ts';
import { applicationDocuments } from '../contract.ts';

/** Opens the acknowledgement receipt as it stands now, ready to print. */
export function ReceiptLink({ applicationId }: { applicationId: string }) {
  return (
    <Anchor
      href={addressOf(applicationDocuments.receipt, { id: applicationId })}
      target="_blank"
      rel="noopener"
      inherit
    >
      {t`Receipt (PDF)`}
    </Anchor>
  );
}
