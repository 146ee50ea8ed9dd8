import { Checkbox, Group, Paper, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { countSentence } from '#platform/web/components/list/list-length.ts';
import { Section } from '#platform/web/components/page.tsx';
import { useAddressChoice } from '#platform/web/components/page-address.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Day, Moment } from '#platform/web/components/values.tsx';
import { useKindName } from '#platform/web/languages/stock-words.tsx';
import { formatAge } from '#shared/age.ts';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { custodyCan, destructionMethodLabels } from '../custody.ts';
import type { Destruction } from '../custody-contract.ts';

/** The records of destroyed sheets, newest first, or the longest waiting first; users who may can sign those that wait for the second witness. */
export function Destructions({ maySign }: { maySign: boolean }) {
  const [state, choose] = useAddressChoice('destructions');
  const isOpenOnly = state === 'open';
  const input = { state: isOpenOnly ? ('open' as const) : ('all' as const) };
  const destructions = useQuery(api.stock.listDestructions.queryOptions({ input }));
  if (destructions.error) return <ErrorNotice error={destructions.error} />;
  const records = destructions.data?.rows ?? [];
  if (records.length === 0 && !isOpenOnly) return null;
  return (
    <Section title={t`Destroyed sheets`}>
      <Checkbox
        label={t`Waiting for the second witness only`}
        checked={isOpenOnly}
        onChange={(event) => choose(event.currentTarget.checked ? 'open' : null)}
      />
      {records.length === 0 && <Text size="sm">{t`No destruction waits for its second witness.`}</Text>}
      {records.map((record) => (
        <DestructionCard key={record.id} record={record} maySign={maySign} />
      ))}
      {isOpenOnly && destructions.data && <EntryCount found={records.length} total={null} />}
    </Section>
  );
}

function DestructionCard(props: { record: Destruction; maySign: boolean }) {
  const { record } = props;
  const kindName = useKindName();
  const { staffId } = useSession();
  const isOpen = record.secondWitness === null;
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <div>
          <Text fw={600} size="sm">
            {kindName(record.paper, record.colour)}: {record.serials} ({formatCount(record.quantity)})
          </Text>
          <Text size="sm">
            {destructionMethodLabels[record.method]}, <Day value={record.destroyedOn} /> · {record.remarks}
          </Text>
          <Text size="sm">
            {t`First witness`}: {record.firstWitness}, <Moment value={record.firstAt} />
          </Text>
          <Text size="sm">
            {t`Second witness`}:{' '}
            {record.secondWitness === null ? (
              <>
                <strong>{t`not signed yet`}</strong>, {formatAge(record.firstAt)}
              </>
            ) : (
              <>
                {record.secondWitness}, <Moment value={record.secondAt} />
              </>
            )}
          </Text>
        </div>
        {isOpen && props.maySign && (
          <Group gap="xs">
            <DialogButton
              size="xs"
              color="red"
              reason={whyNot(custodyCan.witness(record, staffId))}
              dialog={(onClose) => <DestructionDialog act="witness" record={record} onClose={onClose} />}
            >
              {t`Sign as second witness`}
            </DialogButton>
            <DialogButton
              size="xs"
              variant="default"
              dialog={(onClose) => <DestructionDialog act="withdraw" record={record} onClose={onClose} />}
            >
              {t`Withdraw`}
            </DialogButton>
          </Group>
        )}
      </Group>
    </Paper>
  );
}

function DestructionDialog(props: { act: keyof typeof questions; record: Destruction; onClose: () => void }) {
  const { id, version } = props.record;
  return (
    <CommandDialog
      {...questions[props.act](props.record)}
      input={() => ({ id, version })}
      onClose={props.onClose}
    />
  );
}

const questions = {
  witness: (record: Destruction) => ({
    tone: 'danger' as const,
    title: t`Sign the destruction of ${record.serials}?`,
    confirmLabel: t`Sign as second witness`,
    call: client.stock.witnessDestruction,
    done: () => t`${record.serials} are destroyed.`,
    children: t`You sign beside ${record.firstWitness} that ${formatCount(record.quantity)} sheets were ${record.method.toLowerCase()} before your eyes. From then on they are destroyed; nothing brings them back.`,
  }),
  withdraw: (record: Destruction) => ({
    title: t`Withdraw the record of ${record.serials}?`,
    confirmLabel: t`Withdraw`,
    call: client.stock.withdrawDestruction,
    done: () => t`The record of ${record.serials} is withdrawn.`,
    children: t`The sheets stay spoilt and can be put into another record. The audit log keeps this one.`,
  }),
};
/** The number of cards that a filter leaves, worded as in a list. */
export function EntryCount({ found, total }: { found: number; total: number | null }) {
  return (
    <Text size="sm" c="dimmed" role="status">
      {countSentence({ found: { atLeast: found, isExact: true }, total, isNarrowed: true })}
    </Text>
  );
}
