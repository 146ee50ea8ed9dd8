import { type Icon, IconCurrencyRupee, IconEqualNot, IconEye, IconUserOff } from '@tabler/icons-react';
import { memo, useEffect, useRef } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { formatAge } from '#shared/age.ts';
import { formatCount } from '#shared/format.ts';
import { formatAcknowledgement } from '#shared/number-text.ts';
import { t } from '#shared/words.ts';
import type { OpenCase, QueuedApplication } from '../case-desk-contract.ts';
import { colleagueOf } from './case-queries.ts';
import classes from './case-queue-strip.module.css';
import { type Decided, decisions } from './decisions.ts';

/** The queue in its order: decided, open and waiting applications, and why some are skipped. */
export function CaseQueueStrip(props: {
  rows: readonly QueuedApplication[];
  currentId: string | undefined;
  actorId: string;
  decided: ReadonlyMap<string, Decided>;
  openCases: ReadonlyMap<string, OpenCase>;
  /** How many wait beyond these rows; null until it is known. */
  more: number | null;
  onOpen: (id: string) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  const { currentId } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current row changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [currentId]);
  return (
    <nav className="strip" aria-label={t`Queue`}>
      <ol ref={list} className={`plain-list ${classes.list}`}>
        {props.rows.map((row) => (
          <Entry
            key={row.id}
            row={row}
            isCurrent={row.id === currentId}
            isOwn={row.contributorIds.includes(props.actorId)}
            decided={props.decided.get(row.id)}
            colleague={colleagueOf(props.openCases.get(row.id), props.actorId)}
            onOpen={props.onOpen}
          />
        ))}
      </ol>
      {props.more !== null && (
        <p className={classes.end}>
          {props.more > 0 ? t`${formatCount(props.more)} more` : t`No more in this queue`}
        </p>
      )}
    </nav>
  );
}

type EntryProps = {
  row: QueuedApplication;
  isCurrent: boolean;
  isOwn: boolean;
  decided: Decided | undefined;
  colleague: string | null;
  onOpen: (id: string) => void;
};

const Entry = memo(function Entry(props: EntryProps) {
  useLanguage();
  const { row, isCurrent, decided } = props;
  return (
    <li>
      <button
        type="button"
        className={classes.entry}
        aria-current={isCurrent ? 'true' : undefined}
        data-decided={decided !== undefined || row.status !== 'received' || undefined}
        onClick={() => props.onOpen(row.id)}
      >
        <span className={classes.number}>{formatAcknowledgement(row.acknowledgementNumber)}</span>
        <span className={classes.name} title={row.candidateName}>
          {row.candidateName}
        </span>
        <span className={classes.waits}>
          {row.collegeCode} · {formatAge(row.waitingSince)}
          {row.differsFromMaster && (
            <Flag picture={IconEqualNot} words={t`Differs from the student master`} />
          )}
          {row.pendingAmount > 0 && <Flag picture={IconCurrencyRupee} words={t`Fee short`} />}
        </span>
        <Mark {...props} />
      </button>
    </li>
  );
});

function Flag({ picture: Picture, words }: { picture: Icon; words: string }) {
  return (
    <span className={classes.flag} title={words}>
      <Picture size={13} role="img" aria-label={words} />
    </span>
  );
}

function Mark({ decided, colleague, isOwn, row }: EntryProps) {
  const mark = (Picture: Icon, words: string, isLive?: boolean) => (
    <span className={classes.mark} data-live={isLive}>
      <Picture size={13} aria-hidden />
      {words}
    </span>
  );
  if (decided) {
    const { icon, decided: words } = decisions[decided.decision];
    return mark(icon, decided.number ?? words);
  }
  if (row.status === 'received' && isOwn) return mark(IconUserOff, t`Received by you: passed over`);
  return colleague === null ? null : mark(IconEye, t`${colleague} is verifying this`, true);
}
