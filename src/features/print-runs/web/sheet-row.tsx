// biome-ignore-all lint/a11y/useSemanticElements: the cells of a real table cannot be placed by a window over a thousand rows
// biome-ignore-all lint/a11y/useFocusableInteractive: the row has the focus
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconEyeOff } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { ActionButton } from '#platform/web/components/action-button.tsx';
import { RecordLink } from '#platform/web/components/record-link.tsx';
import { ariaKeys } from '#platform/web/components/screen-registry.ts';
import { useLanguage } from '#platform/web/languages/language.ts';
import { t } from '#shared/words.ts';
import type { Sheet } from '../contract.ts';
import { SheetBadge } from './run-badge.tsx';
import { type SheetAct, sheetKeys } from './sheet-questions.tsx';
import classes from './sheet-table.module.css';

/** One sheet of a run. `onAct` is null for users who cannot record. */
export const SheetRow = memo(function SheetRow(props: {
  sheet: Sheet;
  isActive: boolean;
  /** Why no outcome can be recorded at present. */
  reason: string | null;
  onAct: ((act: SheetAct, sheet: Sheet) => void) | null;
}) {
  useLanguage();
  const { sheet, isActive } = props;
  const certificate = { kind: 'certificate', id: sheet.certificateId } as const;
  return (
    <div
      role="row"
      className={classes.row}
      aria-rowindex={sheet.position + 1}
      data-sheet={sheet.position}
      data-active={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
    >
      <Cell>{sheet.position}</Cell>
      <Cell className={classes.serial}>
        <RecordLink record={{ kind: 'sheet', id: sheet.blankSerial }} isReachable={isActive}>
          {sheet.blankSerial}
        </RecordLink>
      </Cell>
      <Cell>
        <RecordLink record={certificate} isReachable={isActive}>
          {sheet.convocationNumber}
        </RecordLink>
      </Cell>
      <Cell title={sheet.studentName}>{sheet.studentName}</Cell>
      <Cell>
        <RecordLink record={certificate} isReachable={isActive}>
          {sheet.examRollNumber}
        </RecordLink>
      </Cell>
      <Cell>{sheet.copyNumber === 0 ? t`Original` : t`Copy ${sheet.copyNumber}`}</Cell>
      <Cell title={sheet.outcomeReason ?? undefined}>
        <SheetBadge sheet={sheet} />
      </Cell>
      <Cell className={classes.acts}>{props.onAct && <SheetActs {...props} onAct={props.onAct} />}</Cell>
    </div>
  );
});

function SheetActs(props: {
  sheet: Sheet;
  isActive: boolean;
  reason: string | null;
  onAct: (act: SheetAct, sheet: Sheet) => void;
}) {
  const { sheet, reason, onAct } = props;
  /** The keys act on the active sheet. */
  const keysOf = (act: SheetAct) => (props.isActive ? ariaKeys(...sheetKeys[act].keys) : undefined);
  if (sheet.outcome !== null) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconArrowBackUp size={14} aria-hidden />}
        aria-label={t`Take back the outcome of ${sheet.blankSerial}`}
        aria-keyshortcuts={keysOf('takeBack')}
        onClick={() => onAct('takeBack', sheet)}
      >
        {t`Take back`}
      </Button>
    );
  }
  const button = (act: SheetAct, label: string, icon: ReactNode, color?: string) => (
    <ActionButton
      size="compact-sm"
      variant="light"
      color={color}
      leftSection={icon}
      reason={reason}
      aria-keyshortcuts={keysOf(act)}
      onClick={() => onAct(act, sheet)}
    >
      {label}
    </ActionButton>
  );
  return (
    <>
      {button('good', t`Good`, <IconCheck size={14} aria-hidden />)}
      {button('spoilt', t`Spoilt`, <IconAlertTriangle size={14} aria-hidden />, 'red')}
      {button('missing', t`Missing`, <IconEyeOff size={14} aria-hidden />, 'red')}
    </>
  );
}

function Cell({ className, title, children }: { className?: string; title?: string; children: ReactNode }) {
  return (
    <div role="cell" className={`${classes.cell} ${className ?? ''}`} title={title}>
      {children}
    </div>
  );
}
