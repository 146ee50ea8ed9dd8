import { NumberInput, type NumberInputProps, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { uploadFile } from '#platform/web/api/upload.ts';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { dayInIndia } from '#shared/dates.ts';
import type { FileReference } from '#shared/file-reference.ts';
import { t } from '#shared/words.ts';

/** What both forms hold besides their kind and what came; an amount that is not typed yet is ''. */
export type StockValues = {
  totalQuantity: number | string;
  rejectedQuantity: number | string;
  receivedOn: string;
  remarks: string;
  invoice: FileReference | null;
};

export const stockLabels: Record<keyof StockValues, string> = {
  totalQuantity: t`Total quantity`,
  rejectedQuantity: t`Rejected quantity`,
  receivedOn: t`Received date`,
  remarks: t`Remarks`,
  invoice: t`Invoice provided by vendor`,
};

export function blankStock(): StockValues {
  return {
    totalQuantity: '',
    rejectedQuantity: 0,
    receivedOn: dayInIndia(new Date()),
    remarks: '',
    invoice: null,
  };
}

/** What is sent of either form: the invoice by its id. */
export function toStockEntry<Values extends StockValues, Entry>({ invoice, ...typed }: Values): Entry {
  // The form's schema has made numbers of what was typed.
  return { ...typed, invoiceFileId: invoice?.id ?? null } as Entry;
}

/** How a value of either form reads when a colleague's edit is compared with one's own. */
export function stockTextOf(field: string, value: unknown): string {
  if (field === 'invoice') return (value as FileReference | null)?.name ?? t`(none)`;
  return value === '' || value === null ? t`(empty)` : String(value);
}

/** A whole number with its unit; one that an approval fixed looks like the text that it is. */
export function WholeNumberInput({
  unit,
  isFixed,
  ...rest
}: NumberInputProps & { unit?: string; isFixed: boolean }) {
  return (
    <NumberInput
      required
      readOnly={isFixed}
      variant={isFixed ? 'filled' : undefined}
      min={0}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      suffix={unit && ` ${unit}`}
      hideControls
      {...rest}
    />
  );
}

/** Day, remarks and invoice. */
export function StockFormEnd(props: { form: unknown; isFixed: boolean }) {
  // Both forms hold these fields, whatever else is in them.
  const form = props.form as UseFormReturnType<StockValues>;
  return (
    <>
      <DayInput
        label={stockLabels.receivedOn}
        required
        readOnly={props.isFixed}
        maxDay={dayInIndia(new Date())}
        {...form.getInputProps('receivedOn')}
        value={form.getValues().receivedOn}
      />
      <Textarea label={stockLabels.remarks} autosize minRows={2} {...form.getInputProps('remarks')} />
      <FileField
        label={stockLabels.invoice}
        kind="invoice"
        path="invoice"
        upload={uploadFile}
        value={form.getValues().invoice}
        onChange={(file) => form.setFieldValue('invoice', file)}
        error={form.errors.invoice}
      />
    </>
  );
}
