import { Trans } from '@lingui/react/macro';
import { Anchor, Kbd, Text } from '@mantine/core';
import type { KnownDraft } from '#features/demand-drafts/contract.ts';
import { formatCount, formatRupees } from '#shared/format.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';

/** The register's entry of the draft: whom it already pays for, each a link, and its balance. */
export function KnownDraftNote({ known }: { known: KnownDraft }) {
  const others = known.paysCount - known.pays.length;
  return (
    <Text size="sm" component="div">
      {known.paysCount === 0 ? t`Recorded already, and pays for nobody yet` : t`Recorded already: pays`}{' '}
      {known.pays.map((one, index) => (
        <span key={one.applicationId}>
          {index > 0 && ', '}
          <Anchor
            href={paths.applicationReceiver.application(one.applicationId)}
            target="_blank"
            rel="noopener"
            inherit
            aria-keyshortcuts={index === 0 ? 'F2' : undefined}
          >
            {t`ACK ${one.acknowledgementNumber} ${one.candidateName}`}
          </Anchor>{' '}
          {formatRupees(one.amount)}
          {index === 0 && (
            <Text span size="xs" c="dimmed" visibleFrom="sm">
              {' '}
              <Trans>
                (<Kbd size="xs">F2</Kbd> opens it)
              </Trans>
            </Text>
          )}
        </span>
      ))}
      {others > 0 && ` ${t`and ${formatCount(others)} more`}`} ·{' '}
      <b>{t`balance ${formatRupees(known.balance)}`}</b>
    </Text>
  );
}

/** Opens the newest application that the draft pays for in a new tab; this form stays as it is. */
export function openPaidApplication(known: KnownDraft | null | undefined): void {
  const newest = known?.pays[0];
  if (newest) window.open(paths.applicationReceiver.application(newest.applicationId), '_blank', 'noopener');
}
