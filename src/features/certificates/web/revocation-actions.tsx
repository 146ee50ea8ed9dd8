import { List } from '@mantine/core';
import { IconAlertOctagon, IconArrowBackUp, IconX } from '@tabler/icons-react';
import { client } from '#features/client.ts';
import { CommandDialog, commandAction, reasonField } from '#platform/web/components/command-dialog.tsx';
import type { RowAction } from '#platform/web/components/list.tsx';
import { StatusBadge, type StatusTone } from '#platform/web/components/values.tsx';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { Certificate } from '../contract.ts';
import { type Revocation, revocationLabels } from '../revocation-contract.ts';
import { revocationCan } from '../rules.ts';

/** In the details of a certificate in any state. */
export const revokeAction: RowAction<Certificate> = {
  label: t`Revoke`,
  icon: IconAlertOctagon,
  tone: 'danger',
  place: 'details',
  isFor: 'certificates:revoke',
  disabledReason: (row) => whyNot(revocationCan.propose(row)),
  dialog: (row, onClose) => <ProposeRevocationDialog certificate={row} onClose={onClose} />,
};

/** Asks for reason and authority; another admin confirms. */
function ProposeRevocationDialog(props: { certificate: Certificate; onClose: () => void }) {
  const { certificate, onClose } = props;
  const { id, version, convocationNumber: number, studentName } = certificate;
  return (
    <CommandDialog
      tone="danger"
      title={t`Revoke certificate ${number}?`}
      confirmLabel={t`Propose revocation`}
      call={client.revocations.proposeRevocation}
      fields={{
        reason: reasonField({
          label: t`Reason`,
          description: t`It is shown to anyone who checks the sheet.`,
          maxLength: 300,
          missing: t`Enter why the certificate is revoked.`,
        }),
        authority: {
          kind: 'line',
          label: t`Authority`,
          description: t`The resolution or order, with its date.`,
          isRequired: true,
          maxLength: 200,
          missing: t`Enter the resolution or order, with its date.`,
        },
      }}
      input={({ reason, authority }) => ({ id, version, reason, authority })}
      done={() => t`It is proposed to revoke ${number}. Another admin confirms or declines it.`}
      onClose={onClose}
    >
      {t`Nothing changes for ${studentName} until another admin confirms. Then the certificate is revoked permanently.`}
    </CommandDialog>
  );
}

/** What a second person confirms, and the consequences. */
function Consequences(props: { revocation: Pick<Revocation, 'studentName' | 'reason' | 'authority'> }) {
  const { revocation } = props;
  const { studentName, reason, authority } = revocation;
  return (
    <List size="sm" listStyleType="none" spacing={4}>
      <List.Item>{t`Student: ${studentName}`}</List.Item>
      <List.Item>{t`Reason: ${reason}`}</List.Item>
      <List.Item>{t`Authority: ${authority}`}</List.Item>
      <List.Item>
        {t`No copy is printed or handed over any more, and whoever checks the sheet reads since when and why it is revoked. This cannot be undone.`}
      </List.Item>
    </List>
  );
}

/** The actions on a proposal, in its row and in the certificate's record. */
export const revocationActions: RowAction<Revocation>[] = [
  commandAction({
    label: t`Confirm revocation`,
    icon: IconAlertOctagon,
    tone: 'danger',
    isFor: 'certificates:revoke',
    disabledReason: (row: Revocation, actorId) => whyNot(revocationCan.confirm(row, actorId)),
    ask: ({ id, ...row }: Revocation) => ({
      title: t`Revoke certificate ${row.convocationNumber} permanently?`,
      call: client.revocations.confirmRevocation,
      input: () => ({ id }),
      done: () => t`Certificate ${row.convocationNumber} is revoked.`,
      children: <Consequences revocation={row} />,
    }),
  }),
  commandAction({
    label: t`Decline`,
    icon: IconX,
    isFor: 'certificates:revoke',
    disabledReason: (row: Revocation, actorId) => whyNot(revocationCan.decline(row, actorId)),
    ask: ({ id, ...row }: Revocation) => ({
      title: t`Decline to revoke certificate ${row.convocationNumber}?`,
      call: client.revocations.declineRevocation,
      fields: {
        remark: reasonField({ label: t`Why it is declined`, missing: t`Enter why it is declined.` }),
      },
      input: ({ remark }) => ({ id, remark }),
      done: () => t`The revocation of ${row.convocationNumber} is declined.`,
      children: t`The certificate of ${row.studentName} stays what it is. ${row.proposedBy} reads why.`,
    }),
  }),
  commandAction({
    label: t`Withdraw proposal`,
    icon: IconArrowBackUp,
    isFor: 'certificates:revoke',
    disabledReason: (row: Revocation, actorId) => whyNot(revocationCan.withdraw(row, actorId)),
    ask: ({ id, ...row }: Revocation) => ({
      title: t`Withdraw the revocation of certificate ${row.convocationNumber}?`,
      call: client.revocations.withdrawRevocation,
      input: () => ({ id }),
      done: () => t`The revocation of ${row.convocationNumber} is withdrawn.`,
      children: t`The certificate of ${row.studentName} stays what it is.`,
    }),
  }),
];

const tones: Record<keyof typeof revocationLabels, StatusTone> = {
  proposed: 'waiting',
  confirmed: 'bad',
  declined: 'neutral',
  withdrawn: 'neutral',
};

export function RevocationBadge({ outcome }: Pick<Revocation, 'outcome'>) {
  const shown = outcome ?? 'proposed';
  return <StatusBadge tone={tones[shown]} label={revocationLabels[shown]} />;
}
