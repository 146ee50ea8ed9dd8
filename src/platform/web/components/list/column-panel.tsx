import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  Popover,
  SegmentedControl,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import type { ListView } from '#shared/list-view.ts';
import { type Density, densities, type Preferences } from '#shared/preferences.ts';
import { t } from '#shared/words.ts';
import type { Column } from '../list.tsx';
import { useAddressChoice } from '../page-address.ts';
import { ErrorNotice } from '../use-command.tsx';
import { usePreferences } from '../use-preferences.ts';
import { cardOf, cardPlaces, inOrder, moved, pinOf } from './column-layout.ts';
import classes from './column-panel.module.css';
import { parseView, writeView } from './view-address.ts';

const asDeclared: ListView = { order: [], hidden: [], widths: {}, pins: {} };

export type ListViewControl = ReturnType<typeof useListView>;

/**
 * The columns of a list: from the URL, as opened by a saved view or a shared link, or else from the person's
 * preferences, which apply on all their devices. Changes go to where the view comes from.
 */
export function useListView({
  name,
  keys,
  hasViews,
}: {
  name: string;
  keys: readonly string[];
  hasViews: boolean;
}) {
  const { preferences, change, error } = usePreferences();
  const [columnsInAddress, writeColumns] = useAddressChoice('columns');
  const addressed = useMemo(
    () => (hasViews ? parseView(columnsInAddress, keys) : null),
    [hasViews, columnsInAddress, keys],
  );
  const view = addressed ?? preferences.listViews[name] ?? asDeclared;

  return useMemo(
    () => ({
      view,
      density: preferences.density,
      change: (changed: Partial<ListView>) => {
        const next = { ...view, ...changed };
        if (addressed) writeColumns(writeView(keys, next));
        else void change({ listViews: { ...preferences.listViews, [name]: next } });
      },
      chooseDensity: (density: Preferences['density']) => void change({ density }),
      reset: () => {
        if (addressed) return writeColumns(null);
        const { [name]: _, ...others } = preferences.listViews;
        void change({ listViews: others });
      },
      /** For the URL; undefined if nothing was changed from the default. */
      written: view === asDeclared ? undefined : writeView(keys, view),
      error,
    }),
    [view, addressed, preferences, name, keys, change, writeColumns, error],
  );
}

const densityLabels: Record<Density, string> = { comfortable: t`Comfortable`, compact: t`Compact` };

type ColumnPanelProps<Row> = {
  columns: readonly Column<Row, string>[];
  control: ListViewControl;
  isCard: boolean;
};

/**
 * Chooses which columns are shown, their order, width and pinning, and the row height; on a phone, the fields of a
 * card.
 */
export const ColumnPanel = memo(ColumnPanelView) as typeof ColumnPanelView;

function ColumnPanelView<Row>(props: ColumnPanelProps<Row>) {
  useLanguage();
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus width="26rem">
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {t`Columns`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Columns`} className={classes.panel}>
        <ColumnChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function ColumnChoices<Row>({ columns, control, isCard }: ColumnPanelProps<Row>) {
  const { view } = control;
  const { placed, fields } = cardOf(columns, view);
  const listed = isCard ? fields : inOrder(columns, view);
  const shown = isCard
    ? cardPlaces(placed).lines.map(({ key }) => key)
    : listed.flatMap(({ key }) => (view.hidden.includes(key) ? [] : [key]));
  const toggle = (key: string) => {
    const without = (keys: readonly string[]) => keys.filter((one) => one !== key);
    const isShown = shown.includes(key);
    if (isCard) return control.change({ card: isShown ? without(shown) : [...shown, key] });
    control.change({ hidden: isShown ? [...view.hidden, key] : without(view.hidden) });
  };
  return (
    <>
      <ol className={classes.columns} data-card={isCard || undefined}>
        {listed.map((column, place) => {
          const { key, header, width } = column;
          const isShown = shown.includes(key);
          const [before, after] = [listed[place - 1], listed[place + 1]];
          const isPinned = pinOf(column, view) !== 'none';
          const isLast = isShown && shown.length === 1;
          return (
            <li key={key}>
              <Checkbox
                label={header}
                checked={isShown}
                disabled={isLast}
                description={isLast && t`A list shows at least one column.`}
                onChange={() => toggle(key)}
              />
              {!isCard && (
                <>
                  <TextInput
                    type="number"
                    aria-label={t`Width of ${header} in pixels`}
                    size="xs"
                    w={72}
                    min={40}
                    max={900}
                    step={10}
                    key={view.widths[key] ?? width}
                    defaultValue={view.widths[key] ?? width}
                    onBlur={({ currentTarget }) => {
                      const pixels = Number(currentTarget.value);
                      if (pixels === (view.widths[key] ?? width) || !(pixels >= 40 && pixels <= 900)) return;
                      control.change({ widths: { ...view.widths, [key]: Math.round(pixels) } });
                    }}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={t`Pin ${header}`}
                    aria-pressed={isPinned}
                    onClick={() =>
                      control.change({ pins: { ...view.pins, [key]: isPinned ? 'none' : 'left' } })
                    }
                  >
                    {isPinned ? <IconPinFilled size={16} /> : <IconPin size={16} />}
                  </ActionIcon>
                </>
              )}
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`${header}: one place up`}
                disabled={!before}
                onClick={() => before && control.change({ order: moved(columns, view, key, before.key) })}
              >
                <IconArrowUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t`${header}: one place down`}
                disabled={!after}
                onClick={() => after && control.change({ order: moved(columns, view, key, after.key) })}
              >
                <IconArrowDown size={16} />
              </ActionIcon>
            </li>
          );
        })}
      </ol>
      <Group justify={isCard ? 'flex-end' : 'space-between'} mt="xs">
        {!isCard && (
          <Group gap="xs">
            <Text size="sm" id="list-density">{t`Density`}</Text>
            <SegmentedControl
              size="xs"
              aria-labelledby="list-density"
              data={densities.map((value) => ({ value, label: densityLabels[value] }))}
              value={control.density}
              onChange={(value) => control.chooseDensity(value as Density)}
            />
          </Group>
        )}
        <Button variant="subtle" size="xs" onClick={control.reset}>
          {t`Reset`}
        </Button>
      </Group>
      {control.error != null && <ErrorNotice error={control.error} />}
    </>
  );
}
