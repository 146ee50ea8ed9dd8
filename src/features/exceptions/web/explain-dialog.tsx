import { useQuery } from '@tanstack/react-query';
import { api, client } from '#features/client.ts';
import { CommandDialog, reasonField } from '#platform/web/components/command-dialog.tsx';
import { addMonths, dayInIndia, formatCount } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import { type ExceptionHit, type HitFilters, maximumExplained } from '../contract.ts';

function explanationFields() {
  const today = dayInIndia(new Date());
  return {
    text: reasonField({ label: t`Explanation`, missing: t`Enter the explanation.`, maxLength: 1_000 }),
    until: {
      kind: 'day',
      label: t`Explained until`,
      description: t`A year ahead at most. It lapses earlier if the facts change.`,
      initial: addMonths(today, 12),
      minDay: today,
      maxDay: addMonths(today, 12),
      isRequired: true,
    },
    fileId: { kind: 'file', label: t`Evidence`, description: t`Optional.`, of: 'evidence' },
  } as const;
}

export function ExplainDialog({ hit, onClose }: { hit: ExceptionHit; onClose: () => void }) {
  return (
    <CommandDialog
      title={t`Explain ${hit.recordLabel}`}
      confirmLabel={t`Explain`}
      call={client.exceptions.explainHits}
      fields={explanationFields()}
      input={(said) => ({ ids: [hit.id], ...said })}
      done={() => t`The exception is explained.`}
      onClose={onClose}
    >
      {hit.sentence}
    </CommandDialog>
  );
}

export type ShownHits = Pick<HitFilters, 'search' | 'state' | 'collegeId' | 'from' | 'to'> & { rule: string };

/** Explains every hit of a filter, as they are when it is confirmed. */
export function ExplainAllDialog({ shown, onClose }: { shown: ShownHits; onClose: () => void }) {
  const { data } = useQuery(api.exceptions.countExceptionHits.queryOptions({ input: shown }));
  if (!data) return null;
  return (
    <CommandDialog
      title={t`Explain all of this filter: ${formatCount(data.count)}?`}
      confirmLabel={t`Explain all`}
      call={async (said: Said, options) =>
        client.exceptions.explainHits({ ids: await idsOf(shown), ...said }, options)
      }
      fields={explanationFields()}
      input={(said): Said => said}
      fault={() => whyNotAll(data.count)}
      done={({ explained }) => t`Explained: ${formatCount(explained)}.`}
      onClose={onClose}
    >
      {t`Each of them gets the same explanation. It cannot be changed or removed later.`}
    </CommandDialog>
  );
}

type Said = { text: string; until: string; fileId: string | null };

function whyNotAll(count: number): string | null {
  if (count === 0) return t`No exception is in this filter.`;
  return count > maximumExplained
    ? t`At most ${formatCount(maximumExplained)} are explained together. Narrow the filter.`
    : null;
}

async function idsOf(shown: ShownHits): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api.exceptions.listExceptionHits.call({ ...shown, offset: ids.length, cursor });
    ids.push(...page.rows.map(({ id }) => id));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && ids.length < maximumExplained);
  return ids;
}
