import { ActionIcon, Popover, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '#shared/words.ts';
import { type FigureName, figureWords, trendDefinition } from '../rules.ts';

/** The (i) that explains a figure. The focus moves into it, so that it is read out, and returns on Escape. */
export function FigureHelp(props: { name: FigureName; hasTrend: boolean }) {
  const { label, definition } = figureWords[props.name];
  return (
    <Popover width={300} position="bottom" shadow="md" trapFocus returnFocus withArrow>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size={24} aria-label={t`What ${label} counts`}>
          <IconInfoCircle size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <div tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
          <Text size="sm">{definition}</Text>
          {props.hasTrend && (
            <Text size="xs" c="dimmed" mt="xs">
              {trendDefinition}
            </Text>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
