import { Button, Checkbox, CloseButton, NativeSelect, VisuallyHidden } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import {
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import { DayFilterInput } from '../day-filter-input.tsx';
import type { Column, ListFilter } from '../list.tsx';
import classes from './list-bar.module.css';
import type { ListAddressControl } from './use-list-address.ts';

type Control = ListAddressControl<string, Record<string, string>>;
type Filters = Readonly<Record<string, ListFilter>>;

type FiltersProps = {
  filters: Filters;
  /** Keys of the filters to show. */
  shown: readonly string[];
  chosen: Control['address']['filters'];
  onChoose: Control['filterBy'];
};

function defaultOf(filter: ListFilter): string {
  return 'kind' in filter ? '' : (filter.options[0]?.value ?? '');
}

/** Each filter is a chip with its label and value; one that narrows the list is marked, and can be cleared. */
const FilterChips = memo(FilterChipsView);

function FilterChipsView({ filters, shown, chosen, onChoose }: FiltersProps) {
  useLanguage();
  return shown.map((key) => {
    const filter = filters[key]!;
    const value = chosen[key] ?? defaultOf(filter);
    const isActive = value !== defaultOf(filter);
    const choose = (next: string) => {
      const other = 'kind' in filter ? undefined : filter.replaces;
      onChoose({ ...(other && filters[other] && { [other]: defaultOf(filters[other]) }), [key]: next });
    };
    const chip = (control: ReactNode) => (
      <span key={key} className={classes.chip} data-active={isActive || undefined}>
        {control}
        {isActive && (
          <CloseButton
            size={24}
            onClick={(event) => {
              // The button disappears, and the keyboard focus must not be lost with it.
              event.currentTarget.parentElement?.querySelector<HTMLElement>('select, input')?.focus();
              choose(defaultOf(filter));
            }}
          >
            {/* Not its `aria-label`: the select alone is labelled by the filter. */}
            <VisuallyHidden>{t`Clear the filter ${translateLabel(filter.label)}`}</VisuallyHidden>
          </CloseButton>
        )}
      </span>
    );
    if ('kind' in filter)
      return chip(
        <DayFilterInput className={classes.filter} label={filter.label} day={value} onDay={choose} />,
      );
    if (filter.isTicked)
      return (
        <Checkbox
          key={key}
          className={classes.tick}
          label={filter.label}
          checked={isActive}
          onChange={(event) => choose(filter.options[event.currentTarget.checked ? 1 : 0]!.value)}
        />
      );
    return chip(
      <NativeSelect
        className={classes.filter}
        label={filter.label}
        value={value}
        title={filter.options.find((option) => option.value === value)?.label}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <Options options={filter.options} />
      </NativeSelect>,
    );
  });
}

/** Hundreds of colleges: memoised, so that searching does not render them again. */
const Options = memo(OptionsView);

function OptionsView({ options }: { options: readonly { value: string; label: string }[] }) {
  useLanguage();
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/**
 * The filters that fit on the line; the others are behind one button, which counts those that narrow the list. Where rows
 * are cards all are, and the order, because cards have no column headers.
 */
export function ListFilters<Row>(props: {
  filters: Filters;
  control: Control;
  columns: readonly Column<Row>[];
  isCard: boolean;
}) {
  const { filters, columns, control, isCard } = props;
  const { filters: chosen, sort } = control.address;
  const [isOpen, setOpen] = useState(false);
  const fields = useId();
  const keys = Object.keys(filters);
  const line = useRef<HTMLDivElement>(null);
  const fitting = useFittingCount(line, `${useLanguage()} ${isCard} ${JSON.stringify(chosen)}`, keys.length);
  const folded = keys.slice(isCard ? 0 : fitting);
  const sortable = isCard ? columns.filter(({ sortKey }) => sortKey !== undefined) : [];
  const count =
    folded.filter((key) => (chosen[key] ?? '') !== defaultOf(filters[key]!)).length +
    (isCard && sort ? 1 : 0);
  const chips = { filters, chosen, onChoose: control.filterBy };
  return (
    <>
      <div ref={line} className={classes.chips}>
        {!isCard && <FilterChips {...chips} shown={keys.slice(0, fitting)} />}
        {folded.length + sortable.length > 0 && (
          <Button
            className={classes.fold}
            variant="default"
            leftSection={<IconFilter size={16} aria-hidden />}
            aria-expanded={isOpen}
            aria-controls={fields}
            onClick={() => setOpen(!isOpen)}
          >
            {isCard
              ? count > 0
                ? t`Filters and order (${count})`
                : t`Filters and order`
              : count > 0
                ? t`Filters (${count})`
                : t`Filters`}
          </Button>
        )}
      </div>
      {folded.length + sortable.length > 0 && (
        <div id={fields} className={classes.folded} hidden={!isOpen}>
          <FilterChips {...chips} shown={folded} />
          {sortable.length > 0 && (
            <span className={classes.chip}>
              <NativeSelect
                className={classes.filter}
                label={t`Sort by`}
                data={[
                  { value: '', label: t`Usual order` },
                  ...sortable.flatMap((column) => [
                    { value: column.sortKey as string, label: `${translateLabel(column.header)} ↑` },
                    { value: `-${column.sortKey}`, label: `${translateLabel(column.header)} ↓` },
                  ]),
                ]}
                value={sort ?? ''}
                onChange={(event) => control.sortBy(event.currentTarget.value || undefined)}
              />
            </span>
          )}
        </div>
      )}
    </>
  );
}

/** How many of the chips fit on the line: one less after each rendering that does not. */
function useFittingCount(line: RefObject<HTMLElement | null>, chips: string, all: number): number {
  const [width, setWidth] = useState(0);
  const [fit, setFit] = useState({ for: '', count: all });
  const current = `${chips} ${width}`;
  const count = fit.for === current ? fit.count : all;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = line.current ?? {};
    if (count > 0 && scrollWidth > clientWidth) setFit({ for: current, count: count - 1 });
  });
  useEffect(() => {
    const bar = line.current?.parentElement;
    if (!bar) return;
    const observer = new ResizeObserver(() => setWidth(bar.clientWidth));
    observer.observe(bar);
    return () => observer.disconnect();
  }, [line]);
  return count;
}
