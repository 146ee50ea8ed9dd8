import { IconCheck, IconFileTypePdf, IconPlus, IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useSession } from '#platform/web/api/session.ts';
import { columnsOf } from '#platform/web/components/list/layout-columns.tsx';
import type {
  Column,
  DetailField,
  RowAction,
  ToolbarAction,
} from '#platform/web/components/list/list-declaration.ts';
import { ListScreen } from '#platform/web/components/list-screen.tsx';
import { Moment } from '#platform/web/components/moment.tsx';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { proofsLayout } from '../columns.ts';
import { type Proof, proofStateLabels, proofStates } from '../proof-contract.ts';
import { proofCan } from '../rules.ts';
import { proofList } from './paper-lists.ts';
import { ProofBadge } from './proof-badge.tsx';
import {
  layoutLabel,
  MakeProofDialog,
  openProofSheet,
  RefuseProofDialog,
  SignOffDialog,
} from './proof-dialogs.tsx';

const filters = {
  state: {
    label: t`State`,
    options: [
      { value: 'all', label: t`All` },
      ...proofStates.map((state) => ({ value: state, label: proofStateLabels[state] })),
    ],
  },
} as const;

const columns: Column<Proof, never>[] = columnsOf<Proof, never, keyof typeof proofsLayout.columns>(
  proofsLayout,
  {
    certificateType: { width: 150, card: 'title' },
    colour: { width: 110, card: 'line' },
    state: { width: 180, card: 'badge', render: (row) => <ProofBadge proof={row} /> },
    templateVersion: { width: 110, card: 'hidden' },
    madeBy: { width: 150, card: 'line' },
    madeAt: { width: 150, card: 'hidden' },
    decidedBy: { width: 150, card: 'line' },
    decidedAt: { width: 150, card: 'hidden' },
    remark: { width: 180, card: 'hidden' },
  },
);

type Asked = { act: 'sign-off' | 'refuse'; proof: Proof } | { act: 'make' };

/** /printer/proofs: how certificates look, seen by two people before the first sheet is printed. */
export function ProofsPage() {
  const { staffId } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const rowActions = useMemo<RowAction<Proof>[]>(
    () => [
      {
        label: t`Open proof sheet`,
        icon: IconFileTypePdf,
        onClick: openProofSheet,
        disabledReason: (proof) => (proof.isCurrent ? null : sentenceOf('proofs.outdated')),
      },
      {
        label: t`Refuse`,
        icon: IconX,
        place: 'details',
        tone: 'danger',
        onClick: (proof) => setAsked({ act: 'refuse', proof }),
        disabledReason: (proof) => sentenceOf(proofCan.refuse(proof)),
      },
      {
        label: t`Sign off`,
        icon: IconCheck,
        place: 'details',
        onClick: (proof) => setAsked({ act: 'sign-off', proof }),
        disabledReason: (proof) => sentenceOf(proofCan.signOff(proof, staffId)),
      },
    ],
    [staffId],
  );
  const toolbarActions: ToolbarAction[] = [
    {
      label: t`Make proof sheet`,
      icon: IconPlus,
      isPrimary: true,
      onClick: () => setAsked({ act: 'make' }),
    },
  ];
  const close = () => setAsked(null);
  return (
    <>
      <ListScreen
        title={t`Proof sheets`}
        description={t`Whenever the template or the signatories change, a second person signs off a proof sheet before a run starts.`}
        searchPlaceholder={t`Search by type, color or person...`}
        emptyMessage={t`No proof sheets found`}
        columns={columns}
        filters={filters}
        list={proofList}
        rowLabel={layoutLabel}
        details={fieldsOf}
        rowActions={rowActions}
        toolbarActions={toolbarActions}
      />
      {asked?.act === 'make' && <MakeProofDialog onClose={close} />}
      {asked?.act === 'sign-off' && <SignOffDialog proof={asked.proof} onClose={close} />}
      {asked?.act === 'refuse' && <RefuseProofDialog proof={asked.proof} onClose={close} />}
    </>
  );
}

function fieldsOf(proof: Proof): DetailField[] {
  return [
    { label: t`Certificate type`, value: proof.certificateType },
    { label: t`Color`, value: proof.colour },
    { label: t`State`, value: <ProofBadge proof={proof} /> },
    { label: t`Template`, value: proof.templateVersion, copy: proof.templateVersion },
    { label: t`Made by`, value: proof.madeBy },
    { label: t`Made at`, value: <Moment value={proof.madeAt} /> },
    { label: t`Decided by`, value: proof.decidedBy ?? '-' },
    { label: t`Decided at`, value: <Moment value={proof.decidedAt} /> },
    { label: t`Remark`, value: proof.remark ?? '-' },
    { label: t`Fingerprint`, value: proof.fingerprint, copy: proof.fingerprint },
  ];
}

function sentenceOf(ruling: true | 'proofs.decided' | 'proofs.outdated' | 'proofs.own_proof'): string | null {
  return ruling === true ? null : errorSentence(ruling, undefined);
}
