import { Trans } from '@lingui/react/macro';
import { Alert, Fieldset, Group, Text } from '@mantine/core';
import { IconLock, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { PdfLink } from '#platform/web/components/links.tsx';
import { whyNot } from '#shared/errors.ts';
import { formatRupees } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { t } from '#shared/words.ts';
import { type ApplicationDetail, applicationDocuments } from '../contract.ts';
import { isFrozen } from '../rules.ts';
import type { TypedDraft } from './application-form-values.ts';
import classes from './form-notes.module.css';
import type { LookedUpDraft } from './use-draft-lookup.ts';

export type Received = { id: string; acknowledgementNumber: number; candidateName: string };

/** The acknowledgement number, large enough to read out at the counter, and the receipt to hand out. */
export function ReceivedNote({ received }: { received: Received }) {
  const { id, candidateName } = received;
  const acknowledgementNumber = formatAcknowledgement(received.acknowledgementNumber);
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        <Trans>
          Received: acknowledgement number <b className={classes.number}>{acknowledgementNumber}</b> for{' '}
          {candidateName}.
        </Trans>
      </Text>
      <PdfLink
        href={addressOf(applicationDocuments.receipt, { id })}
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
      >
        {t`Print receipt`}
      </PdfLink>
    </Group>
  );
}

/** Balances of the pinned drafts, shown at the top of the next candidate's form. */
export function PinnedNote({ drafts, looked }: { drafts: TypedDraft[]; looked: LookedUpDraft[] }) {
  const balances = drafts.flatMap((draft, index) => {
    const known = looked[index]?.known;
    return draft.isPinned && known
      ? [t`Draft ${draft.number} is kept: balance ${formatRupees(known.balance)}.`]
      : [];
  });
  return balances.length === 0 ? null : <Text size="sm">{balances.join(' ')}</Text>;
}

/** Why the verified fields are disabled, also after a paying draft came back; drafts can still be added. */
export function VerifiedNote({ application }: { application: ApplicationDetail }) {
  if (!isFrozen(application)) return null;
  return (
    <Alert color="blue" variant="light" icon={<IconLock aria-hidden />} role="note">
      {whyNot('applications.frozen')}
    </Alert>
  );
}

/** Fields that stay as they are once the application is verified. */
export function VerifiedFields(props: { application: ApplicationDetail | null; children: ReactNode }) {
  const { application, children } = props;
  return (
    <Fieldset variant="unstyled" display="contents" disabled={application !== null && isFrozen(application)}>
      {children}
    </Fieldset>
  );
}
