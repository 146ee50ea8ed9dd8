import { Trans } from '@lingui/react/macro';
import { Button, Group, Kbd, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChecks } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { readSerial } from '#features/stock/serials.ts';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { useScanner } from '#web/components/use-scanner.ts';
import type { PrintRunDetail, Sheet } from '../contract.ts';
import { printRunCan } from '../rules.ts';
import { AllGoodDialog, SpoilDialog, type SpoilReason } from './outcome-dialogs.tsx';
import { SheetBadge } from './run-badge.tsx';
import classes from './sheet-table.module.css';

/**
 * The sheets in printing order; a run that is printing opens on the first one without an outcome. Arrows move, G says good, S
 * says spoilt, and the next open sheet follows by itself. A scanned serial finds its sheet.
 */
export function SheetTable(props: { run: PrintRunDetail; mayRecord: boolean; onRecorded: () => void }) {
  const { run, mayRecord } = props;
  const command = useCommand(client.printRuns.recordSheets, { onSuccess: props.onRecorded });
  const [spoiling, setSpoiling] = useState<Sheet | null>(null);
  const [isAsking, setIsAsking] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  const open = run.sheets.filter((sheet) => sheet.outcome === null);
  const ruling = printRunCan.record(run);
  const notPrinting = ruling === true ? null : errorSentence('print_runs.not_printing', undefined);
  const canRecord = mayRecord && ruling === true;

  useEffect(() => {
    if (canRecord) focusNextOpen(body.current, 0);
  }, [canRecord]);

  useScanner({
    accepts: (text) => run.sheets.some((sheet) => sheet.blankSerial === readSerial(text)),
    onScan: (text) => {
      const sheet = run.sheets.find((one) => one.blankSerial === readSerial(text));
      body.current?.querySelector<HTMLElement>(`[data-sheet="${sheet?.id}"]`)?.focus();
    },
  });

  async function record(sheets: Sheet[], reason?: SpoilReason): Promise<void> {
    const outcomes = sheets.map((sheet) =>
      reason
        ? { sheetId: sheet.id, outcome: 'spoilt' as const, reason }
        : { sheetId: sheet.id, outcome: 'good' as const },
    );
    await command.run({ id: run.id, outcomes }).then(
      () => focusNextOpen(body.current, sheets.at(-1)!.position),
      () => {},
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = (event.target as HTMLElement).closest('tr');
    const sheet = run.sheets.find((one) => one.id === row?.dataset.sheet);
    if (!row || !sheet) return;
    if (event.code === 'ArrowDown' || event.code === 'ArrowUp') {
      event.preventDefault();
      const next = event.code === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling;
      (next as HTMLElement | null)?.focus();
    }
    if (!canRecord || sheet.outcome !== null || command.isPending) return;
    if (event.code === 'KeyG') void record([sheet]);
    // Drawn before the next key, however fast it comes: the reason's digit belongs to the dialog.
    if (event.code === 'KeyS') flushSync(() => setSpoiling(sheet));
  }

  return (
    <Stack gap="xs">
      {mayRecord && run.state !== 'closed' && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {notPrinting ?? (
              <Trans>
                <Kbd size="xs">Up</Kbd> <Kbd size="xs">Down</Kbd> move, <Kbd size="xs">G</Kbd> good,{' '}
                <Kbd size="xs">S</Kbd> spoilt. An outcome is not taken back.
              </Trans>
            )}
          </Text>
          <ActionButton
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            reason={notPrinting ?? (open.length === 0 ? t`Every sheet has an outcome.` : null)}
            onClick={() => setIsAsking(true)}
          >
            {t`All good to serial…`}
          </ActionButton>
        </Group>
      )}
      {command.error != null && <ErrorNotice error={command.error} />}
      <ScrollArea>
        <Table className={classes.table} highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              {[
                t`No.`,
                t`Blank serial`,
                t`Convocation number`,
                t`Student`,
                t`Exam roll`,
                t`Copy`,
                t`Outcome`,
                '',
              ].map((header) => (
                <Table.Th key={header || 'actions'}>{header}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body} onKeyDown={onKeyDown}>
            {run.sheets.map((sheet) => (
              <Table.Tr
                key={sheet.id}
                data-sheet={sheet.id}
                data-open={sheet.outcome === null || undefined}
                tabIndex={0}
              >
                <Table.Td>{sheet.position}</Table.Td>
                <Table.Td ff="monospace">{sheet.blankSerial}</Table.Td>
                <Table.Td>{sheet.convocationNumber}</Table.Td>
                <Table.Td>{sheet.studentName}</Table.Td>
                <Table.Td>{sheet.examRollNumber}</Table.Td>
                <Table.Td>{sheet.copyNumber === 0 ? t`Original` : t`Copy ${sheet.copyNumber}`}</Table.Td>
                <Table.Td>
                  <SheetBadge sheet={sheet} />
                </Table.Td>
                <Table.Td>
                  {sheet.outcome === null && canRecord && (
                    <Group gap={4} wrap="nowrap" justify="flex-end">
                      <Button
                        size="compact-sm"
                        variant="light"
                        leftSection={<IconCheck size={14} aria-hidden />}
                        onClick={() => void record([sheet])}
                      >
                        {t`Good`}
                      </Button>
                      <Button
                        size="compact-sm"
                        variant="light"
                        color="red"
                        leftSection={<IconAlertTriangle size={14} aria-hidden />}
                        onClick={() => setSpoiling(sheet)}
                      >
                        {t`Spoilt`}
                      </Button>
                    </Group>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {spoiling && (
        <SpoilDialog
          sheet={spoiling}
          onConfirm={(reason) => {
            setSpoiling(null);
            return record([spoiling], reason);
          }}
          onClose={() => {
            flushSync(() => setSpoiling(null));
            focusNextOpen(body.current, spoiling.position - 1);
          }}
        />
      )}
      {isAsking && (
        <AllGoodDialog
          sheets={run.sheets}
          onConfirm={(sheets) => {
            setIsAsking(false);
            return record(sheets);
          }}
          onClose={() => {
            flushSync(() => setIsAsking(false));
            focusNextOpen(body.current, 0);
          }}
        />
      )}
    </Stack>
  );
}

/** The first open sheet behind a place; from the last one on it is the first of all. */
function focusNextOpen(body: HTMLElement | null, after: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-open]') ?? [])];
  const next = rows.find((row) => Number(row.firstElementChild?.textContent) > after) ?? rows[0];
  next?.focus();
}
