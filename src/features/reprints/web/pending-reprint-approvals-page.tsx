import { Group, Stack, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { client } from '#features/client.ts';
import { useSession } from '#platform/web/api/session.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import type { ActionsCell } from '#platform/web/components/list.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { pendingReprintsLayout } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import classes from './decision-select.module.css';
import { type DecisionHandling, DecisionSelect, whyNotDecided } from './decision-select.tsx';
import {
  ReprintScreen,
  ReprintStatusBadge,
  reprintLabel,
  reprintList,
  statusFilter,
} from './reprint-screen.tsx';

const list = reprintList<'status'>('open', {
  layout: pendingReprintsLayout,
  recountedAfter: ['reprints.requested'],
});

type Failure = { request: ReprintRequest; error: unknown };

/** /admin/pending-reprint-approvals: every request with nothing printed yet, with its decision. */
export function PendingReprintApprovalsPage() {
  const [rejecting, setRejecting] = useState<ReprintRequest | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const actionsCell = useMemo<ActionsCell<ReprintRequest>>(
    () => ({
      width: 262,
      render: (row, isReachable) => (
        <span className={classes.cell}>
          <DecisionSelect
            request={row}
            isReachable={isReachable}
            onReject={setRejecting}
            onFailure={setFailure}
          />
          <ReprintStatusBadge status={row.status} />
        </span>
      ),
    }),
    [],
  );
  return (
    <>
      <ReprintScreen
        title={t`Pending reprint approvals`}
        emptyMessage={t`No pending reprint approvals found`}
        emptyHelp={t`Reprints asked for on a printed certificate wait here until an admin decides.`}
        emptyNext={{ label: t`Printed certificates`, to: paths.admin.printedCertificates }}
        filters={statusFilter}
        list={list}
        decision={(row) => <DecisionField key={row.id} request={row} onReject={setRejecting} />}
        actionsCell={actionsCell}
      >
        {failure && <ErrorNotice title={reprintLabel(failure.request)} error={failure.error} />}
      </ReprintScreen>
      {rejecting && <RejectReprintDialog request={rejecting} onClose={() => setRejecting(null)} />}
    </>
  );
}

/** The same decision in the details, where a phone shows it, with its error beside it. */
function DecisionField(props: Pick<DecisionHandling, 'onReject'> & { request: ReprintRequest }) {
  const { request, onReject } = props;
  const { staffId } = useSession();
  const [failure, setFailure] = useState<Failure | null>(null);
  const reason = whyNotDecided(request, staffId);
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Text size="sm" fw={600}>
          {t`Decision`}
        </Text>
        <DecisionSelect request={request} onReject={onReject} onFailure={setFailure} />
        {reason !== null && <Text size="sm">{reason}</Text>}
      </Group>
      {failure && <ErrorNotice error={failure.error} />}
    </Stack>
  );
}

/** Asks for the reason, which whoever made the request can read. */
function RejectReprintDialog({ request, onClose }: { request: ReprintRequest; onClose: () => void }) {
  const number = request.convocationNumber;
  return (
    <CommandDialog
      title={t`Reject the reprint of ${number}?`}
      confirmLabel={t`Reject`}
      tone="danger"
      call={client.reprints.rejectReprint}
      fields={{
        remark: reasonField({
          label: t`Why it is rejected`,
          description: t`${request.requestedBy} asked for it and reads this.`,
          missing: t`Enter why it is rejected.`,
        }),
      }}
      input={({ remark }) => ({ id: request.id, version: request.version, remark })}
      done={() => t`The reprint of ${number} is rejected.`}
      onClose={onClose}
    >
      {request.status === 'approved'
        ? t`The certificate of ${request.studentName} leaves the print queue; the copy ${request.blankSerial} stays valid.`
        : t`No new copy is printed for ${request.studentName}; the copy ${request.blankSerial} stays valid.`}
    </CommandDialog>
  );
}
