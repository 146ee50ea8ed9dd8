import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { PrintSize } from '#platform/web/components/links.tsx';
import { lookOf, useRowActions } from '#platform/web/components/list/row-actions.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { Notice } from '#platform/web/components/page.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { Moment } from '#platform/web/components/values.tsx';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import type { Proof } from '../proof-contract.ts';
import { openProof, refuseProof, signOffProof, useMakeProof } from './proof-actions.tsx';

/** Whether a second person signed off the layout of a prepared run, and what to do if not. */
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

const proofActions: RowAction<Proof>[] = [openProof, signOffProof, refuseProof];

function WaitingProof({ proof }: { proof: Proof }) {
  const { actions, dialog } = useRowActions(proofActions, ({ id }) => id);
  return (
    <ProofNotice title={t`The proof sheet waits for its sign-off`}>
      <Text size="sm">
        {t`${proof.madeBy} made it. Another printer or an admin signs it off; then the run can start.`}
      </Text>
      <Group gap="xs">
        {actions.map((action) => {
          const { label, Picture } = lookOf(action, proof);
          return (
            <ActionButton
              key={label}
              size="xs"
              variant={label === signOffProof.label ? 'filled' : 'default'}
              leftSection={<Picture size={14} aria-hidden />}
              reason={action.disabledReason(proof)}
              onClick={() => action.onClick(proof)}
            >
              {label}
            </ActionButton>
          );
        })}
        <PrintSize />
      </Group>
      {dialog}
    </ProofNotice>
  );
}

function ProofNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Notice color="yellow" title={title}>
      <Stack gap="xs">{children}</Stack>
    </Notice>
  );
}
