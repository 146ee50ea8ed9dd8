import { Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { PlainTable } from '#platform/web/components/plain-table.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment, StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { recordRef } from '#shared/record-kinds.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { type Copy, copyLabel, copyStateLabels } from '../copy-contract.ts';
import { copyCan } from '../rules.ts';
import { CopyFacts, CopyPicture } from './copy-dialogs.tsx';

const tones: Record<Copy['state'], StatusTone> = {
  in_run: 'active',
  printed: 'good',
  superseded: 'neutral',
  cancelled: 'bad',
  spoilt: 'bad',
  missing: 'bad',
};

/** Every sheet that a certificate was ever printed on; at most one is valid. */
export function CertificateCopies({ certificateId }: { certificateId: string }) {
  const copies = useQuery(api.copies.listCopies.queryOptions({ input: { id: certificateId } }));
  if (copies.error) return <ErrorNotice error={copies.error} />;
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {t`Copies`}
      </Title>
      {copies.data ? (
        <CopyTable certificateId={certificateId} copies={copies.data.copies} />
      ) : (
        <Loading size="sm" />
      )}
    </Stack>
  );
}

function CopyTable({ certificateId, copies }: { certificateId: string; copies: readonly Copy[] }) {
  const { staffId } = useSession();
  const mayCancel = useMay('certificates:cancel');
  if (copies.length === 0) return <Text size="sm">{t`No sheet was bound to this certificate yet.`}</Text>;
  return (
    <ScrollArea viewportProps={{ tabIndex: 0, 'aria-label': t`Copies` }}>
      <PlainTable
        verticalSpacing={4}
        rows={copies}
        columns={{
          copyNumber: { header: t`Copy`, value: ({ copyNumber }) => copyLabel(copyNumber) },
          blankSerial: {
            header: t`Blank serial`,
            record: ({ blankSerial }) => recordRef('sheet', blankSerial),
          },
          runNumber: { header: t`Run`, record: ({ runNumber }) => recordRef('run', runNumber) },
          printedBy: {
            header: t`Printed by`,
            render: ({ printedBy, printedAt }) => (
              <>
                {printedBy ?? '-'}
                {printedAt !== null && (
                  <Text size="xs" c="dimmed">
                    <Moment value={printedAt} />
                  </Text>
                )}
              </>
            ),
          },
          state: {
            header: t`State`,
            render: (copy) => <StatusBadge tone={tones[copy.state]} label={stateOf(copy)} />,
          },
          actions: {
            header: t`Actions`,
            render: (copy) => (
              <Group gap={4}>
                <DialogButton
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Show the sheet ${copy.blankSerial}`}
                  dialog={(onClose) => (
                    <CopyPicture certificateId={certificateId} copy={copy} onClose={onClose} />
                  )}
                >
                  {t`Show the sheet`}
                </DialogButton>
                <DialogButton
                  size="compact-sm"
                  variant="default"
                  aria-label={t`Text of sheet ${copy.blankSerial}`}
                  dialog={(onClose) => <CopyFacts copy={copy} onClose={onClose} />}
                >
                  {t`Text`}
                </DialogButton>
                {copy.state === 'printed' && mayCancel && (
                  <DialogButton
                    size="compact-sm"
                    variant="default"
                    aria-label={t`Cancel copy ${copy.blankSerial}`}
                    reason={whyNot(copyCan.cancel(copy, staffId))}
                    dialog={(onClose) => (
                      <CancelCopyDialog certificateId={certificateId} copy={copy} onClose={onClose} />
                    )}
                  >
                    {t`Cancel copy`}
                  </DialogButton>
                )}
              </Group>
            ),
          },
        }}
      />
    </ScrollArea>
  );
}

/** Asks for the reason to cancel a printed copy; only a second person can do so. */
function CancelCopyDialog(props: { certificateId: string; copy: Copy; onClose: () => void }) {
  const { certificateId, copy, onClose } = props;
  return (
    <CommandDialog
      tone="danger"
      title={t`Cancel copy ${copy.blankSerial}?`}
      confirmLabel={t`Cancel copy`}
      cancelLabel={t`Keep copy`}
      call={client.copies.cancelCopy}
      fields={{
        reason: reasonField({
          label: t`Reason`,
          maxLength: 200,
          missing: t`Enter why the copy is cancelled.`,
        }),
      }}
      input={({ reason }) => ({ id: certificateId, copyId: copy.id, reason })}
      done={() => t`Copy ${copy.blankSerial} is cancelled.`}
      onClose={onClose}
    >
      {t`The copy no longer verifies. The sheet ${copy.blankSerial} is booked as spoilt and stays with you until it is returned to the store, and the certificate waits for print again. This cannot be undone.`}
    </CommandDialog>
  );
}

/** `Spoilt: Jam`; a plain state otherwise. */
function stateOf({ state, reason }: Copy): string {
  const label = translateLabel(copyStateLabels[state]);
  return reason === null ? label : `${label}: ${translateLabel(reason)}`;
}
