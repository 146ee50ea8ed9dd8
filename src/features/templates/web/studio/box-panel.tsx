import { Button, NumberInput, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { type Box, paperSize } from '#features/certificates/template.ts';
import { formatCount } from '#shared/format.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { keepOnSheet, type Rectangle, toTenths } from './geometry.ts';
import { LinePanel } from './line-panel.tsx';
import { nameOfBox, newLine } from './sheet-fields.ts';
import classes from './studio.module.css';
import type { StudioAction, StudioState } from './studio-state.ts';

type PanelProps = {
  state: StudioState;
  dispatch: (action: StudioAction) => void;
  /** The line to which a warning about the picture leads. */
  found: number | null;
};

const alignments = optionsOf({ left: t`To the left`, center: t`Centred`, right: t`To the right` });

const verticalAlignments = optionsOf({
  top: t`At the top`,
  middle: t`In the middle`,
  bottom: t`At the bottom`,
});

/** Position and size of the chosen box, and its content. */
export function BoxPanel({ state, dispatch, found }: PanelProps) {
  const { content, chosen } = state;
  const [open, setOpen] = useState<string | null>(null);
  const at = chosen.at(-1);
  const box = at === undefined ? undefined : content.boxes[at];
  if (at === undefined || !box)
    return (
      <Text size="sm" c="dimmed">
        {t`Choose a box on the sheet, or place a field. Arrows move it by 0.5 mm, with Shift by 5 mm.`}
      </Text>
    );
  const change = (next: Box, act: string) => dispatch({ do: 'change', at, box: next, act: `${act} ${at}` });
  return (
    <Stack gap="sm">
      <Text fw={600} size="sm">
        {chosen.length > 1 ? t`${formatCount(chosen.length)} boxes, the last one:` : nameOfBox(box, at)}
        {chosen.length > 1 && ` ${nameOfBox(box, at)}`}
      </Text>
      <Numbers
        key={at}
        box={box}
        sheet={paperSize(content)}
        onChange={(place) => dispatch({ do: 'place', places: new Map([[at, place]]), act: `numbers ${at}` })}
      />
      {box.kind === 'text' && (
        <>
          <SegmentedControl
            className={classes.choices}
            size="xs"
            fullWidth
            aria-label={t`Alignment`}
            data={alignments}
            value={box.align}
            onChange={(align) => change({ ...box, align }, 'align')}
          />
          <SegmentedControl
            className={classes.choices}
            size="xs"
            fullWidth
            aria-label={t`Where fewer lines stand`}
            data={verticalAlignments}
            value={box.lies}
            onChange={(lies) => change({ ...box, lies }, 'lies')}
          />
          {box.lines.map((line, number) => (
            <LinePanel
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place in the box
              key={`${at}:${number}`}
              line={line}
              number={number + 1}
              isFound={found === number}
              isOpen={box.lines.length === 1 || open === `${at}:${number}`}
              onOpen={() => setOpen(`${at}:${number}`)}
              onChange={(next, act) =>
                change({ ...box, lines: box.lines.with(number, next) }, `${act} ${number}`)
              }
              onRemove={
                box.lines.length > 1
                  ? () => change({ ...box, lines: box.lines.filter((_, one) => one !== number) }, 'less')
                  : null
              }
            />
          ))}
          <Button
            size="xs"
            variant="default"
            onClick={() =>
              change({ ...box, lines: [...box.lines, newLine(t`Text`)] }, `more ${box.lines.length}`)
            }
          >
            {t`Add line`}
          </Button>
        </>
      )}
      <Button
        size="xs"
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => dispatch({ do: 'remove' })}
      >
        {t`Remove from the sheet`}
      </Button>
    </Stack>
  );
}

function Numbers(props: {
  box: Box;
  sheet: { width: number; height: number };
  onChange: (place: Rectangle) => void;
}) {
  const { x, y, width, height } = props.box;
  const place = { x, y, width, height };
  const sides = [
    ['x', t`Left`],
    ['y', t`Top`],
    ['width', t`Width`],
    ['height', t`Height`],
  ] as const;
  return (
    <SimpleGrid cols={2} spacing="xs">
      {sides.map(([side, label]) => (
        <Millimetres
          key={side}
          label={label}
          value={place[side]}
          onChange={(value) => props.onChange(keepOnSheet({ ...place, [side]: value }, props.sheet))}
        />
      ))}
    </SimpleGrid>
  );
}

/** Typing takes effect on Enter or when leaving the field; arrows at once. */
function Millimetres(props: { label: string; value: number; onChange: (value: number) => void }) {
  // Null while the present value is shown.
  const [typed, setTyped] = useState<string | number | null>(null);
  const shown = typed ?? props.value;

  function changeNumber(value: string | number): void {
    const number = Number(value);
    setTyped(null);
    if (value !== '' && !Number.isNaN(number) && number !== props.value) props.onChange(toTenths(number));
  }

  function press(event: KeyboardEvent<HTMLInputElement>): void {
    const by = { ArrowUp: 0.5, ArrowDown: -0.5 }[event.code];
    if (event.code === 'Enter') changeNumber(shown);
    if (by === undefined) return;
    event.preventDefault();
    changeNumber(Number(shown) + by * (event.shiftKey ? 10 : 1));
  }

  return (
    <NumberInput
      size="xs"
      label={props.label}
      suffix={` ${t`mm`}`}
      decimalScale={1}
      min={0}
      max={420}
      clampBehavior="none"
      allowNegative={false}
      hideControls
      withKeyboardEvents={false}
      value={shown}
      onChange={setTyped}
      onBlur={() => changeNumber(shown)}
      onKeyDown={press}
    />
  );
}
