import { NumberInput, type NumberInputProps, Text } from '@mantine/core';
import type { ReactNode } from 'react';
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
