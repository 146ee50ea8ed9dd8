import { NumberInput, type NumberInputProps } from '@mantine/core';

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
