import { Group, Stack, Text } from '@mantine/core';
import { IconCashBanknote, IconDiscount2 } from '@tabler/icons-react';
import { describeConcession } from '#features/applications/concession.ts';
import { concessionReasonLabels, describeCharge } from '#features/charges/charge.ts';
import { client } from '#features/client.ts';
import { draftFields, draftOf, faultOfDraft } from '#features/demand-drafts/web/draft-dialog-fields.ts';
import { useMay } from '#platform/web/api/session.ts';
import { DialogButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { formatRupees } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { causeOf } from '../columns.ts';
import type { ReprintRequest } from '../contract.ts';
import { reprintCan } from '../rules.ts';

/** The charge of a reprint, with actions to record a draft or a concession. */
export function ReprintCharge({ request }: { request: ReprintRequest }) {
  const isCashier = useMay('reprints:pay');
  const due = request.charge?.pendingAmount ?? 0;
  const dialog = { request, due };
  return (
    <Stack gap={4}>
      <ChargeFacts request={request} />
      {isCashier && due > 0 && (
        <Group gap="xs">
          <DialogButton
            size="xs"
            variant="default"
            leftSection={<IconCashBanknote size={14} aria-hidden />}
            dialog={(onClose) => <PayDialog {...dialog} onClose={onClose} />}
          >
            {t`Record the demand draft`}
          </DialogButton>
          {reprintCan.concede(request) === true && (
            <DialogButton
              size="xs"
              variant="default"
              leftSection={<IconDiscount2 size={14} aria-hidden />}
              dialog={(onClose) => <ConcessionDialog {...dialog} onClose={onClose} />}
            >
              {t`Record a concession`}
            </DialogButton>
          )}
        </Group>
      )}
    </Stack>
  );
}

/** What the reprint costs, and what of that is due. */
export function ChargeFacts({ request }: { request: ReprintRequest }) {
  const { charge, concession } = request;
  if (causeOf(request) === 'office') return <Text size="sm">{t`No charge: our fault`}</Text>;
  if (!charge) return null;
  return (
    <div>
      <Text size="sm">{describeCharge(charge)}</Text>
      {concession && <Text size="sm">{describeConcession(charge.scheduledAmount, concession)}</Text>}
      <Text size="sm" fw={600}>
        {charge.pendingAmount === 0
          ? t`Nothing is due.`
          : t`${formatRupees(charge.pendingAmount)} are due before it is approved.`}
      </Text>
    </div>
  );
}

type DialogProps = { request: ReprintRequest; due: number; onClose: () => void };

function PayDialog({ request: { id, version, convocationNumber }, due, onClose }: DialogProps) {
  return (
    <CommandDialog
      title={t`Record the demand draft for the reprint of ${convocationNumber}?`}
      confirmLabel={t`Record`}
      call={client.reprints.payReprint}
      fields={draftFields({ amount: due })}
      fault={faultOfDraft}
      input={(typed) => ({ id, version, draft: draftOf(typed) })}
      done={({ pending }) =>
        pending === 0
          ? t`The reprint of ${convocationNumber} is paid and can be approved.`
          : t`${formatRupees(pending)} of the reprint of ${convocationNumber} are still due.`
      }
      onClose={onClose}
    >
      {t`${formatRupees(due)} are due. What the draft is worth more stays as its balance.`}
    </CommandDialog>
  );
}

function ConcessionDialog({ request: { id, version, convocationNumber }, due, onClose }: DialogProps) {
  return (
    <CommandDialog
      title={t`Record a concession for the reprint of ${convocationNumber}?`}
      confirmLabel={t`Record`}
      call={client.reprints.concedeReprint}
      fields={{
        amount: {
          kind: 'rupees',
          label: t`Concession`,
          initial: due,
          min: 1,
          max: due,
          isRequired: true,
          missing: t`Enter up to ${formatRupees(due)}.`,
        },
        reason: {
          kind: 'choice',
          label: t`Reason for the concession`,
          options: optionsOf(concessionReasonLabels),
          initial: null,
          isRequired: true,
          missing: t`Choose the reason for the concession.`,
        },
        authority: {
          kind: 'line',
          label: t`Authority`,
          description: t`Number and date of the order.`,
          isRequired: true,
          maxLength: 120,
          missing: t`Enter the order number and its date.`,
        },
      }}
      input={(typed) => ({ id, version, ...typed })}
      done={() => t`The concession for the reprint of ${convocationNumber} is recorded.`}
      onClose={onClose}
    >
      {t`Another person confirms it by approving the reprint.`}
    </CommandDialog>
  );
}
