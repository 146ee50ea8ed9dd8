import { NumberInput, type NumberInputProps, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import classes from './form-page.module.css';

/** Related fields, side by side where there is room. */
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

/**
 * A section folded to one line with its state. It opens when a field in it is missing or wrong, stays open while errors
 * are shown, and folds again once `filledBy` has filled it in.
 */
export function FoldedSection(props: {
  title: string;
  state: ReactNode;
  isIncomplete: boolean;
  hasErrors: boolean;
  filledBy?: string;
  /** Whether the fields are rendered only while it is open. */
  isLazy?: boolean;
  children: ReactNode;
}) {
  const { isIncomplete, hasErrors, filledBy } = props;
  const section = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(isIncomplete);
  const isShown = isOpen || hasErrors;
  useEffect(() => {
    if (isIncomplete) setIsOpen(true);
  }, [isIncomplete]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each that fills it in
  useEffect(() => {
    // Whoever is typing in it goes on.
    if (filledBy && !isIncomplete && !section.current?.contains(document.activeElement)) setIsOpen(false);
  }, [filledBy]);
  return (
    <details
      ref={section}
      aria-label={props.title}
      className={`${classes.section} ${classes.folded}`}
      open={isShown}
      onToggle={({ currentTarget }) => {
        if (hasErrors) currentTarget.open = true;
        else setIsOpen(currentTarget.open);
      }}
    >
      <summary>
        <b>{props.title}</b>{' '}
        <Text span size="sm" c="dimmed">
          {props.state}
        </Text>
      </summary>
      {(isShown || !props.isLazy) && <div className={classes.fields}>{props.children}</div>}
    </details>
  );
}

/** Whole rupees with Indian digit grouping while typing. An empty field is ''. */
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
