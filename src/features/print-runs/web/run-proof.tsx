import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconFileTypePdf, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import type { Proof } from '../proof-contract.ts';
import { proofCan } from '../rules.ts';
import { openProofSheet, RefuseProofDialog, SignOffDialog, useMakeProof } from './proof-dialogs.tsx';

/** Whether a second person saw how the sheets of a prepared run will look, and what to do if not. */
export function RunProof({ run }: { run: PrintRunDetail }) {
  if (run.state !== 'prepared' || run.document !== 'ready') return null;
  if (run.proof?.state === 'signed_off') {
    return (
      <Text size="sm" c="dimmed">
        {t`Proof sheet signed off by ${run.proof.decidedBy!}`}, <Moment value={run.proof.decidedAt} />
      </Text>
    );
  }
  return run.proof?.state === 'waiting' ? <WaitingProof proof={run.proof} /> : <NoProof run={run} />;
}

function NoProof({ run }: { run: PrintRunDetail }) {
  const make = useMakeProof();
  return (
    <ProofNotice title={t`No proof sheet of this layout is signed off`}>
      {run.proof?.remark && (
        <Text size="sm">{t`${run.proof.decidedBy!} refused the last one: ${run.proof.remark}`}</Text>
      )}
      <Text size="sm">{t`Make a proof sheet and print it on plain paper. Another printer or an admin signs it off; then the run can start.`}</Text>
      {make.error != null && <ErrorNotice error={make.error} />}
      <Group gap="xs">
        <ActionButton
          size="xs"
          reason={null}
          isPending={make.isPending}
          onClick={() => make.attempt({ certificateType: run.certificateType, colour: run.colour })}
        >
          {t`Make proof sheet`}
        </ActionButton>
      </Group>
    </ProofNotice>
  );
}

function WaitingProof({ proof }: { proof: Proof }) {
  const { staffId } = useSession();
  const [asked, setAsked] = useState<'sign-off' | 'refuse' | null>(null);
  const ruling = proofCan.signOff(proof, staffId);
  const close = () => setAsked(null);
  return (
    <ProofNotice title={t`The proof sheet waits for its sign-off`}>
      <Text size="sm">
        {t`${proof.madeBy} made it. Another printer or an admin signs it off; then the run can start.`}
      </Text>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileTypePdf size={14} aria-hidden />}
          onClick={() => openProofSheet(proof)}
        >
          {t`Open proof sheet`}
        </Button>
        <ActionButton
          size="xs"
          leftSection={<IconCheck size={14} aria-hidden />}
          reason={ruling === true ? null : errorSentence(ruling, undefined)}
          onClick={() => setAsked('sign-off')}
        >
          {t`Sign off`}
        </ActionButton>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={() => setAsked('refuse')}
        >
          {t`Refuse`}
        </Button>
      </Group>
      {asked === 'sign-off' && <SignOffDialog proof={proof} onClose={close} />}
      {asked === 'refuse' && <RefuseProofDialog proof={proof} onClose={close} />}
    </ProofNotice>
  );
}

function ProofNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      color="yellow"
      variant="light"
      title={title}
      styles={{
        title: { color: 'var(--mantine-color-text)' },
        message: { color: 'var(--mantine-color-text)' },
      }}
    >
      <Stack gap="xs">{children}</Stack>
    </Alert>
  );
}
