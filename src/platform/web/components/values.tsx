import {
  type Icon,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconDownload,
  IconFileText,
  IconProgress,
} from '@tabler/icons-react';
import { fileOperations } from '#platform/contract/files.ts';
import { addressOf } from '#platform/web/api/address-of.ts';
import { formatAge } from '#shared/age.ts';
import type { FileReference } from '#shared/fields.ts';
import { formatCount, formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { type LayoutColumn, plainValueOf } from '#shared/list-layout.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import classes from './values.module.css';

/** An ISO moment in Indian time, `07/03/2026, 14:05`. */
export function Moment(props: { value: string | null; empty?: string }) {
  if (props.value === null) return <>{props.empty ?? '-'}</>;
  return <time dateTime={props.value}>{formatMoment(props.value)}</time>;
}

/** A day, `07/03/2026`. */
export function Day(props: { value: string | null }) {
  if (props.value === null) return <>-</>;
  return <time dateTime={props.value}>{formatDay(props.value)}</time>;
}

/** An amount in rupees. With `isDue`, amounts above zero are red; `dashAtZero` shows zero as '-'. */
export function Money(props: { amount: number; isDue?: boolean; dashAtZero?: boolean }) {
  if (props.dashAtZero && props.amount === 0) return <span className={classes.money}>-</span>;
  return (
    <span className={classes.money} data-due={(props.isDue && props.amount > 0) || undefined}>
      {formatRupees(props.amount)}
    </span>
  );
}

export type StatusTone = 'good' | 'bad' | 'waiting' | 'active' | 'neutral';

const toneIcons: Record<StatusTone, Icon> = {
  good: IconCircleCheck,
  bad: IconCircleX,
  waiting: IconClock,
  active: IconProgress,
  neutral: IconCircleDashed,
};

/** A status as word, icon and colour, so that colour is never the only sign. */
export function StatusBadge(props: { tone: StatusTone; label: string; icon?: Icon }) {
  const Sign = props.icon ?? toneIcons[props.tone];
  return (
    <span className={classes.badge} data-tone={props.tone}>
      <Sign size={14} stroke={2} aria-hidden />
      <span className={classes.label} title={props.label}>
        {props.label}
      </span>
    </span>
  );
}

/** The badge of a state, of the same look everywhere. */
export function badgeOf<State extends string>(
  labels: Readonly<Record<State, string>>,
  tones: Readonly<Record<State, StatusTone>>,
) {
  return ({ state }: { state: State }) => <StatusBadge tone={tones[state]} label={labels[state]} />;
}

export function fileAddress(id: string): string {
  return addressOf(fileOperations.getFile, { id });
}

export function thumbnailAddress(id: string): string {
  return addressOf(fileOperations.getThumbnail, { id });
}

/**
 * An uploaded file: its thumbnail, its name (opens it) and a button that downloads it under that name. Plain links,
 * because lists draw hundreds of them while scrolling.
 */
export function FileLink({ file }: { file: FileReference }) {
  const isImage = file.mediaType.startsWith('image/');
  return (
    <span className={classes.file}>
      {isImage ? (
        <img className={classes.thumbnail} src={thumbnailAddress(file.id)} alt="" loading="lazy" />
      ) : (
        <IconFileText size={20} stroke={1.5} aria-hidden />
      )}
      <a
        className={classes.name}
        href={fileAddress(file.id)}
        target="_blank"
        rel="noopener"
        title={file.name}
      >
        {file.name}
      </a>
      <a
        className={classes.download}
        href={addressOf(fileOperations.getFile, { id: file.id, download: '1' })}
        download={file.name}
        aria-label={t`Download ${file.name}`}
        title={t`Download`}
      >
        <IconDownload size={16} aria-hidden />
      </a>
    </span>
  );
}

/** A layout's value, formatted for the screen. */
export function PlainCell<Row>(props: {
  name: string;
  column: Pick<LayoutColumn<Row>, 'kind' | 'value'>;
  row: Row;
  isDue?: boolean;
}) {
  const value = plainValueOf(props.name, props.column, props.row);
  switch (props.column.kind) {
    case 'rupees':
      return <Money amount={Number(value)} dashAtZero isDue={props.isDue} />;
    case 'number':
      return formatCount(Number(value));
    case 'day':
      return <Day value={value as string | null} />;
    case 'moment':
      return <Moment value={value as string | null} />;
    case 'age':
      return value === null ? '-' : formatAge(String(value));
    default:
      // Computed values are texts of the portal, which are translated; entered text stays as it is.
      return props.column.value && typeof value === 'string' ? translateLabel(value) : (value ?? '-');
  }
}
