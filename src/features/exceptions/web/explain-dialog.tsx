import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, client } from '#features/client.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { addMonths, dayInIndia, formatCount } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';
import { t } from '#shared/words.ts';
import type { HitFilters } from '../contract.ts';

type ExplainDialogProps = { title: string; ids: string[]; children: ReactNode; onClose: () => void };

export function ExplainDialog({ title, ids, children, onClose }: ExplainDialogProps) {
  const today = dayInIndia(new Date());
  const inAYear = addMonths(today, 12);
  return (
    <CommandDialog
      title={title}
      confirmLabel={t`Explain`}
      call={client.exceptions.explainHits}
      fields={{
        text: reasonField({ label: t`Explanation`, missing: t`Enter the explanation.`, maxLength: 1_000 }),
        until: {
          kind: 'day',
          label: t`Explained until`,
          description: t`A year ahead at most. It lapses earlier if the facts change.`,
          initial: inAYear,
          minDay: today,
          maxDay: inAYear,
          isRequired: true,
        },
        fileId: { kind: 'file', label: t`Evidence`, description: t`Optional.`, of: 'evidence' },
      }}
      input={(said) => ({ ids, ...said })}
      fault={() => (ids.length === 0 ? t`No exception is in this filter.` : null)}
      done={({ explained }) => t`Explained: ${formatCount(explained)}.`}
      onClose={onClose}
    >
      {children}
    </CommandDialog>
  );
}

/** Explains the first page of what the address filters, which then leaves the filter of what is not explained. */
export function ExplainAllDialog({ rule, onClose }: { rule: string; onClose: () => void }) {
  const address = useSearch({ strict: false }) as Partial<HitFilters> & { q?: string };
  const { q = '', state, collegeId, from, to } = address;
  const input = { rule, search: String(q), state, collegeId, from, to };
  const { data } = useQuery(api.exceptions.listExceptionHits.queryOptions({ input }));
  if (!data) return null;
  const ids = idsOf(data.rows.filter((hit) => hit.state !== 'gone'));
  return (
    <ExplainDialog title={t`Explain ${formatCount(ids.length)} exceptions?`} ids={ids} onClose={onClose}>
      {t`Each of them gets the same explanation. It cannot be changed or removed later.`}{' '}
      {data.nextCursor !== null && t`The filter has more. Explain them afterwards.`}
    </ExplainDialog>
  );
}
