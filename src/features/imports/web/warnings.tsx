import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { Section } from '#platform/web/components/page.tsx';
import { ErrorNotice, useCommand } from '#platform/web/components/use-command.tsx';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { Fault, FaultKind, ImportDetail } from '../contract.ts';
import { FaultTable } from './fault-table.tsx';
import { faultInWords } from './import-words.ts';

/** What a person has to look at before the rows are saved, and accepts one by one or by kind. */
export function Warnings({ upload }: { upload: ImportDetail }) {
  const accept = useCommand(client.imports.acceptImportWarnings, { isSerial: true });
  const [asked, setAsked] = useState<FaultKind | null>(null);
  const waiting = (kind: FaultKind) => kind.count - kind.acceptedCount;
  return (
    <Section title={t`Warnings`} order={3} size="h4">
      {accept.error != null && <ErrorNotice error={accept.error} />}
      <FaultTable
        upload={upload}
        level="warning"
        label={t`Warnings by row`}
        kindAction={(kind) =>
          waiting(kind) > 0 && (
            <Button size="compact-xs" variant="default" onClick={() => setAsked(kind)}>
              {t`Accept all…`}
            </Button>
          )
        }
        action={{
          head: t`Decision`,
          of: (fault) => (
            <Decision key={fault.id} fault={fault} onAccept={() => accept.attempt(ofOne(upload, fault))} />
          ),
        }}
      />
      {asked && (
        <CommandDialog
          title={t`Accept all warnings “${faultInWords(upload.kind, asked)}”?`}
          confirmLabel={t`Accept ${formatCount(waiting(asked))}`}
          call={client.imports.acceptImportWarnings}
          input={() => ({ id: upload.id, field: asked.field, code: asked.code, count: waiting(asked) })}
          onClose={() => setAsked(null)}
        >
          {t`The rows are then saved as they are in the file. The audit log records who accepted them.`}
        </CommandDialog>
      )}
    </Section>
  );
}

const ofOne = ({ id }: ImportDetail, fault: Fault) => ({ id, warningIds: [fault.id] });

function Decision({ fault, onAccept }: { fault: Fault; onAccept: () => Promise<unknown> }) {
  if (fault.acceptedBy) return t`Accepted by ${fault.acceptedBy}`;
  return (
    <ActionButton
      size="compact-xs"
      variant="default"
      reason={null}
      aria-label={t`Accept row ${formatCount(fault.rowNumber)}`}
      onClick={onAccept}
    >
      {t`Accept`}
    </ActionButton>
  );
}
