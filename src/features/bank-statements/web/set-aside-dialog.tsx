import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { formatDay } from '#shared/dates.ts';
import { optionsOf } from '#shared/labels.ts';
import { formatPaise } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import { type StatementLine, setAsideReasonLabels } from '../line-contract.ts';
import { likelyReason } from '../rules.ts';

/** Sets a line aside that is the money of no draft; it can be opened again. */
export function SetAsideDialog(props: { line: StatementLine; onDone: () => void; onClose: () => void }) {
  const { line } = props;
  return (
    <CommandDialog
      title={t`Set the line aside?`}
      confirmLabel={t`Set aside`}
      call={client.bankStatements.setLineAside}
      fields={{
        reason: {
          kind: 'choice',
          label: t`What it is`,
          options: optionsOf(setAsideReasonLabels),
          initial: line.finding ? likelyReason(line.finding) : 'other',
          missing: t`Choose what it is.`,
        },
        remark: { kind: 'line', label: t`Remark`, maxLength: 300 },
      }}
      fault={({ reason, remark }) => (reason === 'other' && remark === '' ? t`Enter what it is.` : null)}
      input={(values) => ({ id: line.id, version: line.version, ...values })}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      {t`${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} belong to no draft. The line can be opened again.`}
    </CommandDialog>
  );
}
