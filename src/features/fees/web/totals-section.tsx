import { NativeSelect, Skeleton, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { startExport } from '#platform/web/api/exports.ts';
import { ErrorNotice } from '#platform/web/components/error-notice.tsx';
import { ExportMenu } from '#platform/web/components/list/export-menu.tsx';
import { useAddressChoice } from '#platform/web/components/use-address-choice.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import classes from './fee-totals.module.css';

/** Whose totals are shown, and on which desk the lists are that they lead to. */
export type TotalsPlace = {
  desk: 'admin' | 'auditor';
  college: { id: string; name: string } | undefined;
};

export type TotalsChoice<By extends string> = { value: By; label: string };

/** What a table of totals is told apart by, kept in the address under `name`; the first choice is the plain page's. */
export function useGroupChoice<By extends string>(name: string, choices: readonly TotalsChoice<By>[]) {
  const [asked, ask] = useAddressChoice(name);
  const by = (choices.find(({ value }) => value === asked) ?? choices[0]!).value;
  const choose = (next: string) => ask(next === choices[0]!.value ? null : next);
  return { by, choose };
}

/** One table of totals under its heading: what it is told apart by, and its file. */
export function TotalsSection<Row>(props: {
  title: string;
  group?: ReturnType<typeof useGroupChoice> & { choices: readonly TotalsChoice<string>[] };
  /** What the server saves as a file. */
  exportOf: { layout: ListLayout<Row>; input: Record<string, string | undefined> };
  query: { data: Row[] | undefined; error: unknown; refetch: () => unknown };
  children: (rows: Row[]) => ReactNode;
}) {
  const { query, group, exportOf } = props;
  const headingId = useId();
  const rows = query.data ?? [];
  return (
    <section aria-labelledby={headingId} className={classes.section}>
      <div className={classes.head}>
        <Title order={2} id={headingId} className={classes.title}>
          {props.title}
        </Title>
        {group && (
          <NativeSelect
            className={classes.choice}
            label={t`By`}
            data={[...group.choices]}
            value={group.by}
            onChange={(event) => group.choose(event.currentTarget.value)}
          />
        )}
        <ExportMenu
          reason={query.data ? null : t`The figures are still on their way.`}
          count={rows.length}
          onExport={(format) =>
            startExport({
              title: props.title,
              list: exportOf.layout.name,
              format,
              columns: Object.keys(exportOf.layout.columns),
              input: exportOf.input,
              rowCount: rows.length,
            })
          }
        />
      </div>
      {query.error ? (
        <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <Skeleton h={180} aria-label={t`Loading`} />
      ) : (
        props.children(rows)
      )}
    </section>
  );
}
