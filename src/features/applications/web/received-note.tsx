import { Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { addressOf } from '#platform/web/api/address-of.ts';
import { t } from '#shared/words.ts';
import { applicationDocuments } from '../contract.ts';
import classes from './received-note.module.css';

export type Received = { id: string; acknowledgementNumber: number; candidateName: string };

/** The number that the candidate is told, large enough to be read across the counter, and the receipt to hand out. */
export function ReceivedNote({ received }: { received: Received }) {
  const { id, acknowledgementNumber, candidateName } = received;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm">
        <Trans>
          Received: acknowledgement number <b className={classes.number}>{acknowledgementNumber}</b> for{' '}
          {candidateName}.
        </Trans>
      </Text>
      <Button
        component="a"
        href={addressOf(applicationDocuments.receipt, { id })}
        target="_blank"
        rel="noopener"
        size="xs"
        variant="default"
        leftSection={<IconPrinter size={14} aria-hidden />}
      >
        {t`Print receipt`}
      </Button>
    </Group>
  );
}
