import { chargeLabels } from '#features/masters/declared/fee-schedule.ts';
import { choiceInWords } from '#shared/choice-lists.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { concessionReasonLabels } from './charge.ts';
import type { ConcessionOfCharge } from './contract.ts';

export const concessionsLayout = {
  name: 'concessions',
  columns: {
    recordedAt: { header: t`Recorded at`, kind: 'moment', card: 'line' },
    candidateName: { header: t`Candidate name`, card: 'title' },
    registrationNumber: {
      header: t`College Registration number`,
      record: ({ applicationId }) => ({ kind: 'application', id: applicationId }),
    },
    collegeName: { header: t`College name` },
    kind: { header: t`Charge`, value: ({ kind }) => chargeLabels[kind] },
    reason: { header: t`Reason`, value: ({ reason }) => choiceInWords(concessionReasonLabels, reason) },
    authority: { header: t`Authority`, card: 'line' },
    recordedBy: { header: t`Recorded by` },
    scheduledAmount: { header: t`By the schedule`, kind: 'rupees' },
    concessionAmount: { header: t`Concession`, kind: 'rupees', card: 'line' },
  },
} as const satisfies ListLayout<ConcessionOfCharge>;
