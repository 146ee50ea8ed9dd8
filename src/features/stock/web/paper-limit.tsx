import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';

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
  return (
    <CommandDialog
      title={t`Warn of low stock of ${paper.name}, ${paper.colour}`}
      confirmLabel={t`Save limit`}
      call={client.stock.setPaperLimit}
      fields={{
        warnBelow: {
          kind: 'number',
          label: t`Warn below`,
          description: t`Sheets in store and issued.`,
          initial: paper.warnBelow,
          min: 0,
          isFocused: true,
          missing: t`Enter a number.`,
        },
      }}
      input={({ warnBelow }) => ({ id: paper.id, version: paper.version, warnBelow })}
      done={() => t`The limit is changed.`}
      onClose={onClose}
    />
  );
}
