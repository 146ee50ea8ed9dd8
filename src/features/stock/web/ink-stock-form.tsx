import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useRecordForm } from '#platform/web/components/use-record-form.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type Ink, type InkReceipt, InkReceiptEntry } from '../ink-contract.ts';
import { stockCan, unitLabel } from '../rules.ts';
import { NewKindButton } from './certificate-stock-form.tsx';
import { AddInkDialog } from './kind-dialog.tsx';
import {
  blankStock,
  StockFormEnd,
  type StockValues,
  stockLabels,
  stockTextOf,
  toStockEntry,
  WholeNumberInput,
} from './stock-form-fields.tsx';

type Values = StockValues & { inkId: string; receivedQuantity: number | string };

const labels: Record<keyof Values, string> = {
  ...stockLabels,
  inkId: t`Ink name`,
  receivedQuantity: t`Received quantity`,
};

/** Takes a delivery of ink into the books or edits one; an approved one keeps what came. */
export function InkStockForm({ inks, receipt }: { inks: Ink[]; receipt: InkReceipt | null }) {
  const [isAddingInk, setIsAddingInk] = useState(false);
  const choices = inks.map(({ id, name, colour, code }) => ({
    value: id,
    label: `${name}, ${colour} (${code})`,
  }));
  const labelOf = (id: unknown) => choices.find(({ value }) => value === id)?.label ?? '';
  const { form, page } = useRecordForm<InkReceipt, Values, InkReceiptEntry>({
    record: receipt,
    name: 'ink-stock',
    schema: InkReceiptEntry,
    blank: { inkId: '', receivedQuantity: '', ...blankStock() },
    toEntry: toStockEntry,
    get: client.stock.getInkReceipt,
    add: client.stock.receiveInk,
    edit: client.stock.editInkReceipt,
    added: ({ inkId }) => t`${labelOf(inkId)} is added. A second person must approve it.`,
    saved: ({ inkId }) => t`${labelOf(inkId)} is saved.`,
    backTo: paths.admin.inkStock,
    labels,
    textOf: (field, value) => (field === 'inkId' && labelOf(value)) || stockTextOf(field, value),
  });
  const fixed = receipt !== null && stockCan.change(receipt) !== true;
  const ink = inks.find(({ id }) => id === form.getValues().inkId);
  const unit = ink ? unitLabel(ink.unit) : '';

  return (
    <>
      <FormPage
        {...page}
        title={receipt ? t`Edit ink stock` : t`Add ink stock`}
        description={fixed ? errorSentence('stock.approved_stays', undefined) : undefined}
        draftName={(values) => [values.receivedQuantity]}
        submitLabel={receipt ? t`Save stock` : t`Add stock`}
      >
        <FormSection title={t`Ink stock`}>
          <ChoiceInput
            label={labels.inkId}
            required
            readOnly={fixed}
            variant={fixed ? 'filled' : undefined}
            data={choices}
            {...form.getInputProps('inkId')}
          />
          <NewKindButton isHidden={fixed} onClick={() => setIsAddingInk(true)}>
            {t`New ink`}
          </NewKindButton>
          <WholeNumberInput
            label={labels.totalQuantity}
            description={t`As on the invoice.`}
            unit={unit}
            isFixed={fixed}
            {...form.getInputProps('totalQuantity')}
          />
          <WholeNumberInput
            label={labels.receivedQuantity}
            description={t`Received quantity, including rejected.`}
            unit={unit}
            isFixed={fixed}
            {...form.getInputProps('receivedQuantity')}
          />
          <WholeNumberInput
            label={labels.rejectedQuantity}
            unit={unit}
            isFixed={fixed}
            {...form.getInputProps('rejectedQuantity')}
          />
          <StockFormEnd form={form} isFixed={fixed} />
        </FormSection>
      </FormPage>
      {isAddingInk && (
        <AddInkDialog
          onAdded={(id) => {
            form.setFieldValue('inkId', id);
            setIsAddingInk(false);
          }}
          onClose={() => setIsAddingInk(false)}
        />
      )}
    </>
  );
}
