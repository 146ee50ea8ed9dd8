import { copyLabel } from '#features/certificates/copy-contract.ts';
import { formatRupees } from '#shared/format.ts';
import type { RecordRef } from '#shared/record-kinds.ts';
import { t } from '#shared/words.ts';
import type { EventDetails } from '../contract.ts';

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
