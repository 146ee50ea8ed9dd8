import { applicationStatusLabels } from '#features/applications/contract.ts';
import { draftStateLabels } from '#features/demand-drafts/contract.ts';
import { depositSlipStateLabels } from '#features/demand-drafts/slip-contract.ts';
import { printRunStateLabels } from '#features/print-runs/contract.ts';
import { blankStateLabels } from '#shared/blank-states.ts';
import { certificateStateLabels } from '#shared/certificate-states.ts';
import type { FoundKind } from '#shared/found-records.ts';
import { roleLabels } from '#shared/roles.ts';
import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import type { FoundRecord } from '../contract.ts';

export const kindLabels: Record<FoundKind, string> = {
  application: t`Application`,
  certificate: t`Certificate`,
  draft: t`Demand draft`,
  sheet: t`Sheet`,
  run: t`Print run`,
  person: t`Person`,
  slip: t`Deposit slip`,
  bundle: t`Bundle`,
  signing_batch: t`Signing batch`,
};

const stateLabels: Partial<Record<FoundKind, Readonly<Record<string, string>>>> = {
  application: applicationStatusLabels,
  certificate: certificateStateLabels,
  draft: draftStateLabels,
  sheet: blankStateLabels,
  run: printRunStateLabels,
  slip: depositSlipStateLabels,
  person: roleLabels,
};

/** The record's state as its kind labels it. */
export function stateInWords({ kind, state }: Pick<FoundRecord, 'kind' | 'state'>): string {
  const label = state && stateLabels[kind]?.[state];
  return label ? said(label) : '';
}
