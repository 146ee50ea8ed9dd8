import {
  getOptionsLockup,
  getParsedComboboxData,
  type OptionsFilter,
  Select,
  type SelectProps,
} from '@mantine/core';
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { t } from '#shared/words.ts';

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
