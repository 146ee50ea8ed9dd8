import { Trans } from '@lingui/react/macro';
import { Button, Group, Kbd, ScrollArea, Select, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChecks } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { errorSentence } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import { client } from '#web/api/client.ts';
import { ActionButton } from '#web/components/action-button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { ErrorNotice } from '#web/components/error-notice.tsx';
import { useCommand } from '#web/components/use-command.ts';
import { type PrintRunDetail, type Sheet, spoilReasons } from '../contract.ts';
import { printRunCan } from '../rules.ts';
import { SheetBadge } from './run-badge.tsx';
import classes from './sheet-table.module.css';

type SpoilReason = (typeof spoilReasons)[number];

/**
 * The sheets in printing order. Arrows move, G says good, S says spoilt; the next open sheet follows by itself. What
 * is good up to a serial is said at once, because a jam is noticed in the middle of a stack.
 */
export function SheetTable({ run, onRecorded }: { run: PrintRunDetail; onRecorded: () => void }) {
  const command = useCommand(client.printRuns.recordSheets, { onSuccess: onRecorded });
  const [spoiling, setSpoiling] = useState<Sheet | null>(null);
  const [allGoodTo, setAllGoodTo] = useState<Sheet | null>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const open = run.sheets.filter((sheet) => sheet.outcome === null);
  const ruling = printRunCan.record(run);
  const notPrinting = ruling === true ? null : errorSentence('print_runs.not_printing', undefined);

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
    if (notPrinting || sheet.outcome !== null || command.isPending) return;
    if (event.code === 'KeyG') void record([sheet]);
    if (event.code === 'KeyS') setSpoiling(sheet);
  }

  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {notPrinting ?? (
            <Trans>
              <Kbd size="xs">Up</Kbd> <Kbd size="xs">Down</Kbd> move, <Kbd size="xs">G</Kbd> good,{' '}
              <Kbd size="xs">S</Kbd> spoilt
            </Trans>
          )}
        </Text>
        <ActionButton
          variant="default"
          leftSection={<IconChecks size={16} aria-hidden />}
          reason={notPrinting ?? (open.length === 0 ? t`Every sheet has an outcome.` : null)}
          onClick={() => setAllGoodTo(open.at(-1)!)}
        >
          {t`All good to serial…`}
        </ActionButton>
      </Group>
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
                  {sheet.outcome === null && !notPrinting && (
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
          onClose={() => setSpoiling(null)}
        />
      )}
      {allGoodTo && (
        <AllGoodDialog
          open={open}
          last={allGoodTo}
          onChoose={setAllGoodTo}
          onConfirm={() => {
            setAllGoodTo(null);
            return record(open.filter((sheet) => sheet.position <= allGoodTo.position));
          }}
          onClose={() => setAllGoodTo(null)}
        />
      )}
    </Stack>
  );
}

function SpoilDialog(props: {
  sheet: Sheet;
  onConfirm: (reason: SpoilReason) => unknown;
  onClose: () => void;
}) {
  const [reason, setReason] = useState<SpoilReason>('Jam');
  return (
    <ConfirmDialog
      isOpen
      title={t`Blank ${props.sheet.blankSerial} is spoilt?`}
      confirmLabel={t`Record as spoilt`}
      tone="danger"
      onConfirm={() => props.onConfirm(reason)}
      onCancel={props.onClose}
    >
      <Stack gap="sm">
        <Text>
          {t`The blank stays in the books as spoilt: keep the sheet. The certificate of ${props.sheet.studentName} goes back to the print queue.`}
        </Text>
        <Select
          label={t`What happened`}
          data={[...spoilReasons]}
          allowDeselect={false}
          value={reason}
          onChange={(value) => setReason(value as SpoilReason)}
        />
      </Stack>
    </ConfirmDialog>
  );
}

function AllGoodDialog(props: {
  open: Sheet[];
  last: Sheet;
  onChoose: (sheet: Sheet) => void;
  onConfirm: () => unknown;
  onClose: () => void;
}) {
  const count = props.open.filter((sheet) => sheet.position <= props.last.position).length;
  return (
    <ConfirmDialog
      isOpen
      title={t`All good to which serial?`}
      confirmLabel={t`Record ${count} ${count === 1 ? 'sheet' : 'sheets'} as good`}
      onConfirm={props.onConfirm}
      onCancel={props.onClose}
    >
      <Select
        label={t`Last good serial`}
        description={t`The open sheets up to it become good; those that are spoilt stay so.`}
        searchable
        allowDeselect={false}
        data={props.open.map((sheet) => ({ value: sheet.id, label: sheet.blankSerial }))}
        value={props.last.id}
        onChange={(id) => props.onChoose(props.open.find((sheet) => sheet.id === id) ?? props.last)}
      />
    </ConfirmDialog>
  );
}

function focusNextOpen(body: HTMLElement | null, after: number): void {
  const rows = [...(body?.querySelectorAll<HTMLElement>('tr[data-open]') ?? [])];
  const next = rows.find((row) => Number(row.firstElementChild?.textContent) > after) ?? rows[0];
  next?.focus();
}
