import { applicationStatusLabels } from '#features/applications/contract.ts';
import { copyLabel } from '#features/certificates/copy-contract.ts';
import { draftStateLabels } from '#features/demand-drafts/contract.ts';
import { depositSlipStateLabels } from '#features/demand-drafts/slip-contract.ts';
import { printRunStateLabels } from '#features/print-runs/contract.ts';
import { blankStateLabels } from '#shared/blank-states.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import { formatRupees } from '#shared/format.ts';
import type { RecordRef } from '#shared/record-ref.ts';
import { t } from '#shared/words.ts';
import type { EventDetails, RelatedRecord } from '../contract.ts';

export const kindLabels: Record<RelatedRecord['kind'], string> = {
  application: t`Application`,
  certificate: t`Certificate`,
  draft: t`Demand draft`,
  sheet: t`Sheet`,
  run: t`Print run`,
  person: t`Person`,
  bundle: t`Bundle`,
  signing_batch: t`Signing batch`,
  slip: t`Deposit slip`,
  bank_statement: t`Bank statement`,
};

const stateLabels: Partial<Record<RelatedRecord['kind'], Readonly<Record<string, string>>>> = {
  application: applicationStatusLabels,
  certificate: certificateStateLabels,
  draft: draftStateLabels,
  sheet: blankStateLabels,
  run: printRunStateLabels,
  slip: depositSlipStateLabels,
};

export function stateWords({ kind, state }: Pick<RelatedRecord, 'kind' | 'state'>): string | null {
  return state === null ? null : (stateLabels[kind]?.[state] ?? state);
}

type Fact = { key: string; words: string; record?: RecordRef };

/** The facts shown with an event. */
export function factsOf(details: EventDetails, { isMailed }: { isMailed: boolean }): Fact[] {
  const { convocationNumber, blank, copy, printRun, bundle, batch, depositSlip, application, amount } =
    details;
  const facts: (Fact | false)[] = [
    convocationNumber !== undefined && {
      key: 'number',
      words: t`Convocation number ${convocationNumber}`,
      record: { kind: 'certificate', id: convocationNumber },
    },
    blank !== undefined && {
      key: 'blank',
      words: t`Sheet ${blank}`,
      record: { kind: 'sheet', id: blank },
    },
    copy !== undefined && { key: 'copy', words: copyLabel(copy) },
    printRun !== undefined && {
      key: 'run',
      words: t`Print run ${printRun}`,
      record: { kind: 'run', id: printRun },
    },
    bundle !== undefined && { key: 'bundle', words: t`Bundle ${bundle}` },
    batch !== undefined && { key: 'batch', words: t`Signing batch ${batch}` },
    depositSlip !== undefined && { key: 'slip', words: t`Deposit slip ${depositSlip}` },
    application !== undefined && { key: 'application', words: t`Application of ${application}` },
    amount !== undefined && { key: 'amount', words: formatRupees(amount) },
    isMailed && { key: 'mail', words: t`The college was notified by mail.` },
  ];
  return facts.filter((fact) => fact !== false);
}
