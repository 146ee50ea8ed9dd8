import { Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '#features/client.ts';
import { useMay, useSession } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { isForRole } from '#platform/web/components/list.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatMoment } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Revocation } from '../revocation-contract.ts';
import { RevocationBadge, revocationActions } from './revocation-actions.tsx';

/** The proposals to revoke a certificate and their outcomes, for those who may read them; nothing if there are none. */
export function CertificateRevocations({ certificateId }: { certificateId: string }) {
  const isReader = useMay('revocations:read');
  const proposals = useQuery(
    api.revocations.listRevocations.queryOptions({ input: { certificateId }, enabled: isReader }),
  );
  if (proposals.error) return <ErrorNotice error={proposals.error} />;
  if (!proposals.data || proposals.data.rows.length === 0) return null;
  return (
    <Stack gap="xs" mt="md">
      <Title order={3} size="h5">
        {t`Revocations`}
      </Title>
      {proposals.data.rows.map((row) => (
        <Proposal key={row.id} row={row} />
      ))}
    </Stack>
  );
}

function Proposal({ row }: { row: Revocation }) {
  const { role, staffId } = useSession();
  const actions = row.outcome === null ? revocationActions.filter((action) => isForRole(action, role)) : [];
  return (
    <Stack gap={4}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <RevocationBadge outcome={row.outcome} />
        <Text size="sm">{wordsOf(row)}</Text>
      </Group>
      <Group gap="xs">
        {actions.map((action) => (
          <DialogButton
            key={action.label}
            size="compact-sm"
            variant="default"
            reason={action.disabledReason?.(row, staffId)}
            dialog={(onClose) => action.dialog?.(row, onClose)}
          >
            {action.label}
          </DialogButton>
        ))}
      </Group>
    </Stack>
  );
}

function wordsOf({ reason, authority, proposedBy, proposedAt, decidedBy, decidedAt, remark }: Revocation) {
  const proposed = t`Proposed by ${proposedBy} on ${formatMoment(proposedAt)}: ${reason} (${authority})`;
  if (decidedBy === null || decidedAt === null) return proposed;
  const decided = t`${proposed}. Decided by ${decidedBy} on ${formatMoment(decidedAt)}`;
  return remark === null ? decided : `${decided}: ${remark}`;
}
