import { SegmentedControl } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { t } from '#shared/words.ts';
import { useChangeAddress } from './use-change-address.ts';

type View = { value: string; label: string };

/** The view that the address names with `view`; the first one if it names none. */
export function usePageView<const Views extends readonly View[]>(views: Views): Views[number]['value'] {
  const { view } = useSearch({ strict: false }) as { view?: string };
  return views.find(({ value }) => value === view)?.value ?? views[0]!.value;
}

/** Switches between the views of a page. Search, order and open record belong to the view that is left. */
export function PageViews(props: {
  views: readonly View[];
  view: string;
  /** What it chooses, to a screen reader. */
  label?: string;
  className?: string;
}) {
  const { views, view } = props;
  const changeAddress = useChangeAddress();
  return (
    <SegmentedControl
      className={props.className}
      {...(props.className
        ? {}
        : { my: 'xs', style: { alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' } })}
      aria-label={props.label ?? t`What is shown`}
      data={views.map(({ value, label }) => ({ value, label }))}
      value={view}
      onChange={(next) =>
        changeAddress(() => (next === views[0]!.value ? {} : { view: next }), {
          step: 'push',
          resetScroll: true,
        })
      }
    />
  );
}
