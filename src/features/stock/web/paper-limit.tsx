import { Button, Group, NumberInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ConfirmDialog } from '#platform/web/components/confirm-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import { stockKey } from './stock-lists.ts';

/** Below how many sheets the screens warn, and the dialog that changes it. */
export function PaperLimit({ paper, mayChange }: { paper: Paper; mayChange: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t`Warned below ${formatCount(paper.warnBelow)} sheets`}
      </Text>
      {mayChange && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t`Change the limit of ${paper.name}, ${paper.colour}`}
          onClick={() => setIsOpen(true)}
        >
          {t`Change`}
        </Button>
      )}
      {isOpen && <LimitDialog paper={paper} onClose={() => setIsOpen(false)} />}
    </Group>
  );
}

function LimitDialog({ paper, onClose }: { paper: Paper; onClose: () => void }) {
  const [warnBelow, setWarnBelow] = useState<number | string>(paper.warnBelow);
  const command = useCommand(client.stock.setPaperLimit, {
    invalidates: [stockKey],
    onSuccess: () => {
      notifications.show({ message: t`The limit is changed.`, color: 'green' });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={t`Warn of low stock of ${paper.name}, ${paper.colour}`}
      confirmLabel={t`Save limit`}
      reason={warnBelow === '' ? t`Write a number.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() =>
        command.run({ id: paper.id, version: paper.version, warnBelow: Number(warnBelow) }).catch(() => {})
      }
      onCancel={onClose}
    >
      <NumberInput
        label={t`Warn below`}
        description={t`Sheets in store and issued.`}
        min={0}
        allowDecimal={false}
        data-autofocus
        value={warnBelow}
        onChange={setWarnBelow}
      />
    </ConfirmDialog>
  );
}
