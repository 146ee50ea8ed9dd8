import { Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconFileTypePdf, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { ConfirmDialog } from '#platform/web/components/dialog.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { useCommand } from '#platform/web/components/use-command.tsx';
import { useStockWords } from '#platform/web/languages/stock-words.tsx';
import { shippedInWords } from '#shared/choice-lists.ts';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type LayoutState, type Proof, proofDocuments } from '../proof-contract.ts';
import { layoutLabel, proofCan } from '../rules.ts';

export const openProof = {
  label: t`Open proof sheet`,
  icon: IconFileTypePdf,
  onClick: ({ id }) => void window.open(addressOf(proofDocuments.proof, { id }), '_blank', 'noopener'),
} as const satisfies RowAction<Proof>;

export const refuseProof = {
  label: t`Refuse`,
  icon: IconX,
  place: 'details',
  tone: 'danger',
  disabledReason: (proof) => whyNot(proofCan.refuse(proof)),
  dialog: (proof, onClose) => <RefuseDialog proof={proof} onClose={onClose} />,
} as const satisfies RowAction<Proof>;

export const signOffProof = {
  label: t`Sign off`,
  icon: IconCheck,
  place: 'details',
  disabledReason: (proof, actorId) => whyNot(proofCan.signOff(proof, actorId)),
  dialog: (proof, onClose) => <SignOffDialog proof={proof} onClose={onClose} />,
} as const satisfies RowAction<Proof>;

function RefuseDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const label = useLayoutLabel()(proof);
  return (
    <CommandDialog
      tone="danger"
      title={t`Refuse the proof sheet of ${label}?`}
      confirmLabel={t`Refuse`}
      call={client.proofs.refuseProof}
      fields={{
        remark: reasonField({
          label: t`What is wrong`,
          missing: t`Enter what is wrong with the proof sheet.`,
        }),
      }}
      input={({ remark }) => ({ id: proof.id, version: proof.version, remark })}
      done={() => t`The proof sheet of ${label} is refused.`}
      onClose={onClose}
    >
      {t`No run of this layout starts until another proof sheet is made and signed off.`}
    </CommandDialog>
  );
}

function SignOffDialog({ proof, onClose }: { proof: Proof; onClose: () => void }) {
  const label = useLayoutLabel()(proof);
  return (
    <CommandDialog
      title={t`Sign off the proof sheet of ${label}?`}
      confirmLabel={t`Sign off`}
      call={client.proofs.signOffProof}
      input={() => ({ id: proof.id, version: proof.version })}
      done={() => t`The proof sheet of ${label} is signed off.`}
      onClose={onClose}
    >
      {t`${proof.madeBy} made it. You confirm that you saw it on paper, that words, signatories, crest and colors are right and that the QR code can be scanned: runs of this layout may start from now on. A sign-off cannot be undone.`}
    </CommandDialog>
  );
}

/** The label of a layout in the user's language. */
export function useLayoutLabel(): typeof layoutLabel {
  const say = useStockWords();
  return ({ certificateType, colour }) =>
    layoutLabel({ certificateType: shippedInWords(certificateType), colour: say(colour) });
}

/** Makes a proof sheet and notifies about the next step. */
export function useMakeProof(onMade?: () => void) {
  const labelOf = useLayoutLabel();
  return useCommand(client.proofs.makeProof, {
    onSuccess: (_made, layout) => {
      notifications.show({
        message: t`The proof sheet of ${labelOf(layout)} is made. Print it on plain paper and have it signed off.`,
        color: 'green',
      });
      onMade?.();
    },
  });
}

/** Asks for the layout; those with waiting certificates come first. */
export function MakeProofDialog({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const layouts = useQuery(api.proofs.listLayouts.queryOptions());
  const make = useMakeProof(onClose);
  const labelOf = useLayoutLabel();
  const open = (layouts.data?.layouts ?? [])
    .filter((layout) => layout.proof === 'none')
    .toSorted((a, b) => b.waiting - a.waiting);
  const layout = open.find((one) => layoutLabel(one) === chosen);
  return (
    <ConfirmDialog
      title={t`Make proof sheet`}
      confirmLabel={t`Make proof sheet`}
      reason={layout ? null : t`Choose a layout.`}
      isPending={make.isPending}
      error={make.error ?? layouts.error}
      onConfirm={() => make.attempt({ certificateType: layout!.certificateType, colour: layout!.colour })}
      onCancel={onClose}
    >
      <Stack gap="sm">
        <Text>{t`It shows the longest and the shortest name of the certificate type and the longest in each script, says PROOF across the page and is printed on plain paper. Another printer or an admin signs it off.`}</Text>
        <ChoiceInput
          label={t`Certificate type and color`}
          description={t`Those that have no proof sheet since the template or the signatories changed.`}
          placeholder={t`Choose a layout`}
          nothingFoundMessage={t`Every layout has its proof sheet.`}
          required
          data-autofocus
          data={open.map((one) => ({ value: layoutLabel(one), label: withWaiting(one, labelOf(one)) }))}
          value={chosen}
          onChange={setChosen}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function withWaiting({ waiting }: LayoutState, label: string): string {
  return waiting === 0 ? label : t`${label} (${formatCount(waiting)} waiting)`;
}
