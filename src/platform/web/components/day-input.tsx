import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { IconCalendar } from '@tabler/icons-react';
import { type FocusEvent, useRef, useState } from 'react';
import { dayInIndia, formatDay, formatMonth, parseTypedDay, parseTypedMonth } from '#shared/format.ts';
import { t } from '#shared/words.ts';

type DayInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'rightSection'> & {
  /** `yyyy-mm-dd`; unreadable text is passed on as typed, so that the schema reports it. */
  value: string;
  onChange: (value: string) => void;
  /**
   * First and last day of the calendar; for typed days they only decide the century of a short year, the schema checks
   * the rest.
   */
  minDay?: string;
  maxDay?: string;
};

const iso = /^\d{4}-\d{2}-\d{2}$/;

/** A date typed as a clerk types it (7/3/26, 07032026, 7 mar, today) or picked from a calendar. */
export function DayInput({ value, onChange, minDay, maxDay, onBlur, ...rest }: DayInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [Calendar, setCalendar] = useState<typeof import('./calendar.tsx').Calendar | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const shown = typed ?? (iso.test(value) ? formatDay(value) : value);

  /** Most days are typed, so the calendar is only loaded when it is opened. */
  async function toggleCalendar(): Promise<void> {
    const loaded = await import('./calendar.tsx');
    setCalendar(() => loaded.Calendar);
    setIsOpen((open) => !open);
  }

  function type(text: string): void {
    setTyped(text);
    onChange(parseTypedDay(text, dayInIndia(new Date()), maxDay) ?? text);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      // The ARIA roles of a popover belong to its button; on the text field they would be wrong.
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
          data-plain-digits
          {...rest}
          value={shown}
          onChange={(event) => type(event.currentTarget.value)}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            // From now on the field shows how the date was understood.
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
              onClick={() => void toggleCalendar()}
            >
              <IconCalendar size={18} aria-hidden />
            </ActionIcon>
          }
        />
      </Popover.Target>
      {Calendar && (
        <Popover.Dropdown>
          <Calendar
            day={iso.test(value) ? value : null}
            minDay={minDay}
            maxDay={maxDay}
            onDay={(day) => {
              setTyped(null);
              onChange(day);
              setIsOpen(false);
              input.current?.focus();
            }}
          />
        </Popover.Dropdown>
      )}
    </Popover>
  );
}

type MonthInputProps = Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> & {
  /** `yyyy-mm`; unreadable text is passed on as typed, so that the schema reports it. */
  value: string;
  onChange: (value: string) => void;
};

/** A month typed as a clerk types it: 5/24, 05-2024, may 2024. */
export function MonthInput({ value, onChange, onBlur, ...rest }: MonthInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      placeholder={t`mm/yyyy`}
      autoComplete="off"
      data-plain-digits
      {...rest}
      value={typed ?? (/^\d{4}-\d{2}$/.test(value) ? formatMonth(value) : value)}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(parseTypedMonth(text) ?? text);
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
