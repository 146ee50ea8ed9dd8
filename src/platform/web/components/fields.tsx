import {
  ActionIcon,
  getOptionsLockup,
  getParsedComboboxData,
  NumberInput,
  type NumberInputProps,
  type OptionsFilter,
  Popover,
  Select,
  type SelectProps,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { dayInIndia, formatDay, parseTypedDay } from '#shared/format.ts';
import { t } from '#shared/words.ts';
import classes from './form-page.module.css';

/** Fields that belong together, side by side where there is room. */
export function FormSection(props: { title: string; description?: ReactNode; children: ReactNode }) {
  return (
    <fieldset className={classes.section}>
      <legend className={classes.legend}>{props.title}</legend>
      {props.description && (
        <Text size="sm" c="dimmed" mb="sm">
          {props.description}
        </Text>
      )}
      <div className={classes.fields}>{props.children}</div>
    </fieldset>
  );
}

type ChoiceInputProps = Omit<
  SelectProps,
  | 'value'
  | 'defaultValue'
  | 'onChange'
  | 'searchable'
  | 'searchValue'
  | 'onSearchChange'
  | 'allowDeselect'
  | 'autoSelectOnBlur'
  | 'selectFirstOptionOnChange'
  | 'dropdownOpened'
  | 'onDropdownOpen'
  | 'onDropdownClose'
  | 'wrapperProps'
> & {
  value?: string | null;
  /** Called with '' when what was chosen is taken away. */
  onChange?: (value: string) => void;
};

/**
 * One of a list, chosen by typing or by pointing: the first match is highlighted, Tab and Enter take it. Text that
 * fits nothing stays, is no choice, and says so.
 */
export function ChoiceInput({
  data,
  value = null,
  onChange,
  error,
  onBlur,
  onKeyDown,
  ...props
}: ChoiceInputProps) {
  const options = getParsedComboboxData<string>(data);
  const label = value === null ? undefined : getOptionsLockup(options)[value]?.label;
  // Null while what is chosen is shown as it is.
  const [typed, setTyped] = useState<string | null>(null);
  const [isUnknown, setIsUnknown] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const [seen, setSeen] = useState(value);
  // Known before the next drawing: leaving the field takes the highlighted option first, and then asks what is typed.
  const pending = useRef<string | null>(null);
  if (seen !== value) {
    setSeen(value);
    // Chosen by something else meanwhile, such as a form that fills itself in.
    if (value) show(null);
  }

  function show(text: string | null): void {
    pending.current = text;
    setTyped(text);
    setIsUnknown(false);
  }

  function choose(chosen: string | number | bigint | boolean | null): void {
    show(null);
    onChange?.(chosen === null ? '' : String(chosen));
  }

  /** Takes what is typed for what it is: nothing, the first match, or no choice. */
  function settle(): void {
    const text = pending.current?.trim();
    if (text === undefined || text === label) return;
    const [first] = text === '' ? [] : bestFirst({ options, search: text, limit: 1 });
    if (first && 'value' in first) {
      choose(first.value);
      return;
    }
    onChange?.('');
    if (text === '') show(null);
    else setIsUnknown(true);
  }

  /** Enter takes the highlighted option, unless the list has opened at this letter and knows of none: then what is typed. */
  function takeTyped(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || pending.current === null) return;
    // The form would go off with what was chosen before.
    event.preventDefault();
    setIsOpen(false);
    settle();
  }

  return (
    <Select
      {...props}
      data={options}
      value={value || null}
      onChange={choose}
      searchable
      allowDeselect={false}
      filter={props.filter ?? bestFirst}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      searchValue={typed ?? label ?? ''}
      onInput={(event) => show(event.currentTarget.value)}
      selectFirstOptionOnChange={typed !== null}
      autoSelectOnBlur={typed !== null}
      error={isUnknown ? t`“${typed ?? ''}” is not in the list. Choose an entry of the list.` : error}
      onBlur={(event: FocusEvent<HTMLInputElement>) => {
        settle();
        onBlur?.(event);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
        if (event.key === 'Escape' && pending.current !== null) show(null);
        onKeyDown?.(event);
      }}
      wrapperProps={{ onKeyDown: takeTyped }}
    />
  );
}

/** Those that begin with the text before those that only contain it. */
const bestFirst: OptionsFilter = ({ options, search, limit }) => {
  const text = search.trim().toLowerCase();
  const labelOf = (option: (typeof options)[number]) => ('label' in option ? option.label.toLowerCase() : '');
  const place = (option: (typeof options)[number]) => (labelOf(option).startsWith(text) ? 0 : 1);
  return options
    .filter((option) => labelOf(option).includes(text))
    .toSorted((a, b) => place(a) - place(b))
    .slice(0, limit);
};

type DayInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'rightSection'> & {
  /** `yyyy-mm-dd`; while it cannot be read, what was typed, so that the schema's sentence meets it. */
  value: string;
  onChange: (value: string) => void;
  /** First and last day that the calendar offers; typed days are the schema's concern. */
  minDay?: string;
  maxDay?: string;
};

const iso = /^\d{4}-\d{2}-\d{2}$/;

/** A date typed as a clerk types it (7/3/26, 07032026, 7 mar, today) or picked from a calendar. */
export function DayInput({ value, onChange, minDay, maxDay, onBlur, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const shown = typed ?? (iso.test(value) ? formatDay(value) : value);

  function type(text: string): void {
    setTyped(text);
    onChange(parseTypedDay(text, dayInIndia(new Date())) ?? text);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      // Roles of a popover belong to its button; on the text field they would be wrong.
      withRoles={false}
      withinPortal
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <TextInput
          ref={input}
          placeholder={t`dd/mm/yyyy`}
          autoComplete="off"
          inputMode="text"
          {...rest}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            // From here on the field shows how the date was understood.
            setTyped(null);
            onBlur?.(event);
          }}
          rightSectionPointerEvents="all"
          rightSection={
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t`Open the calendar`}
              aria-expanded={isOpen}
              disabled={rest.disabled}
              onClick={() => setIsOpen((open) => !open)}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          value={iso.test(value) ? value : null}
          defaultDate={iso.test(value) ? value : dayInIndia(new Date())}
          minDate={minDay}
          maxDate={maxDay}
          firstDayOfWeek={1}
          onChange={(day) => {
            if (day === null) return;
            setTyped(null);
            onChange(day);
            setIsOpen(false);
            input.current?.focus();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Whole rupees, grouped as in India while typing. An empty field is ''. */
export function RupeesInput(props: Omit<NumberInputProps, 'prefix' | 'leftSection'>) {
  return (
    <NumberInput
      leftSection={<span aria-hidden>₹</span>}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      inputMode="numeric"
      autoComplete="off"
      {...props}
    />
  );
}
