import { Button, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { IconPlus } from '@tabler/icons-react';
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
import { type BlankReceipt, BlankReceiptEntry, type Paper, receivedSheets } from '../blank-contract.ts';
import { formatQuantity, stockCan } from '../rules.ts';
import { formatRange } from '../serials.ts';
import { AddPaperDialog } from './kind-dialog.tsx';
import {
  StockFormEnd,
  type StockValues,
  stockLabels,
  stockTextOf,
  stockValuesOf,
  WholeNumberInput,
} from './stock-form-fields.tsx';

type Values = StockValues & {
  paperId: string;
  serialPrefix: string;
  firstSerial: number | string;
  lastSerial: number | string;
  rejectedSerials: string;
};

const labels: Record<keyof Values, string> = {
  ...stockLabels,
  paperId: t`Certificate name`,
  serialPrefix: t`Serial prefix`,
  firstSerial: t`First serial`,
  lastSerial: t`Last serial`,
  rejectedSerials: t`Rejected serials`,
};

/** Takes a delivery of numbered paper into the books or edits one; an approved one keeps what came. */
export function CertificateStockForm({ papers, receipt }: { papers: Paper[]; receipt: BlankReceipt | null }) {
  const router = useRouter();
  const [isAddingPaper, setIsAddingPaper] = useState(false);
  const form = useForm<Values>({
    initialValues: valuesOf(receipt),
    validate: schemaResolver(BlankReceiptEntry, { sync: true }),
  });
  const choices = papers.map(({ id, name, colour, code }) => ({
    value: id,
    label: `${name}, ${colour} (${code})`,
  }));
  const editing = useEditedRecord<BlankReceipt, Values>({
    record: receipt,
    toValues: valuesOf,
    reload: () => client.stock.getBlankReceipt({ id: receipt!.id }),
    labels,
    textOf: (field, value) =>
      (field === 'paperId' && choices.find((choice) => choice.value === value)?.label) ||
      stockTextOf(field, value),
  });
  const receive = useCommand(client.stock.receiveBlanks);
  const edit = useCommand(client.stock.editBlankReceipt);
  const fixed = receipt !== null && stockCan.change(receipt) !== true;

  async function save({ invoice, ...typed }: Values): Promise<string> {
    const entry = { ...typed, invoiceFileId: invoice?.id ?? null } as BlankReceiptEntry;
    const range = formatRange({
      prefix: entry.serialPrefix,
      first: entry.firstSerial,
      last: entry.lastSerial,
    });
    if (receipt && editing) {
      await edit.run({ ...entry, id: receipt.id, version: editing.version });
      return t`${range} are saved.`;
    }
    await receive.run(entry);
    return t`${range} are added. A second person must approve them.`;
  }

  function goBack(): void {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ href: paths.admin.certificateStock });
  }

  const look = fixed ? { readOnly: true, variant: 'filled' } : {};
  return (
    <>
      <FormPage
        title={receipt ? t`Edit certificate stock` : t`Add certificate stock`}
        description={fixed ? errorSentence('stock.approved_stays', undefined) : undefined}
        form={form}
        editing={editing}
        draftKey={receipt ? `certificate-stock-${receipt.id}` : 'new-certificate-stock'}
        draftName={(values) => [values.serialPrefix, values.firstSerial, values.lastSerial]}
        submitLabel={receipt ? t`Save stock` : t`Add stock`}
        save={save}
        onSaved={(message) => {
          notifications.show({ message, color: 'green' });
          goBack();
        }}
        onCancel={goBack}
      >
        <FormSection title={t`Certificate stock`}>
          <ChoiceInput
            label={labels.paperId}
            required
            {...look}
            data={choices}
            {...form.getInputProps('paperId')}
          />
          <NewKindButton isHidden={fixed} onClick={() => setIsAddingPaper(true)}>
            {t`New certificate paper`}
          </NewKindButton>
          <TextInput
            label={labels.serialPrefix}
            description={t`The letters before the number on the sheet.`}
            required
            {...look}
            autoComplete="off"
            {...form.getInputProps('serialPrefix')}
            onChange={(event) => form.setFieldValue('serialPrefix', event.currentTarget.value.toUpperCase())}
          />
          <WholeNumberInput
            label={labels.firstSerial}
            description={t`The number only, such as 1001.`}
            isFixed={fixed}
            {...form.getInputProps('firstSerial')}
          />
          <WholeNumberInput
            label={labels.lastSerial}
            description={t`The number only, such as 1001.`}
            isFixed={fixed}
            {...form.getInputProps('lastSerial')}
          />
          <WholeNumberInput
            label={labels.totalQuantity}
            description={t`As on the invoice.`}
            unit={t`sheets`}
            isFixed={fixed}
            {...form.getInputProps('totalQuantity')}
          />
          <WholeNumberInput
            label={labels.rejectedQuantity}
            unit={t`sheets`}
            isFixed={fixed}
            {...form.getInputProps('rejectedQuantity')}
          />
          <TextInput
            label={labels.rejectedSerials}
            description={t`Those of the range that go back to the vendor, such as A001017, A001030-A001033.`}
            {...look}
            {...form.getInputProps('rejectedSerials')}
          />
          <ReceivedSheets values={form.getValues()} />
          <StockFormEnd form={form} isFixed={fixed} />
        </FormSection>
      </FormPage>
      {isAddingPaper && (
        <AddPaperDialog
          onAdded={(id) => {
            form.setFieldValue('paperId', id);
            setIsAddingPaper(false);
          }}
          onClose={() => setIsAddingPaper(false)}
        />
      )}
    </>
  );
}

/** Beside the select of kinds: what was never in stock before has to be named once. */
export function NewKindButton(props: { isHidden: boolean; onClick: () => void; children: string }) {
  if (props.isHidden) return <span />;
  return (
    <Button
      variant="default"
      mt={{ base: 0, sm: 'lg' }}
      style={{ justifySelf: 'start' }}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={props.onClick}
    >
      {props.children}
    </Button>
  );
}

/** What follows from the range: nobody types it, so it cannot disagree. */
function ReceivedSheets({ values }: { values: Values }) {
  const [first, last] = [Number(values.firstSerial), Number(values.lastSerial)];
  const isKnown = first > 0 && last >= first;
  const rejectedQuantity = Number(values.rejectedQuantity) || 0;
  const received = isKnown
    ? receivedSheets({ ...values, firstSerial: first, lastSerial: last, rejectedQuantity })
    : 0;
  return (
    <Text size="sm" role="status" style={{ gridColumn: '1 / -1' }}>
      {isKnown
        ? t`Received quantity: ${formatQuantity(received, 'sheets')}, of which ${formatQuantity(received - rejectedQuantity, 'sheets')} are accepted.`
        : t`Received quantity: follows from the serials.`}
    </Text>
  );
}

function valuesOf(receipt: BlankReceipt | null): Values {
  return {
    paperId: receipt?.paperId ?? '',
    serialPrefix: receipt?.serialPrefix ?? '',
    firstSerial: receipt?.firstSerial ?? '',
    lastSerial: receipt?.lastSerial ?? '',
    rejectedSerials: receipt?.rejectedSerials ?? '',
    ...stockValuesOf(receipt),
  };
}
