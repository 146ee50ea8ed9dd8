import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { formatDay } from '#shared/dates.ts';
import { formatPaise } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { LineCandidate, StatementLine } from '../line-contract.ts';
import { worthOf } from '../rules.ts';

/** Asks before drafts are realised by a line, because no second act takes that back. */
export function SettleDialog(props: {
  line: StatementLine;
  drafts: readonly LineCandidate[];
  onDone: () => void;
  onClose: () => void;
}) {
  const { line, drafts } = props;
  const short = worthOf(drafts) - line.amountPaise;
  const numbers = drafts.map(({ number, bank }) => t`${number} of ${bank}`).join(', ');
  const [first] = drafts;
  const remark = {
    kind: 'line',
    label: t`The bank kept ${formatPaise(short)}. What for?`,
    placeholder: t`Such as commission for collection`,
    isFocused: true,
    maxLength: 300,
    atLeast: 1,
    missing: t`Enter what the bank kept the difference for.`,
  } as const;
  const fields: Partial<Record<'remark', typeof remark>> = short > 0 ? { remark } : {};
  return (
    <CommandDialog
      title={drafts.length === 1 ? t`Realise draft ${first!.number}?` : t`Realise ${drafts.length} drafts?`}
      confirmLabel={t`Settle the line`}
      call={client.bankStatements.settleStatementLine}
      fields={fields}
      input={({ remark = '' }) => ({
        id: line.id,
        version: line.version,
        demandDraftIds: drafts.map(({ demandDraftId }) => demandDraftId),
        remark,
      })}
      onDone={props.onDone}
      onClose={props.onClose}
    >
      {t`The credit of ${formatPaise(line.amountPaise)} of ${formatDay(line.valueDate)} is the money of ${numbers}.`}
    </CommandDialog>
  );
}
