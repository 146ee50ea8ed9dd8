import { useCallback, useState } from 'react';
import type { ActionsCell } from '#platform/web/components/list.tsx';
import { StatusBadge } from '#platform/web/components/values.tsx';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { pendingReprintsLayout } from '../columns.ts';
import { type ReprintRequest, reprintStatusLabels } from '../contract.ts';
import { type Decision, decisionActions, decisionDialogs } from './decision-dialogs.tsx';
import classes from './decision-select.module.css';
import { DecisionSelect } from './decision-select.tsx';
import { paymentFilter, ReprintScreen, reprintList, reprintTones, statusFilter } from './reprint-screen.tsx';

const list = reprintList<'status' | 'payment'>('open', {
  layout: pendingReprintsLayout,
  recountedAfter: ['reprints.requested', 'reprints.paid'],
});

const filters = { ...statusFilter, ...paymentFilter };

/** /admin/pending-reprint-approvals: every request with nothing printed yet, with its decision. */
export function PendingReprintApprovalsPage() {
  const [asked, setAsked] = useState<{ request: ReprintRequest; decision: Decision } | null>(null);
  const actionsCell: ActionsCell<ReprintRequest> = useCallback(
    (request, isReachable) => (
      <span className={classes.cell}>
        <DecisionSelect
          request={request}
          isReachable={isReachable}
          onChoose={(decision) => setAsked({ request, decision })}
        />
        <StatusBadge
          tone={reprintTones[request.status ?? 'pending']}
          label={reprintStatusLabels[request.status ?? 'pending']}
        />
      </span>
    ),
    [],
  );
  const Question = asked && decisionDialogs[asked.decision];
  return (
    <>
      <ReprintScreen
        title={t`Pending reprint approvals`}
        emptyMessage={t`No pending reprint approvals found`}
        emptyHelp={t`Reprints asked for on a printed certificate wait here until an admin decides.`}
        emptyNext={{ label: t`Printed certificates`, to: paths.admin.printedCertificates }}
        filters={filters}
        list={list}
        actionsCell={actionsCell}
        rowActions={decisionActions}
      />
      {Question && <Question request={asked.request} onClose={() => setAsked(null)} />}
    </>
  );
}
