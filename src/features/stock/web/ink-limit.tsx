import { Button, NumberInput, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { t } from '#shared/words.ts';
import type { Ink } from '../ink-contract.ts';
import { unitLabel } from '../rules.ts';
import { stockKey } from './stock-lists.ts';

/** Changes what an ink is expected to yield, and below how much the screens warn of it. */
export function InkLimitButton({ ink }: { ink: Ink }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        aria-label={t`Change yield and limit of ${ink.name}, ${ink.colour}`}
        onClick={() => setIsOpen(true)}
      >
        {t`Yield and limit`}
      </Button>
      {isOpen && <LimitDialog ink={ink} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function LimitDialog({ ink, onClose }: { ink: Ink; onClose: () => void }) {
  const [sheetsPerUnit, setSheetsPerUnit] = useState<number | string>(ink.sheetsPerUnit);
  const [warnBelow, setWarnBelow] = useState<number | string>(ink.warnBelow);
  const command = useCommand(client.stock.setInkLimits, {
    invalidates: [stockKey],
    onSuccess: () => {
      notifications.show({ message: t`Yield and limit are changed.`, color: 'green' });
      onClose();
    },
  });
  const isWritten = Number(sheetsPerUnit) > 0 && warnBelow !== '';
  return (
    <ConfirmDialog
      isOpen
      title={t`Yield and limit of ${ink.name}, ${ink.colour}`}
      confirmLabel={t`Save`}
      reason={isWritten ? null : t`Write both numbers.`}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command
          .run({
            id: ink.id,
            version: ink.version,
            sheetsPerUnit: Number(sheetsPerUnit),
            warnBelow: Number(warnBelow),
          })
          .catch(() => {})
      }
      onCancel={onClose}
    >
      <Stack gap="sm">
        <NumberInput
          label={t`Expected yield`}
          description={t`Sheets that one unit prints.`}
          min={1}
          allowDecimal={false}
          data-autofocus
          value={sheetsPerUnit}
          onChange={setSheetsPerUnit}
        />
        <NumberInput
          label={t`Warn below`}
          min={0}
          allowDecimal={false}
          suffix={` ${unitLabel(ink.unit)}`}
          value={warnBelow}
          onChange={setWarnBelow}
        />
      </Stack>
    </ConfirmDialog>
  );
}
