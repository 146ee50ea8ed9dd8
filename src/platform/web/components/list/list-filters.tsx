import { Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
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
  chosen: Control['address']['filters'];
  onChoose: Control['filterBy'];
};

type FoldedFiltersProps<Row> = {
  filters: Filters;
  control: Control;
  columns: readonly Column<Row>[];
};

export const FilterFields = memo(FilterFieldsView);

function FilterFieldsView({ filters, chosen, onChoose }: FiltersProps) {
  useLanguage();
  const choose = (key: string, { replaces }: { replaces?: string }, value: string) => {
    const other = filters[replaces ?? ''];
    const reset = other && 'options' in other ? { [replaces!]: other.options[0]!.value } : {};
    onChoose({ ...reset, [key]: value });
  };
  return Object.entries(filters).map(([key, filter]) =>
    'kind' in filter ? (
      <DayFilterInput
        key={key}
        className={classes.filter}
        label={filter.label}
        day={chosen[key] ?? ''}
        onDay={(day) => onChoose({ [key]: day })}
      />
    ) : filter.isTicked ? (
      <Checkbox
        key={key}
        label={filter.label}
        checked={chosen[key] === filter.options[1]?.value}
        onChange={(event) => choose(key, filter, filter.options[event.currentTarget.checked ? 1 : 0]!.value)}
      />
    ) : (
      <NativeSelect
        key={key}
        className={classes.filter}
        label={filter.label}
        value={chosen[key]}
        title={filter.options.find(({ value }) => value === chosen[key])?.label}
        onChange={(event) => choose(key, filter, event.currentTarget.value)}
      >
        <Options options={filter.options} />
      </NativeSelect>
    ),
  );
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
 * Where rows are cards: behind one button, which counts active filters; includes the order, because cards have no
 * column headers.
 */
export function FoldedFilters<Row>({ filters, columns, control }: FoldedFiltersProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const fields = useId();
  const { filters: chosen, sort } = control.address;
  const narrowed = Object.entries(filters).filter(([key, filter]) =>
    'kind' in filter ? chosen[key] : chosen[key] !== filter.options[0]?.value,
  );
  const count = narrowed.length + (sort ? 1 : 0);
  const sortable = columns.filter(({ sortKey }) => sortKey !== undefined);
  if (Object.keys(filters).length + sortable.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={fields}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? t`Filters and order (${count})` : t`Filters and order`}
      </Button>
      <div id={fields} className={classes.folded} hidden={!isOpen}>
        <FilterFields filters={filters} chosen={chosen} onChoose={control.filterBy} />
        {sortable.length > 0 && (
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
        )}
      </div>
    </>
  );
}
