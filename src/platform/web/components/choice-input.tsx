import {
  CheckIcon,
  Combobox,
  type ComboboxDropdownEventSource,
  type ComboboxStore,
  getOptionsLockup,
  getParsedComboboxData,
  InputBase,
  type InputBaseProps,
  ScrollArea,
  useCombobox,
} from '@mantine/core';
import { useId } from '@mantine/hooks';
import {
  type ChangeEvent,
  type ComponentPropsWithoutRef,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { foldedForSearch } from '#shared/folded-for-search.ts';
import { t } from '#shared/words.ts';
import classes from './choice-input.module.css';

type Choice = { value: string; label: string };

type ChoiceInputProps = Omit<
  InputBaseProps & ComponentPropsWithoutRef<'input'>,
  'value' | 'defaultValue' | 'onChange' | 'onInput' | 'size' | 'wrapperProps' | 'rightSection'
> & {
  data: readonly (string | Choice)[];
  value?: string | null;
  /** Called with '' when the choice is cleared. */
  onChange?: (value: string) => void;
  nothingFoundMessage?: ReactNode;
  /** The options are only suggestions: other text is valid too, and `onChange` is called at each character. */
  allowsOther?: boolean;
  /** Where the server searches: `data` is what it found for the text that was passed to `onType`. */
  search?: {
    /** Called with '' while the chosen label is shown. */
    onType: (text: string) => void;
    /** Whether the answer for the newest text is not there yet. */
    isPending: boolean;
    /** Of the value, which may not be among `data`. */
    label: string | undefined;
  };
  size?: InputBaseProps['size'];
};

/**
 * A combobox: the first match is highlighted, Tab and Enter choose it. Text without a match stays and shows an error.
 * Like Mantine's Select, except that the highlighted option is also announced to screen readers while typing, as the
 * W3C pattern requires (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/).
 */
export function ChoiceInput({
  data,
  value = null,
  onChange,
  error,
  nothingFoundMessage,
  allowsOther = false,
  search,
  onBlur,
  onFocus,
  onClick,
  onKeyDown,
  ...props
}: ChoiceInputProps) {
  const options = getParsedComboboxData<string>([...data]) as Choice[];
  const chosen = value === null ? undefined : getOptionsLockup(options)[value];
  const label = chosen?.label ?? search?.label ?? (allowsOther ? (value ?? undefined) : undefined);
  const id = useId(props.id);
  // Null while the chosen label is shown unchanged.
  const [typed, setTyped] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [seen, setSeen] = useState(value);
  const { store, openedBy, highlighted } = useAnnouncingCombobox();
  // Needed before the next render: leaving the field first chooses the highlighted option, then reads what was typed.
  const pending = useRef<string | null>(null);
  // Enter, or leaving the field, came before the server's answer.
  const isAwaited = useRef(false);
  if (seen !== value) {
    setSeen(value);
    // Set from outside meanwhile, for example by a form that fills itself in.
    if (value && value !== typed) show(null);
  }
  const isSearching = search?.isPending ?? false;
  const matches = (text: string) => (search ? options : bestFirst(options, text));
  const shown = isSearching ? [] : typed === null ? options : matches(typed);
  const isFixed = Boolean(props.readOnly || props.disabled);

  function show(text: string | null): void {
    pending.current = text;
    isAwaited.current = false;
    setTyped(text);
    setFault(null);
  }

  function type(text: string): void {
    show(text);
    // At once, so that no key is judged by what was found for the text before.
    search?.onType(text);
    if (allowsOther) onChange?.(text);
  }

  function choose(one: string): void {
    show(null);
    if (one !== value) onChange?.(one);
  }

  /** Interprets the typed text: empty, the first match, or invalid. Of matches that nobody has seen, only a single one. */
  function settle(isSeen = true): void {
    const text = pending.current?.trim();
    if (text === undefined) return;
    if (text === label) {
      show(null);
      return;
    }
    if (isSearching && text !== '') {
      isAwaited.current = true;
      onChange?.('');
      return;
    }
    const found = text === '' ? [] : matches(text);
    const [first] = found;
    if (first && (isSeen || found.length === 1)) {
      choose(first.value);
      return;
    }
    if (!allowsOther) onChange?.('');
    if (text === '' || allowsOther) show(null);
    else if (first) setFault(t`“${text}” fits several entries. Choose one of them.`);
    else setFault(t`“${text}” is not in the list. Choose an entry of the list.`);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed is searched
  useEffect(() => search?.onType(typed ?? ''), [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, by the answer
  useEffect(() => {
    if (isSearching || !isAwaited.current) return;
    isAwaited.current = false;
    if (options.length < 2) store.closeDropdown();
    settle(false);
  }, [isSearching]);

  /**
   * Enter chooses the highlighted option, unless the list opened at this character and has none yet: then by the typed
   * text.
   */
  function takeTyped(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || pending.current === null) return;
    // Otherwise the form would be submitted with the earlier choice.
    event.preventDefault();
    if (!isSearching) store.closeDropdown();
    settle();
  }

  return (
    <Combobox
      store={store}
      size={props.size}
      readOnly={props.readOnly}
      // A hidden list of all colleges would be re-rendered with every character typed in the form.
      keepMounted={false}
      onOptionSubmit={(one) => {
        choose(one);
        store.closeDropdown();
      }}
    >
      <Combobox.Target withExpandedAttribute aria-activedescendant={highlighted}>
        <InputBase
          {...props}
          id={id}
          value={typed ?? label ?? ''}
          error={fault ?? error}
          rightSection={<Combobox.Chevron size={props.size} error={error} />}
          rightSectionPointerEvents="none"
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            type(event.currentTarget.value);
            // Password managers fill in fields without focusing them.
            if (document.activeElement === event.currentTarget) store.openDropdown();
            else settle();
          }}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            // When a dialog opens with the focus here, Escape has to close the dialog, not the list first.
            if (!event.currentTarget.matches('[data-autofocus]')) store.openDropdown();
            onFocus?.(event);
          }}
          onClick={(event) => {
            store.openDropdown();
            onClick?.(event);
          }}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            if (pending.current !== null) store.clickSelectedOption();
            store.closeDropdown();
            settle();
            onBlur?.(event);
          }}
          onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
            if (event.key === 'Escape' && pending.current !== null) show(null);
            onKeyDown?.(event);
          }}
          // The label may be longer than the field; a title on the input itself would be read out twice.
          wrapperProps={{ onKeyDown: takeTyped, title: typed === null ? label : undefined }}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={isFixed || (shown.length === 0 && !nothingFoundMessage)}>
        <Options
          store={store}
          openedBy={openedBy}
          typed={typed}
          isSearching={isSearching}
          labelledBy={props.label ? `${id}-label` : undefined}
          label={props['aria-label']}
        >
          {shown.map((option) => (
            <Combobox.Option
              key={option.value}
              value={option.value}
              active={option.value === value}
              aria-selected={option.value === value}
              className={classes.option}
            >
              {option.value === value && <CheckIcon className={classes.check} />}
              <span>{option.label}</span>
            </Combobox.Option>
          ))}
          {shown.length === 0 && <Combobox.Empty>{nothingFoundMessage}</Combobox.Empty>}
        </Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

/** Mantine's own store, which also announces the highlighted option; Mantine does that for arrow keys only. */
function useAnnouncingCombobox() {
  const openedBy = useRef<ComboboxDropdownEventSource>('unknown');
  const store = useCombobox({
    onDropdownOpen: (source) => {
      openedBy.current = source;
    },
    onDropdownClose: () => announcing.resetSelectedOption(),
  });
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const announce = (select: () => string | null) => () => {
    const id = select();
    setHighlighted(id);
    return id;
  };
  const announcing = {
    ...store,
    selectFirstOption: announce(store.selectFirstOption),
    selectActiveOption: announce(store.selectActiveOption),
    selectNextOption: announce(store.selectNextOption),
    selectPreviousOption: announce(store.selectPreviousOption),
    resetSelectedOption: () => {
      store.resetSelectedOption();
      setHighlighted(null);
    },
  };
  return { store: announcing, openedBy, highlighted: (store.dropdownOpened && highlighted) || undefined };
}

/**
 * Highlights after the options are rendered and the store knows the list, whose effect runs before this one. If an
 * arrow key opened the list and nothing is chosen, the first option is highlighted, so that Enter chooses it.
 */
function Options(props: {
  store: ComboboxStore;
  openedBy: RefObject<ComboboxDropdownEventSource>;
  typed: string | null;
  isSearching: boolean;
  labelledBy: string | undefined;
  label: string | undefined;
  children: ReactNode;
}) {
  const { store, openedBy, typed, isSearching, labelledBy, label, children } = props;
  const isOpen = store.dropdownOpened;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store is another one at each drawing.
  useEffect(() => {
    if (!isOpen) return;
    if (typed === null && openedBy.current === 'keyboard') store.selectActiveOption();
    else if (typed === null) store.updateSelectedOptionIndex('active', { scrollIntoView: true });
    else if (isSearching || typed.trim() === '') store.resetSelectedOption();
    else store.selectFirstOption();
  }, [isOpen, typed, isSearching]);
  return (
    <Combobox.Options labelledBy={labelledBy} aria-label={labelledBy ? undefined : label}>
      <ScrollArea.Autosize
        mah={220}
        type="scroll"
        scrollbarSize="var(--combobox-padding)"
        offsetScrollbars="y"
      >
        {children}
      </ScrollArea.Autosize>
    </Combobox.Options>
  );
}

/** Options that begin with the text before those that only contain it. */
function bestFirst(options: Choice[], search: string): Choice[] {
  const text = foldedForSearch(search);
  const place = ({ label }: Choice) => (foldedForSearch(label).startsWith(text) ? 0 : 1);
  return options
    .filter(({ label }) => foldedForSearch(label).includes(text))
    .toSorted((a, b) => place(a) - place(b));
}
