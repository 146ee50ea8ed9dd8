import { SegmentedControl } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { t } from '#shared/words.ts';

type View = { value: string; label: string };

/** The view that the address names; the first one if it names none. */
export function useStockView<const Views extends readonly View[]>(views: Views): Views[number]['value'] {
  const { view } = useSearch({ strict: false }) as { view?: string };
  return views.find(({ value }) => value === view)?.value ?? views[0]!.value;
}

/** Search, order and open record belong to the view that is left. */
export function StockViews({ views, view }: { views: readonly View[]; view: string }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      my="xs"
      style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      aria-label={t`What is shown`}
      data={views.map(({ value, label }) => ({ value, label }))}
      value={view}
      onChange={(next) =>
        void navigate({ to: '.', search: (next === views[0]!.value ? {} : { view: next }) as never })
      }
    />
  );
}
