import { ActionIcon, Button, Checkbox, Group, SegmentedControl, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo } from 'react';
import { useLanguage } from '#platform/web/languages/language.ts';
import { optionsOf } from '#shared/labels.ts';
import { densityLabels } from '#shared/preferences.ts';
import { t } from '#shared/words.ts';
import { ariaKeys } from '../screen-registry.ts';
import { ErrorNotice } from '../use-command.tsx';
import classes from './column-panel.module.css';
import type { ListColumns } from './use-list-columns.ts';

type ColumnPanelProps<Row> = { control: ListColumns<Row>; isCard: boolean };

/** Chooses which columns are shown, their order, and the row height; on a phone, the fields of a card. */
export const ColumnPanel = memo(ColumnPanelView) as typeof ColumnPanelView;

function ColumnPanelView<Row>({ control, isCard }: ColumnPanelProps<Row>) {
  useLanguage();
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
          const [up, down] = [listed[place - 1], listed[place + 1]];
          const isLast = shown.length === 1 && shown[0] === key;
          return (
            <li key={key}>
              <Checkbox
                label={header}
                checked={shown.includes(key)}
                disabled={isLast}
                description={isLast && t`A list shows at least one column.`}
                aria-keyshortcuts={ariaKeys('Alt ↑', 'Alt ↓')}
                onKeyDown={(event) => {
                  const other = { ArrowUp: up, ArrowDown: down }[event.key];
                  if (!event.altKey || !other) return;
                  event.preventDefault();
                  move(key, other.key);
                }}
                onChange={() => toggle(key)}
              />
              {[
                { label: t`${header}: one place up`, Sign: IconArrowUp, other: up },
                { label: t`${header}: one place down`, Sign: IconArrowDown, other: down },
              ].map(({ label, Sign, other }) => (
                <ActionIcon
                  key={label}
                  variant="subtle"
                  color="gray"
                  tabIndex={-1}
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
      <Text size="xs" c="dimmed" visibleFrom="sm">{t`Alt ↑ and Alt ↓ move a column.`}</Text>
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
