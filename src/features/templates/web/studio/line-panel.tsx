import { Button, Checkbox, Group, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Line } from '#features/certificates/template.ts';
import { optionsOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';
import { nameOfLine, wordFieldChoices } from './sheet-fields.ts';
import classes from './studio.module.css';

const fonts = optionsOf({ serif: t`Serif`, script: t`Handwriting`, sans: t`Sans serif` });

const colours = optionsOf({ black: t`Black`, grey: t`Grey`, ink: t`Color of the paper` });

/** The wording and typography of one line. */
export function LinePanel(props: {
  line: Line;
  number: number;
  isFound: boolean;
  /** Whether it is being edited; others show only their wording. */
  isOpen: boolean;
  onOpen: () => void;
  onChange: (line: Line, act: string) => void;
  onRemove: (() => void) | null;
}) {
  const { line, number, isFound, isOpen } = props;
  const frame = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!isFound) return;
    frame.current?.scrollIntoView({ block: 'nearest' });
    frame.current?.querySelector('textarea')?.focus();
  }, [isFound]);

  const change = (next: Partial<Line>, act: string) => props.onChange({ ...line, ...next }, act);

  return (
    <fieldset ref={frame} className={classes.line} data-found={isFound || undefined} onFocus={props.onOpen}>
      <legend className="visually-hidden">{t`Line ${number}: ${nameOfLine(line)}`}</legend>
      <Wording
        text={line.text}
        number={number}
        isOpen={isOpen}
        onChange={(text) => change({ text }, 'text')}
      />
      {isOpen && (
        <>
          <LineStyle line={line} change={change} />
          {props.onRemove && (
            <Button size="compact-xs" variant="subtle" color="red" onClick={props.onRemove}>
              {t`Remove line ${number}`}
            </Button>
          )}
        </>
      )}
    </fieldset>
  );
}

function LineStyle({ line, change }: { line: Line; change: (next: Partial<Line>, act: string) => void }) {
  const choose = <Key extends 'font' | 'colour'>(key: Key, value: string) =>
    change({ [key]: value as Line[Key] }, key);
  return (
    <>
      <Group gap="xs" grow>
        <NativeSelect
          size="xs"
          label={t`Font`}
          data={fonts}
          value={line.font}
          onChange={(event) => choose('font', event.currentTarget.value)}
        />
        <NativeSelect
          size="xs"
          label={t`Color`}
          data={colours}
          value={line.colour}
          onChange={(event) => choose('colour', event.currentTarget.value)}
        />
      </Group>
      <Group gap="xs" grow align="flex-end">
        <Points label={t`Size`} value={line.size} onChange={(size) => change(withSize(line, size), 'size')} />
        <Points
          label={t`Smallest size`}
          value={line.floor}
          onChange={(floor) => change({ floor: Math.min(floor, line.size) }, 'floor')}
        />
        <Points
          label={t`Line spacing`}
          min={0}
          max={120}
          value={line.advance}
          onChange={(advance) => change({ advance }, 'advance')}
        />
      </Group>
      <Group gap="sm">
        <Checkbox
          size="xs"
          label={t`Bold`}
          checked={line.weight === 'bold'}
          onChange={(event) => change({ weight: event.currentTarget.checked ? 'bold' : 'regular' }, 'weight')}
        />
        <Checkbox
          size="xs"
          label={t`Italic`}
          checked={line.isItalic}
          onChange={(event) => change({ isItalic: event.currentTarget.checked }, 'italic')}
        />
        <Checkbox
          size="xs"
          label={t`Spaced capitals`}
          checked={line.isTracked}
          onChange={(event) => change({ isTracked: event.currentTarget.checked }, 'tracked')}
        />
      </Group>
    </>
  );
}

/** Smallest size and spacing change in proportion. */
function withSize({ size, floor, advance, below }: Line, next: number): Partial<Line> {
  const spaced = (points: number) => Math.min(120, Math.round((points / size) * next * 2) / 2);
  return {
    size: next,
    floor: Math.min(floor, next),
    advance: spaced(advance),
    below: below && spaced(below),
  };
}

/** Unprintable text stays in the field with the reason and does not reach the sheet. */
function Wording(props: { text: string; number: number; isOpen: boolean; onChange: (text: string) => void }) {
  const [typed, setTyped] = useState(props.text);
  const input = useRef<HTMLTextAreaElement>(null);
  useEffect(() => setTyped(props.text), [props.text]);
  function changeText(text: string): void {
    setTyped(text);
    if (Line.shape.text.safeParse(text).success) props.onChange(text);
  }

  function insert(field: string): void {
    const at = input.current?.selectionStart ?? typed.length;
    changeText(`${typed.slice(0, at)}{${field}}${typed.slice(at)}`);
    input.current?.focus();
  }

  return (
    <>
      <Textarea
        ref={input}
        size="xs"
        autosize
        minRows={1}
        label={t`Wording of line ${props.number}`}
        error={faultOf(typed)}
        value={typed}
        onChange={(event) => changeText(event.currentTarget.value.replaceAll('\n', ' '))}
      />
      {props.isOpen && (
        <NativeSelect
          size="xs"
          aria-label={t`Insert a field into line ${props.number}`}
          data={[{ value: '', label: t`Insert a field…` }, ...wordFieldChoices]}
          value=""
          onChange={(event) => insert(event.currentTarget.value)}
        />
      )}
    </>
  );
}

/** Why a sheet cannot have the text; the contract has messages of its own for forbidden characters. */
function faultOf(text: string): string | undefined {
  if (text === '') return t`Enter the wording, or remove the line.`;
  const found = Line.shape.text.safeParse(text).error?.issues[0];
  if (!found) return undefined;
  const isOfFields = found.code !== 'custom' || found.message === t`Only fields that a sheet has.`;
  return isOfFields
    ? t`Only fields of the list stand in braces, and a line has at most 300 letters.`
    : found.message;
}

function Points(props: {
  label: string;
  value: number;
  min?: number;
  max?: number;
  onChange: (value: number) => void;
}) {
  const { min = 4, max = 72 } = props;
  return (
    <NumberInput
      size="xs"
      label={props.label}
      suffix={` ${t`pt`}`}
      decimalScale={1}
      step={0.5}
      min={min}
      max={max}
      hideControls
      value={props.value}
      onChange={(value) => typeof value === 'number' && value >= min && value <= max && props.onChange(value)}
    />
  );
}
