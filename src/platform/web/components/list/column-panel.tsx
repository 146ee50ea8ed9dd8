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
import { memo } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { optionsOf } from '#shared/labels.ts';
import { densityLabels } from '#shared/preferences.ts';
import { t } from '#shared/words.ts';
import type { Column } from '../list.tsx';
import { ErrorNotice } from '../use-command.tsx';
import classes from './column-panel.module.css';
import type { ListColumns } from './use-list-columns.ts';

type ColumnPanelProps<Row> = { control: ListColumns<Row>; isCard: boolean };

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

function ColumnChoices<Row>({ control, isCard }: ColumnPanelProps<Row>) {
  const { view, ordered, drawn, card } = control;
  const listed = isCard ? card.fields : ordered;
  const shown = (isCard ? card.lines : drawn).map(({ key }) => key);
  const toggle = (key: string) => {
    const isShown = shown.includes(key);
    if (isCard)
      return control.change({ card: isShown ? shown.filter((one) => one !== key) : [...shown, key] });
    control.change({
      hidden: isShown ? [...view.hidden, key] : view.hidden.filter((hidden) => hidden !== key),
    });
  };
  /** Moves a column to the position of another. */
  const move = (key: string, other: string) => {
    const order = ordered.map((column) => column.key);
    const to = order.indexOf(other);
    order.splice(to, 0, ...order.splice(order.indexOf(key), 1));
    control.change({ order });
  };
  return (
    <>
      <ol className={classes.columns} data-card={isCard || undefined}>
        {listed.map((column, place) => {
          const { key, header } = column;
          const isLast = shown.length === 1 && shown[0] === key;
          return (
            <li key={key}>
              <Checkbox
                label={header}
                checked={shown.includes(key)}
                disabled={isLast}
                description={isLast && t`A list shows at least one column.`}
                onChange={() => toggle(key)}
              />
              {!isCard && <WidthAndPin column={column} control={control} />}
              {[
                { label: t`${header}: one place up`, Sign: IconArrowUp, other: listed[place - 1] },
                { label: t`${header}: one place down`, Sign: IconArrowDown, other: listed[place + 1] },
              ].map(({ label, Sign, other }) => (
                <ActionIcon
                  key={label}
                  variant="subtle"
                  color="gray"
                  aria-label={label}
                  disabled={!other}
                  onClick={() => other && move(key, other.key)}
                >
                  <Sign size={16} />
                </ActionIcon>
              ))}
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
              data={optionsOf(densityLabels)}
              value={control.density}
              onChange={control.chooseDensity}
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

function WidthAndPin<Row>({ column, control }: { column: Column<Row>; control: ListColumns<Row> }) {
  const { key, header } = column;
  const { view } = control;
  const width = view.widths[key] ?? column.width;
  const isPinned = control.isPinned(key);
  return (
    <>
      <TextInput
        type="number"
        aria-label={t`Width of ${header} in pixels`}
        size="xs"
        w={72}
        min={40}
        max={900}
        step={10}
        key={width}
        defaultValue={width}
        onBlur={({ currentTarget }) => {
          const pixels = Math.round(Number(currentTarget.value));
          if (pixels === width || !(pixels >= 40 && pixels <= 900)) return;
          control.change({ widths: { ...view.widths, [key]: pixels } });
        }}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Pin ${header}`}
        aria-pressed={isPinned}
        onClick={() => control.change({ pins: { ...view.pins, [key]: isPinned ? 'none' : 'left' } })}
      >
        {isPinned ? <IconPinFilled size={16} /> : <IconPin size={16} />}
      </ActionIcon>
    </>
  );
}
