import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconFileTypePdf,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconSquareCheck,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { CommandDialog } from '#platform/web/components/command-dialog.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { type ErrorCode, errorSentence } from '#shared/errors.ts';
import { formatCount } from '#shared/money.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail } from '../contract.ts';
import { printRunDocuments } from '../contract.ts';
import { openIn, printRunCan } from '../rules.ts';
import { CloseRunDialog } from './close-run-dialog.tsx';
import { withOpenedFile } from './patch-run.ts';
import { TopOfStackDialog } from './top-of-stack-dialog.tsx';
import { runKey } from './use-outcomes.ts';

type Act = 'start' | 'resume' | 'close' | 'withdraw';

/** What can be done with the run in its state, each with the reason when it cannot. */
export function RunActions({ run }: { run: PrintRunDetail }) {
  const [asked, setAsked] = useState<Act | null>(null);
  /** The sheet from which the stack was found right, in this visit: its print file is there until an outcome is recorded. */
  const [checkedFrom, setCheckedFrom] = useState<number | null>(null);
  const { start, resume } = useRunCommands((from) => {
    setAsked(null);
    setCheckedFrom(from);
  });
  const open = openIn(run);
  /** A file that nobody opened yet needs no second check. */
  const fileFrom = checkedFrom ?? (run.file?.openedAt === null ? run.file.from : null);
  const close = () => setAsked(null);
  return (
    <>
      {run.state === 'prepared' && (
        <>
          <ActionButton
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            reason={reasonOf(printRunCan.start(run), open)}
            onClick={() => setAsked('start')}
          >
            {t`Start printing`}
          </ActionButton>
          <ActionButton
            variant="default"
            leftSection={<IconArrowBackUp size={16} aria-hidden />}
            reason={reasonOf(printRunCan.withdraw(run), open)}
            onClick={() => setAsked('withdraw')}
          >
            {t`Withdraw run`}
          </ActionButton>
        </>
      )}
      {run.state === 'printing' && (
        <>
          {fileFrom !== null && fileFrom === run.openAt ? (
            <PrintFileLink run={run} from={fileFrom} />
          ) : (
            <ActionButton
              variant="default"
              leftSection={<IconPlayerTrackNext size={16} aria-hidden />}
              reason={reasonOf(printRunCan.printRest({ state: run.state, open }), open)}
              onClick={() => setAsked('resume')}
            >
              {t`Print the remaining sheets`}
            </ActionButton>
          )}
          <ActionButton
            variant={open === 0 ? 'filled' : 'default'}
            leftSection={<IconSquareCheck size={16} aria-hidden />}
            reason={reasonOf(printRunCan.close({ state: run.state, open }), open)}
            onClick={() => setAsked('close')}
          >
            {t`Close run`}
          </ActionButton>
        </>
      )}
      {asked === 'start' && (
        <TopOfStackDialog
          title={t`Start printing`}
          confirmLabel={t`Start printing`}
          isPending={start.isPending}
          error={start.error}
          onConfirm={(topSerial) => start.run({ id: run.id, version: run.version, topSerial })}
          onCancel={close}
        >
          {t`Put the sheets, ${formatCount(run.sheetCount)} in all, into the tray in the order of the list. Printing starts when the first one lies on top; the print file is there then.`}
        </TopOfStackDialog>
      )}
      {asked === 'resume' && (
        <TopOfStackDialog
          title={t`Print the remaining sheets`}
          confirmLabel={t`Check the stack`}
          isPending={resume.isPending}
          error={resume.error}
          onConfirm={(topSerial) => resume.run({ id: run.id, topSerial })}
          onCancel={close}
        >
          {t`Record first what became of every sheet that went through the printer. The print file has the pages of the sheets without an outcome only, ${formatCount(open)} in all, so nothing is printed twice.`}
        </TopOfStackDialog>
      )}
      {asked === 'close' && <CloseRunDialog run={run} onClose={close} />}
      {asked === 'withdraw' && (
        <CommandDialog
          title={t`Withdraw run ${run.runNumber}?`}
          confirmLabel={t`Withdraw run`}
          tone="danger"
          call={client.printRuns.withdrawPrintRun}
          input={() => ({ id: run.id, version: run.version })}
          done={() => t`Run ${run.runNumber} is withdrawn.`}
          onClose={close}
        >
          {t`The blanks ${run.firstSerial!} to ${run.lastSerial!} go back to where they came from, and their certificates, ${formatCount(run.sheetCount)} in all, wait in the print queue again. The number ${run.runNumber} is not used again.`}
        </CommandDialog>
      )}
    </>
  );
}

function useRunCommands(onChecked: (from: number | null) => void) {
  return {
    start: useCommand(client.printRuns.startPrintRun, { onSuccess: () => onChecked(1) }),
    resume: useCommand(client.printRuns.resumePrintRun, { onSuccess: ({ from }) => onChecked(from) }),
  };
}

function PrintFileLink({ run, from }: { run: PrintRunDetail; from: number }) {
  const queryClient = useQueryClient();
  const sheets = run.sheets.filter((sheet) => sheet.outcome === null).length;
  const isWhole = sheets === run.sheetCount;
  return (
    <Button
      component="a"
      href={
        isWhole
          ? addressOf(printRunDocuments.printFile, { id: run.id })
          : addressOf(printRunDocuments.remaining, { id: run.id, from })
      }
      target="_blank"
      rel="noopener"
      onClick={() =>
        queryClient.setQueryData<PrintRunDetail>(runKey(run.id), (shown) => shown && withOpenedFile(shown))
      }
      leftSection={<IconFileTypePdf size={16} aria-hidden />}
    >
      {isWhole
        ? t`Open print file`
        : t`Open print file from sheet ${from}: ${formatCount(sheets)} of ${formatCount(run.sheetCount)}`}
    </Button>
  );
}

function reasonOf(ruling: true | ErrorCode, open: number): string | null {
  if (ruling === true) return null;
  if (ruling === 'print_runs.open_sheets') return errorSentence(ruling, { open });
  return errorSentence(ruling as 'print_runs.no_document', undefined);
}
