// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a thousand rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the rows have the focus, and header cells are never reached
import { Trans } from '@lingui/react/macro';
import { Group, Kbd, Stack, Text } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '#features/client.ts';
import { readSerial } from '#features/stock/serials.ts';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { useScanner } from '#platform/web/components/use-scanner.ts';
import { useIrreversibleKeys } from '#platform/web/components/use-shortcuts.ts';
import { whyNot } from '#shared/errors.ts';
import { t } from '#shared/words.ts';
import type { PrintRunDetail, Sheet } from '../contract.ts';
import { printRunCan } from '../rules.ts';
import { AllGoodDialog } from './all-good-dialog.tsx';
import {
  type SheetAct,
  type SheetQuestion,
  SheetQuestionDialog,
  sheetActs,
  sheetKeys,
} from './sheet-questions.tsx';
import { SheetRow } from './sheet-row.tsx';
import classes from './sheet-table.module.css';
import { headHeight, rowHeight, useActiveSheet } from './use-active-sheet.ts';
import { type Recorded, useOutcomes } from './use-outcomes.ts';

/**
 * The sheets in printing order; a printing run opens at the first one without an outcome. Arrows move; G records good,
 * S spoilt, M missing; T undoes. The next open sheet becomes active by itself. A scanned serial activates its sheet.
 */
export function SheetTable({ run, mayRecord }: { run: PrintRunDetail; mayRecord: boolean }) {
  const { sheets } = run;
  const outcomes = useOutcomes(run);
  const queryClient = useQueryClient();
  const [question, setQuestion] = useState<SheetQuestion | null>(null);
  const [isAskingAllGood, setIsAskingAllGood] = useState(false);
  const isPrinting = run.state === 'printing';
  const canRecord = mayRecord && isPrinting;
  const desk = useActiveSheet(run, canRecord);
  const firstOpen = sheets.find((sheet) => sheet.outcome === null);
  /** When the active sheet was shown. */
  const shownAt = useRef(Number.NEGATIVE_INFINITY);

  useScanner({
    accepts: (text) => sheets.some((sheet) => sheet.blankSerial === readSerial(text)),
    onScan: (text) => desk.focus(sheets.findIndex((sheet) => sheet.blankSerial === readSerial(text))),
  });

  function record(recorded: readonly Sheet[], outcome: Recorded): void {
    setQuestion(null);
    setIsAskingAllGood(false);
    void outcomes.record(recorded, outcome);
    shownAt.current = performance.now();
    desk.focusNextOpen(recorded);
  }

  function takeBack(sheet: Sheet): void {
    setQuestion(null);
    void outcomes.takeBack(sheet);
    shownAt.current = performance.now();
    desk.focus(sheet.position - 1);
  }

  function act(what: SheetAct, sheet: Sheet | undefined, known = run): void {
    if (!canRecord || !sheet || (what === 'takeBack') !== (sheet.outcome !== null)) return;
    if (what !== 'takeBack' && whyNotAllowed(known, sheet) !== null) {
      if (known === run) void actOnNewest(what, sheet);
      return;
    }
    desk.focus(sheet.position - 1);
    if (what === 'good') record([sheet], { outcome: 'good' });
    else setQuestion({ act: what, sheet });
  }

  /** The print file may just have been opened in another tab; then the key still works. */
  async function actOnNewest(what: SheetAct, { id }: Sheet): Promise<void> {
    const newest = await queryClient
      .fetchQuery({ ...api.printRuns.getPrintRun.queryOptions({ input: { id: run.id } }), staleTime: 0 })
      // The error is shown above the sheets.
      .catch(() => run);
    if (newest !== run)
      act(
        what,
        newest.sheets.find((sheet) => sheet.id === id),
        newest,
      );
  }

  const newestAct = useRef(act);
  useLayoutEffect(() => {
    newestAct.current = act;
  });
  // A stable function for every row, so that a row is rendered only when its sheet changes.
  const actOnRow = useCallback((what: SheetAct, sheet: Sheet) => newestAct.current(what, sheet), []);

  useIrreversibleKeys<SheetAct>({
    acts: canRecord ? sheetActs : {},
    isLook: () => true,
    shownAt,
    // If the active sheet was scrolled out of view, only bring it back: nobody records what they do not see.
    onOpen: (what) => desk.isSeen() && act(what, sheets[desk.active]),
    question: null,
  });

  useScreenKeys(canRecord ? Object.values(sheetKeys) : []);

  const { rowWindow } = desk;
  const { first, end } = rowWindow.range;
  const notOpened = canRecord && firstOpen ? whyNotAllowed(run, firstOpen) : null;
  return (
    <Stack gap="xs">
      {mayRecord && run.state !== 'closed' && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {!isPrinting ? (
              whyNot('print_runs.not_printing')
            ) : (
              <Trans>
                <Kbd size="xs">Up</Kbd> <Kbd size="xs">Down</Kbd> move, <Kbd size="xs">G</Kbd> good,{' '}
                <Kbd size="xs">S</Kbd> spoilt, <Kbd size="xs">M</Kbd> missing, <Kbd size="xs">T</Kbd> take
                back, until the run is closed.
              </Trans>
            )}
          </Text>
          {outcomes.isSaving && (
            <Text size="sm" role="status" className={classes.saving}>
              {t`Saving…`}
            </Text>
          )}
          <ActionButton
            variant="default"
            leftSection={<IconChecks size={16} aria-hidden />}
            reason={
              !isPrinting
                ? whyNot('print_runs.not_printing')
                : firstOpen
                  ? notOpened
                  : t`Every sheet has an outcome.`
            }
            onClick={() => setIsAskingAllGood(true)}
          >
            {t`All good to serial…`}
          </ActionButton>
        </Group>
      )}
      {notOpened !== null && (
        <Text size="sm" role="status">
          {notOpened}
        </Text>
      )}
      {outcomes.error != null && <ErrorNotice error={outcomes.error} />}
      <div className={classes.frame}>
        <div
          ref={rowWindow.viewportRef}
          className={classes.viewport}
          style={{ height: headHeight + sheets.length * rowHeight + 1 }}
        >
          <div
            role="table"
            aria-label={t`Sheets`}
            aria-rowcount={sheets.length + 1}
            aria-busy={outcomes.isSaving || undefined}
            className={classes.track}
            style={{ height: rowWindow.trackHeight + headHeight }}
            onKeyDown={desk.onKeyDown}
            onFocus={desk.onFocus}
          >
            <div role="rowgroup">
              <div role="row" className={classes.head} aria-rowindex={1}>
                {headers().map((header) => (
                  <div key={header} role="columnheader" className={classes.cell}>
                    {header}
                  </div>
                ))}
              </div>
            </div>
            <div
              role="presentation"
              className={classes.clip}
              style={{ height: rowWindow.viewHeight, marginBottom: -rowWindow.viewHeight }}
            >
              <div ref={rowWindow.canvasRef} role="rowgroup">
                {sheets.slice(first, end).map((sheet) => (
                  <SheetRow
                    key={sheet.id}
                    sheet={sheet}
                    isActive={sheet.position - 1 === desk.active}
                    reason={whyNotAllowed(run, sheet)}
                    onAct={canRecord ? actOnRow : null}
                  />
                ))}
              </div>
            </div>
          </div>
        </div>
      </div>
      {question && (
        <SheetQuestionDialog
          key={`${question.act} ${question.sheet.id}`}
          act={question.act}
          sheet={question.sheet}
          onAct={(what) => act(what, sheets[question.sheet.position - 1])}
          onRecord={(recorded) => record([question.sheet], recorded)}
          onTakeBack={() => takeBack(question.sheet)}
          onClose={() => {
            flushSync(() => setQuestion(null));
            desk.focus(question.sheet.position - 1);
          }}
        />
      )}
      {isAskingAllGood && (
        <AllGoodDialog
          sheets={sheets}
          onConfirm={(good) => record(good, { outcome: 'good' })}
          onClose={() => {
            flushSync(() => setIsAskingAllGood(false));
            desk.focus(desk.active);
          }}
        />
      )}
    </Stack>
  );
}

function headers(): string[] {
  return [
    t`No.`,
    t`Blank serial`,
    t`Convocation number`,
    t`Student`,
    t`Exam roll number`,
    t`Copy`,
    t`Outcome`,
    t`Actions`,
  ];
}

/** Why a sheet cannot get an outcome; null if it can. A sheet before the newest file is from an earlier, opened one. */
function whyNotAllowed(run: PrintRunDetail, sheet: Sheet): string | null {
  const file = run.file && sheet.position < run.file.from ? { openedAt: run.startedAt } : run.file;
  return whyNot(printRunCan.record({ state: run.state, file }));
}
