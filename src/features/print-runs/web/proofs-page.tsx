import { IconPlus } from '@tabler/icons-react';
import { api } from '#features/client.ts';
import { printSize } from '#platform/web/components/links.tsx';
import { inGroups } from '#platform/web/components/list/record-parts.tsx';
import {
  type Cells,
  type DetailField,
  listSource,
  type RowAction,
  type ToolbarAction,
} from '#platform/web/components/list.tsx';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { proofsLayout } from '../columns.ts';
import { type Proof, type ProofFilters, proofStateLabels } from '../proof-contract.ts';
import { MakeProofDialog, openProof, refuseProof, signOffProof, useLayoutLabel } from './proof-actions.tsx';

const filters = {
  state: {
    label: t`State`,
    options: optionsOf({ all: t`All`, ...proofStateLabels }),
  },
} as const;

const cells: Cells<Proof> = {
  state: (row) => <ProofBadge proof={row} />,
};

const list = listSource<Proof, never, Pick<ProofFilters, 'state'>>({
  layout: proofsLayout,
  page: api.proofs.listProofs,
  count: api.proofs.countProofs,
  addedBy: ['proofs.made'],
});

const rowActions: RowAction<Proof>[] = [
  { ...openProof, disabledReason: (proof) => (proof.isCurrent ? null : whyNot('proofs.outdated')) },
  refuseProof,
  signOffProof,
];

const toolbarActions: ToolbarAction[] = [
  {
    label: t`Make proof sheet`,
    icon: IconPlus,
    isPrimary: true,
    dialog: (onClose) => <MakeProofDialog onClose={onClose} />,
  },
];

/** /printer/proofs: layouts of certificates, which two people look at before the first sheet is printed. */
export function ProofsPage() {
  return (
    <ListScreen
      title={t`Proof sheets`}
      description={`${t`Whenever the template or the signatories change, a second person signs off a proof sheet before a run starts.`} ${printSize()}`}
      searchPlaceholder={t`Search by type, color or person...`}
      emptyMessage={t`No proof sheets found`}
      emptyHelp={t`A proof sheet shows on plain paper how a certificate will be printed, and is approved before the first run.`}
      cells={cells}
      filters={filters}
      list={list}
      rowLabel={useLayoutLabel()}
      details={details}
      rowActions={rowActions}
      toolbarActions={toolbarActions}
    />
  );
}

function details({ fingerprint }: Proof): DetailField[] {
  return inGroups({ technical: [{ label: t`Fingerprint`, value: fingerprint, copy: fingerprint }] });
}

const tones: Record<Proof['state'], StatusTone> = { waiting: 'waiting', signed_off: 'good', refused: 'bad' };

/** For a layout no longer in use only that is shown: its proof no longer counts. */
function ProofBadge({ proof }: { proof: Proof }) {
  if (!proof.isCurrent && proof.state !== 'refused') {
    return <StatusBadge tone="neutral" label={t`Of an earlier layout`} />;
  }
  return <StatusBadge tone={tones[proof.state]} label={proofStateLabels[proof.state]} />;
}
