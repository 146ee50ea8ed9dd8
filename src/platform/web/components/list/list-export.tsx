import { Button, Menu, Progress, VisuallyHidden } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import {
  cancelExport,
  dismissExport,
  type ListExport,
  startExport,
  useExports,
} from '#platform/web/api/exports.ts';
import { currentLanguage } from '#platform/web/languages/language.ts';
import { formatCount } from '#shared/format.ts';
import type { Language } from '#shared/languages.ts';
import type { ColumnsOnRequest } from '#shared/list-layout.ts';
import { type SpreadsheetFormat, spreadsheetFormats } from '#shared/spreadsheet-format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { ActionButton } from '../action-button.tsx';
import { ErrorNotice } from '../use-command.tsx';
import classes from './list-export.module.css';

const sentences: Record<SpreadsheetFormat, string> = { csv: t`CSV`, xlsx: t`Excel (XLSX)` };

type ExportChoice = {
  format: SpreadsheetFormat;
  /** Keys of additional columns that the screen does not show. */
  further: readonly string[];
  /** Language of headings and enumerated values. */
  language: Language;
};

type ExportProps = {
  /** Why nothing can be exported, or null. */
  reason: string | null;
  count: number;
  onRequest?: ColumnsOnRequest | undefined;
  onExport: (choice: ExportChoice) => void;
};

/** A menu of its own, where there is no list's menu. */
export function ExportMenu(props: ExportProps) {
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionButton
          variant="default"
          size="sm"
          reason={props.reason}
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t`Export`}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems {...props} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Exports the list as filtered now, with all its rows and not only the loaded ones. */
export function ExportItems({ reason, count, onRequest, onExport }: ExportProps) {
  const language = currentLanguage();
  const rows =
    count === 1
      ? t`1 row, as searched and filtered now`
      : t`${formatCount(count)} rows, as searched and filtered now`;
  const files = (label: string, choice: Omit<ExportChoice, 'format'>, prefix = `${label}: `) => (
    <>
      <Menu.Label>{label}</Menu.Label>
      {spreadsheetFormats.map((format) => (
        <Menu.Item
          key={format}
          disabled={reason !== null}
          aria-label={`${prefix}${translateLabel(sentences[format])}`}
          onClick={() => onExport({ format, ...choice })}
        >
          {sentences[format]}
        </Menu.Item>
      ))}
    </>
  );
  return (
    <>
      {files(reason ?? rows, { further: [], language }, '')}
      {onRequest && files(onRequest.label, { further: Object.keys(onRequest.columns), language })}
      {language !== 'en' && files(t`With English headings`, { further: [], language: 'en' })}
    </>
  );
}

/** Progress of this tab's exports, whichever list they are of; renders nothing without any. */
export function ExportStrip() {
  const exports = useExports();
  return (
    <>
      {exports.length > 0 && (
        <section className={classes.strip} aria-label={t`Exports`}>
          {exports.map((one) => (
            <ExportLine key={one.id} export={one} />
          ))}
        </section>
      )}
      <VisuallyHidden role="status">{exports.map(announcement).join(' ')}</VisuallyHidden>
    </>
  );
}

function ExportLine({ export: one }: { export: ListExport }) {
  const { rowCount } = one.request;
  const dismiss = (className: string | undefined) => (
    <Button className={className} size="compact-sm" variant="subtle" onClick={() => dismissExport(one.id)}>
      {t`Dismiss`}
    </Button>
  );
  if (one.step === 'failed') {
    return (
      <div className={classes.failed}>
        <ErrorNotice
          title={t`${nameOf(one)}: no file was saved`}
          error={one.error}
          onRetry={() => {
            dismissExport(one.id);
            startExport(one.request);
          }}
        />
        {dismiss(classes.dismiss)}
      </div>
    );
  }
  if (one.step === 'saved') {
    return (
      <div className={classes.export}>
        <span>{t`${one.fileName} is saved: ${rowsOf(one.rows ?? rowCount)}, ${sizeOf(one.bytes)}`}</span>
        {dismiss(classes.action)}
      </div>
    );
  }
  // The file includes rows added by colleagues, so there may be more of them than were counted.
  const share = one.rows === null ? null : Math.min(100, (100 * one.rows) / rowCount);
  return (
    <div className={classes.export}>
      <span>{nameOf(one)}</span>
      <Progress
        className={classes.bar}
        value={share ?? 100}
        animated={share === null}
        aria-label={t`Progress of ${nameOf(one)}`}
      />
      <span>
        {one.rows === null
          ? t`${rowsOf(rowCount)}, ${sizeOf(one.bytes)} so far`
          : t`${formatCount(one.rows)} of ${rowsOf(rowCount)}, ${sizeOf(one.bytes)}`}
      </span>
      <Button
        className={classes.action}
        size="compact-sm"
        variant="default"
        onClick={() => cancelExport(one.id)}
      >
        {t`Cancel export`}
      </Button>
    </div>
  );
}

/** Only start and end are announced: progress would drown out everything else in a screen reader. */
function announcement(one: ListExport): string {
  if (one.step === 'failed') return '';
  return one.step === 'saved' ? t`${one.fileName} is saved.` : t`${nameOf(one)} has begun.`;
}

function nameOf({ request: { title, format } }: ListExport): string {
  return t`Export of ${title} as ${format.toUpperCase()}`;
}

function rowsOf(count: number): string {
  return count === 1 ? t`1 row` : t`${formatCount(count)} rows`;
}

function sizeOf(bytes: number): string {
  if (bytes < 100_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
