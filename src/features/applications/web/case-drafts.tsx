import { Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { DraftState } from '#features/demand-drafts/contract.ts';
import { draftExpiryWarning } from '#features/demand-drafts/rules.ts';
import { draftStateLabels } from '#features/demand-drafts/states.ts';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { Day, Money } from '#platform/web/components/values.tsx';
import { dayInIndia, formatCount, formatRupees } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { CaseDraft } from '../case-desk-contract.ts';
import classes from './case-drafts.module.css';

/** The demand drafts in the order of their fields, with what each pays here and warnings. */
export function CaseDrafts({ drafts }: { drafts: readonly CaseDraft[] }) {
  if (drafts.length === 0) {
    return <Text size="sm" c="red">{t`No demand draft is recorded for this application.`}</Text>;
  }
  return (
    <ul className={`plain-list ${classes.drafts}`} aria-label={t`Demand drafts`}>
      {drafts.map((draft) => (
        <li key={draft.demandDraftId} className={classes.draft}>
          <span className={classes.number}>
            <RecordLink record={{ kind: 'draft', id: draft.demandDraftId }}>{draft.number}</RecordLink>
          </span>
          <span>
            <Day value={draft.drawnOn} />
          </span>
          <span className={classes.bank}>
            {draft.bank}, {draft.branch}
          </span>
          <span className={classes.amount}>
            <Money amount={draft.amount} />
          </span>
          <span className={classes.line}>
            {t`${draftStateLabels[draft.state as DraftState]}. ${formatRupees(draft.pays ? draft.allocatedAmount : 0)} of it pays for this application.`}
          </span>
          {warningsOf(draft).map((warning) => (
            <span key={warning} className={classes.warning}>
              <IconAlertTriangle size={14} aria-hidden />
              {warning}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

function warningsOf(draft: CaseDraft): string[] {
  if (!draft.pays) return [t`It came back from the bank or was replaced, so it pays nothing.`];
  const warnings: string[] = [];
  if (draft.paysOthers === 1) warnings.push(t`It pays for 1 other application, too.`);
  else if (draft.paysOthers > 1) {
    warnings.push(t`It pays for ${formatCount(draft.paysOthers)} other applications, too.`);
  }
  const left = draft.state === 'received' ? draftExpiryWarning(draft.drawnOn, dayInIndia(new Date())) : null;
  if (left === 0) warnings.push(t`Its validity ends today or is over.`);
  else if (left === 1) warnings.push(t`It is valid for 1 more day.`);
  else if (left !== null) warnings.push(t`It is valid for ${left} more days.`);
  return warnings;
}
