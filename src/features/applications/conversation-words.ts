import { describeFallenDraft } from '#features/demand-drafts/contract.ts';
import { auditField, spelledOut } from '#shared/audit-names.ts';
import { awardRecord } from '#shared/award-record.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import { textOfField } from '#shared/declared-field.ts';
import { formatMoment, formatRupees } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { ChangedField, ConversationEntry, ReasonAnswer } from './conversation-contract.ts';
import { rejectionReasonLabels, reopeningReasonLabels, returnReasonLabels } from './decision-contract.ts';
import { fieldsOfReason } from './rules.ts';

const reasonLabels: Partial<Record<ConversationEntry['act'], Readonly<Record<string, string>>>> = {
  returned: returnReasonLabels,
  rejected: rejectionReasonLabels,
  reopened: reopeningReasonLabels,
};

export function reasonsInWords({ act, reasons }: Pick<ConversationEntry, 'act' | 'reasons'>): string[] {
  return reasons.map((reason) => choiceInWords(reasonLabels[act] ?? {}, reason));
}

/** `Returned 01/12/2026, 12:49 by you: Photo cannot be used; Name differs from the marks card` */
export function headingOf(entry: ConversationEntry, readerId?: string): string {
  const at = formatMoment(entry.at);
  const by = entry.byId !== null && entry.byId === readerId ? t`you` : entry.by;
  const reasons = reasonsInWords(entry).join('; ');
  switch (entry.act) {
    case 'returned':
      return t`Returned ${at} by ${by}: ${reasons}`;
    case 'rejected':
      return t`Rejected ${at} by ${by}: ${reasons}`;
    case 'reopened':
      return t`Reopened ${at} by ${by}: ${reasons}`;
    case 'corrected':
      return t`Corrected ${at} by ${by}`;
    case 'verified':
      return t`Verified ${at} by ${by}`;
  }
}

/** The remark, what was changed, what was answered, and whether it was taken back. */
export function linesOf({ fallenDraft, remark, changes, answers, takenBackAt }: ConversationEntry): string[] {
  return [
    ...(fallenDraft ? [describeFallenDraft(fallenDraft)] : remark ? [remark] : []),
    ...changes.map(changeInWords),
    ...answers.flatMap(answerInWords),
    ...(takenBackAt === null ? [] : [t`Taken back ${formatMoment(takenBackAt)}`]),
  ];
}

function changeInWords({ field, before, after }: ChangedField): string {
  const label = translateLabel(auditField('application', field)?.label ?? spelledOut(field));
  if (before === null && after === null) return t`${label}: changed`;
  return `${label}: ${valueInWords(field, before)} → ${valueInWords(field, after)}`;
}

function valueInWords(field: string, value: string | null): string {
  if (value === null) return t`(empty)`;
  const known = auditField('application', field);
  return known?.kind === 'rupees' ? formatRupees(Number(value)) : textOfField(awardRecord, field, value);
}

/** Nothing for a reason whose changed field says it already. */
function answerInWords({ reason, answer, remark }: ReasonAnswer): string[] {
  const label = choiceInWords(returnReasonLabels, reason);
  if (answer === 'left') return [t`${label}: left as it is. ${remark}`];
  return fieldsOfReason[reason] ? [] : [t`${label}: corrected`];
}
