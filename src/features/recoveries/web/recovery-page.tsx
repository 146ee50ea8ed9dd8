import { List, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Loaded, PageHeader } from '#platform/web/components/page.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { formatCount, formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { CountedNumber, Recovery } from '../contract.ts';
import { LastNumbersForm } from './last-numbers-form.tsx';
import { labelOf, lostIn, rangeOf } from './lost-numbers.ts';
import { LostSheets } from './lost-sheets.tsx';

/** Restores: input after a restore, what each one lost, and sheets recorded again from paper. */
export function RecoveryPage() {
  const recoveries = useQuery(api.recoveries.listRecoveries.queryOptions());
  return (
    <Stack gap="md">
      <PageHeader
        title={t`Restores`}
        description={t`After a restore from a backup, what was issued after the restored moment is on paper alone. The numbers continue after those on paper.`}
      />
      <Loaded query={recoveries}>
        {({ recoveries: all }) => (
          <>
            {all.length === 0 && <Text>{t`This portal was never restored from a backup.`}</Text>}
            {all.map((one) => (
              <OneRecovery key={one.id} recovery={one} />
            ))}
            {all.length > 0 && <LostSheets isOpen={all.some((one) => one.confirmedAt === null)} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function OneRecovery({ recovery }: { recovery: Recovery }) {
  const { role } = useSession();
  const isOpen = recovery.confirmedAt === null;
  // Most counters of past years never gave a number.
  const without = recovery.numbers.filter(({ found, lost }) => found === null && lost !== null);
  const numbered = recovery.numbers.filter(
    (one) => !without.includes(one) && (one.isRecent || one.lost !== null),
  );
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {isOpen ? t`Recovery mode` : lostIn(recovery.restoredAt)}
      </Title>
      <Text size="sm">
        {t`Restored on ${formatMoment(recovery.restoredAt)}. The newest record is from ${formatMoment(recovery.restoredTo)}.`}
      </Text>
      {recovery.enteredBy && recovery.enteredAt && (
        <Text size="sm">{t`Entered by ${recovery.enteredBy}, ${formatMoment(recovery.enteredAt)}`}</Text>
      )}
      {recovery.confirmedBy && recovery.confirmedAt && (
        <Text size="sm">{t`Confirmed by ${recovery.confirmedBy}, ${formatMoment(recovery.confirmedAt)}`}</Text>
      )}
      <PlainTable<CountedNumber>
        rows={numbered}
        rowId={({ count }) => count}
        columns={{
          kind: {
            header: t`Number`,
            value: labelOf,
          },
          kept: { header: t`Last known`, value: ({ kept }) => kept ?? t`None` },
          found: {
            header: t`Last on paper`,
            value: ({ found, lost }) => found ?? (lost === null ? t`Not entered` : t`None`),
          },
          lost: { header: t`Lost`, value: ({ lost }) => (lost === null ? '-' : formatCount(lost)) },
        }}
      />
      {isOpen && without.length > 0 && (
        <Text size="sm">
          {t`No number on paper:`} {without.map((one) => one.name || labelOf(one)).join(', ')}
        </Text>
      )}
      {isOpen && role === 'admin' && <LastNumbersForm recovery={recovery} />}
      {isOpen && role === 'admin' && recovery.enteredBy && <Confirm recovery={recovery} />}
    </Stack>
  );
}

function Confirm({ recovery: { id, version, isOwnEntry, numbers } }: { recovery: Recovery }) {
  return (
    <DialogButton
      style={{ alignSelf: 'flex-start' }}
      reason={
        isOwnEntry ? t`You entered these numbers yourself, so another admin has to confirm them.` : null
      }
      dialog={(onClose) => (
        <CommandDialog
          title={t`Confirm the last numbers on paper?`}
          confirmLabel={t`Confirm and end recovery mode`}
          call={client.recoveries.confirmLastNumbers}
          input={() => ({ id, version })}
          done={() => t`Recovery mode has ended.`}
          onClose={onClose}
        >
          {t`All numbers continue after the last ones on paper, and blank sheets up to the last serial number are missing from the stock. This cannot be undone.`}
          <List size="sm" mt="xs">
            {numbers
              .filter(({ lost }) => lost)
              .map((one) => (
                <List.Item key={one.count}>{rangeOf(one)}</List.Item>
              ))}
          </List>
        </CommandDialog>
      )}
    >
      {t`Confirm the numbers and end recovery mode`}
    </DialogButton>
  );
}
