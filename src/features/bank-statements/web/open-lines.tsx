import { Trans } from '@lingui/react/macro';
import { Kbd, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '#features/client.ts';
import { Loading } from '#platform/web/components/loading.tsx';
import { EmptyState } from '#platform/web/components/page.tsx';
import { useScreenKeys } from '#platform/web/components/screen-registry.ts';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { formatCount, formatDay, formatPaise } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import type { BankStatement } from '../contract.ts';
import { findingSentence } from '../findings.ts';
import type { StatementLine } from '../line-contract.ts';
import { LineDesk, type LineDeskKeys, lineKeys } from './line-desk.tsx';
import classes from './statement.module.css';

/**
 * The open lines, one at a time: findings on the left, candidate drafts on the right. Arrows move, digits choose
 * drafts, Enter settles or confirms the return, S sets aside; the next line then opens.
 */
export function OpenLines({ statement, mayDecide }: { statement: BankStatement; mayDecide: boolean }) {
  const lines = useQuery(
    api.bankStatements.listStatementLines.queryOptions({
      input: { statementId: statement.id, state: 'open' },
    }),
  );
  const [place, setPlace] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const desk = useRef<LineDeskKeys>(null);
  const wantsFocus = useRef(false);
  const rows = lines.data?.rows ?? [];
  const at = Math.min(place, rows.length - 1);
  const line = rows[at];

  useEffect(() => {
    if (!wantsFocus.current || !line) return;
    wantsFocus.current = false;
    list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, [line]);

  useScreenKeys(mayDecide ? Object.values(lineKeys) : [lineKeys.move]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey || !line) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.code];
    if (step) {
      event.preventDefault();
      wantsFocus.current = true;
      setPlace(Math.max(0, Math.min(rows.length - 1, at + step)));
    } else if (!event.repeat && desk.current?.press(event.code)) {
      event.preventDefault();
    }
  }

  return (
    <Stack component="section" gap="xs" aria-labelledby="open-lines">
      <Title order={2} id="open-lines" fz="1rem">
        {t`Open lines`} ({formatCount(statement.openCount)})
      </Title>
      {lines.error && <ErrorNotice error={lines.error} onRetry={() => void lines.refetch()} />}
      {lines.isPending && <Loading />}
      {lines.data && !line && <EmptyState message={t`No line is open.`} />}
      {line && (
        <>
          <Text size="sm" c="dimmed">
            {mayDecide ? (
              <Trans>
                <Kbd size="xs">Up</Kbd> <Kbd size="xs">Down</Kbd> move, <Kbd size="xs">1</Kbd> to{' '}
                <Kbd size="xs">9</Kbd> choose drafts, <Kbd size="xs">Enter</Kbd> settles a credit or confirms
                a return, <Kbd size="xs">S</Kbd> sets aside
              </Trans>
            ) : (
              <Trans>
                <Kbd size="xs">Up</Kbd> <Kbd size="xs">Down</Kbd> move
              </Trans>
            )}
          </Text>
          <div className={classes.desk}>
            <ul
              className={`plain-list panel ${classes.lines}`}
              ref={list}
              onKeyDown={onKeyDown}
              aria-labelledby="open-lines"
            >
              {rows.map((row, index) => (
                <li key={row.id}>
                  <LineButton row={row} isCurrent={index === at} onChoose={() => setPlace(index)} />
                </li>
              ))}
            </ul>
            <LineDesk
              key={line.id}
              ref={desk}
              line={line}
              mayDecide={mayDecide}
              onDecided={() => {
                wantsFocus.current = true;
              }}
            />
          </div>
          {statement.openCount > rows.length && (
            <Text size="sm" c="dimmed" role="status">
              {t`The first ${formatCount(rows.length)} are shown; the others follow.`}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

function LineButton(props: { row: StatementLine; isCurrent: boolean; onChoose: () => void }) {
  const { row, isCurrent } = props;
  return (
    <UnstyledButton
      className={classes.line}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={props.onChoose}
    >
      <span className={classes.text}>{row.description || row.reference}</span>
      <span className={classes.figure}>
        {formatPaise(row.amountPaise)} {row.side === 'credit' ? t`Cr` : t`Dr`}
      </span>
      <span className={classes.finding}>
        {formatDay(row.valueDate)}
        {row.reference && ` · ${row.reference}`} · {row.finding && findingSentence(row.finding)}
      </span>
    </UnstyledButton>
  );
}
