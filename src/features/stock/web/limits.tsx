import { Group, Text } from '@mantine/core';
import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { DialogButton } from '#platform/web/components/dialog-button.tsx';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { Paper } from '../blank-contract.ts';
import type { Ink } from '../ink-contract.ts';
import { unitLabel } from '../rules.ts';

/** Below how many sheets the screens warn, and the dialog that changes it. */
export function PaperLimit({ paper, mayChange }: { paper: Paper; mayChange: boolean }) {
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {t`Warned below ${formatCount(paper.warnBelow)} sheets`}
      </Text>
      {mayChange && (
        <DialogButton
          size="compact-sm"
          variant="subtle"
          aria-label={t`Change the limit of ${paper.name}, ${paper.colour}`}
          dialog={(onClose) => (
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
          )}
        >
          {t`Change`}
        </DialogButton>
      )}
    </Group>
  );
}

/** Changes what an ink is expected to yield, and below how much the screens warn of it. */
export function InkLimitButton({ ink }: { ink: Ink }) {
  const missing = t`Enter both numbers.`;
  return (
    <DialogButton
      size="compact-xs"
      variant="subtle"
      aria-label={t`Change yield and limit of ${ink.name}, ${ink.colour}`}
      dialog={(onClose) => (
        <CommandDialog
          title={t`Yield and limit of ${ink.name}, ${ink.colour}`}
          confirmLabel={t`Save`}
          call={client.stock.setInkLimits}
          fields={{
            sheetsPerUnit: {
              kind: 'number',
              label: t`Expected yield`,
              description: t`Sheets that one unit prints.`,
              initial: ink.sheetsPerUnit,
              min: 1,
              isFocused: true,
              missing,
            },
            warnBelow: {
              kind: 'number',
              label: t`Warn below`,
              initial: ink.warnBelow,
              min: 0,
              suffix: ` ${unitLabel(ink.unit)}`,
              missing,
            },
          }}
          input={(values) => ({ id: ink.id, version: ink.version, ...values })}
          done={() => t`Yield and limit are changed.`}
          onClose={onClose}
        />
      )}
    >
      {t`Yield and limit`}
    </DialogButton>
  );
}
