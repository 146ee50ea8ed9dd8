import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useCommand } from '#platform/web/components/use-command.ts';
import { useEditedRecord } from '#platform/web/components/use-edited-record.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type Ink, type InkReceipt, InkReceiptEntry } from '../ink-contract.ts';
import { stockCan, unitLabel } from '../rules.ts';
import { NewKindButton } from './certificate-stock-form.tsx';
import { AddInkDialog } from './kind-dialog.tsx';
import {
  StockFormEnd,
  type StockValues,
  stockLabels,
  stockTextOf,
  stockValuesOf,
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
  const router = useRouter();
  const [isAddingInk, setIsAddingInk] = useState(false);
  const form = useForm<Values>({
    initialValues: valuesOf(receipt),
    validate: schemaResolver(InkReceiptEntry, { sync: true }),
  });
  const choices = inks.map(({ id, name, colour, code }) => ({
    value: id,
    label: `${name}, ${colour} (${code})`,
  }));
  const editing = useEditedRecord<InkReceipt, Values>({
    record: receipt,
    toValues: valuesOf,
    reload: () => client.stock.getInkReceipt({ id: receipt!.id }),
    labels,
    textOf: (field, value) =>
      (field === 'inkId' && choices.find((choice) => choice.value === value)?.label) ||
      stockTextOf(field, value),
  });
  const receive = useCommand(client.stock.receiveInk);
  const edit = useCommand(client.stock.editInkReceipt);
  const fixed = receipt !== null && stockCan.change(receipt) !== true;
  const ink = inks.find(({ id }) => id === form.getValues().inkId);
  const unit = ink ? unitLabel(ink.unit) : '';

  async function save({ invoice, ...typed }: Values): Promise<string> {
    const entry = { ...typed, invoiceFileId: invoice?.id ?? null } as InkReceiptEntry;
    const label = choices.find((choice) => choice.value === entry.inkId)?.label ?? '';
    if (receipt && editing) {
      await edit.run({ ...entry, id: receipt.id, version: editing.version });
      return t`${label} is saved.`;
    }
    await receive.run(entry);
    return t`${label} is added. A second person must approve it.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.admin.inkStock });
  }

  return (
    <>
      <FormPage
        title={receipt ? t`Edit ink stock` : t`Add ink stock`}
        description={fixed ? errorSentence('stock.approved_stays', undefined) : undefined}
        form={form}
        editing={editing}
        draftKey={receipt ? `ink-stock-${receipt.id}` : 'new-ink-stock'}
        draftName={(values) => [values.receivedQuantity]}
        submitLabel={receipt ? t`Save stock` : t`Add stock`}
        save={save}
        onSaved={(message) => {
          notifications.show({ message, color: 'green' });
          goBack();
        }}
        onCancel={goBack}
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

function valuesOf(receipt: InkReceipt | null): Values {
  return {
    inkId: receipt?.inkId ?? '',
    receivedQuantity: receipt?.receivedQuantity ?? '',
    ...stockValuesOf(receipt),
  };
}
