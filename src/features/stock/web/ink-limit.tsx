import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { t } from '#shared/words.ts';
import type { Ink } from '../ink-contract.ts';
import { unitLabel } from '../rules.ts';

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
  const missing = t`Enter both numbers.`;
  return (
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
  );
}
