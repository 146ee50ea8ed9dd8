import { Text, TextInput } from '@mantine/core';
import { IconArrowBackUp, IconPlayerPlay, IconPlayerTrackNext, IconSquareCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { client } from '#features/client.ts';
import { readSerial, splitSerial } from '#features/stock/serials.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { ConfirmForm } from '#platform/web/components/dialog.tsx';
import { PdfLink } from '#platform/web/components/links.tsx';
import { ToolbarButton } from '#platform/web/components/toolbar-button.tsx';
import { type CommandCall, useCommand } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { whyNot } from '#shared/errors.ts';
import { formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import { printRunDocuments } from '../document-contract.ts';
import { openIn, printRunCan } from '../rules.ts';
import { CloseRunDialog } from './close-run-dialog.tsx';

/** The actions on a run in its state, each with the reason why it is disabled. */
export function RunActions({ run }: { run: PrintRunDetail }) {
  /**
   * The sheet on top when the stack was checked during this visit; its print file is offered until an outcome is
   * recorded.
   */
  const [checkedFrom, setCheckedFrom] = useState<number | null>(null);
  if (run.state === 'prepared') {
    return (
      <>
        <ToolbarButton
          label={t`Start printing`}
          icon={IconPlayerPlay}
          isPrimary
          reason={whyNot(printRunCan.start(run))}
          dialog={(onClose) => (
            <TopOfStackDialog
              title={t`Start printing`}
              confirmLabel={t`Start printing`}
              call={client.printRuns.startPrintRun}
              input={(topSerial) => ({ id: run.id, version: run.version, topSerial })}
              onChecked={() => setCheckedFrom(1)}
              onClose={onClose}
            >
              {t`Put the sheets, ${formatCount(run.sheetCount)} in all, into the tray in the order of the list. Printing starts when the first one lies on top; the print file is there then.`}
            </TopOfStackDialog>
          )}
        />
        <ToolbarButton
          label={t`Withdraw run`}
          icon={IconArrowBackUp}
          reason={whyNot(printRunCan.withdraw(run))}
          dialog={(onClose) => (
            <CommandDialog
              title={t`Withdraw run ${run.runNumber}?`}
              confirmLabel={t`Withdraw run`}
              tone="danger"
              call={client.printRuns.withdrawPrintRun}
              input={() => ({ id: run.id, version: run.version })}
              done={() => t`Run ${run.runNumber} is withdrawn.`}
              onClose={onClose}
            >
              {t`The sheets ${run.firstSerial!} to ${run.lastSerial!} go back to where they came from, and their certificates, ${formatCount(run.sheetCount)} in all, wait in the print queue again. The number ${run.runNumber} is not used again.`}
            </CommandDialog>
          )}
        />
      </>
    );
  }
  if (run.state !== 'printing') return null;
  const open = openIn(run);
  const closeRuling = printRunCan.close({ state: run.state, open });
  /** A file that was not opened yet needs no second check. */
  const fileFrom = checkedFrom ?? (run.file?.openedAt === null ? run.file.from : null);
  return (
    <>
      {fileFrom !== null && fileFrom === run.openAt ? (
        <PrintFileLink run={run} from={fileFrom} />
      ) : (
        <ToolbarButton
          label={t`Print the remaining sheets`}
          icon={IconPlayerTrackNext}
          reason={whyNot(printRunCan.printRest({ state: run.state, open }))}
          dialog={(onClose) => (
            <TopOfStackDialog
              title={t`Print the remaining sheets`}
              confirmLabel={t`Check the stack`}
              call={client.printRuns.resumePrintRun}
              input={(topSerial) => ({ id: run.id, topSerial })}
              onChecked={({ from }) => setCheckedFrom(from)}
              onClose={onClose}
            >
              {t`Record first what became of every sheet that went through the printer. The print file has the pages of the sheets without an outcome only, ${formatCount(open)} in all, so nothing is printed twice.`}
            </TopOfStackDialog>
          )}
        />
      )}
      <ToolbarButton
        label={t`Close run`}
        icon={IconSquareCheck}
        isPrimary={open === 0}
        reason={
          closeRuling === 'print_runs.open_sheets' ? whyNot(closeRuling, { open }) : whyNot(closeRuling)
        }
        dialog={(onClose) => <CloseRunDialog run={run} onClose={onClose} />}
      />
    </>
  );
}

function PrintFileLink({ run, from }: { run: PrintRunDetail; from: number }) {
  const sheets = run.sheets.filter((sheet) => sheet.outcome === null).length;
  const isWhole = sheets === run.sheetCount;
  return (
    <PdfLink
      href={
        isWhole
          ? addressOf(printRunDocuments.printFile, { id: run.id })
          : addressOf(printRunDocuments.remaining, { id: run.id, from })
      }
    >
      {isWhole
        ? t`Open print file`
        : t`Open print file from sheet ${from}: ${formatCount(sheets)} of ${formatCount(run.sheetCount)}`}
    </PdfLink>
  );
}

/**
 * Asks for the serial on top of the stack without showing the expected one, so that it is read from the sheet. A
 * scanned serial is sent at once: by its Enter in the field, by the dialog if the focus is elsewhere.
 */
function TopOfStackDialog<Input, Output>(props: {
  title: string;
  children: ReactNode;
  confirmLabel: string;
  call: CommandCall<Input, Output>;
  input: (topSerial: string) => Input;
  onChecked: (output: Output) => void;
  onClose: () => void;
}) {
  const [serial, setSerial] = useState('');
  const command = useCommand(props.call, {
    onSuccess: (output) => {
      props.onClose();
      props.onChecked(output);
    },
  });
  const check = (topSerial: string) => command.attempt(props.input(readSerial(topSerial)));

  useScanner({
    accepts: (text) => splitSerial(text) !== null,
    onScan: (text) => {
      setSerial(text);
      if (!command.isPending) void check(text);
    },
  });

  return (
    <ConfirmForm
      title={props.title}
      confirmLabel={props.confirmLabel}
      reason={serial.trim() === '' ? t`Enter or scan the serial on top of the stack.` : null}
      isPending={command.isPending}
      error={command.error}
      onConfirm={() => check(serial)}
      onCancel={props.onClose}
    >
      <Text size="sm">{props.children}</Text>
      <TextInput
        label={t`Serial on top of the stack`}
        description={t`Read it from the sheet, or scan it.`}
        required
        data-autofocus
        data-takes-scans
        autoComplete="off"
        spellCheck={false}
        maxLength={20}
        value={serial}
        onChange={(event) => setSerial(event.currentTarget.value)}
      />
    </ConfirmForm>
  );
}
