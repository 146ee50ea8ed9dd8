import { Button, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { client } from '#features/client.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { FormSection } from '#platform/web/components/form-section.tsx';
import { useRecordForm } from '#platform/web/components/use-record-form.ts';
import { errorSentence } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type BlankReceipt, BlankReceiptEntry, type Paper, receivedSheets } from '../blank-contract.ts';
import { formatQuantity, stockCan } from '../rules.ts';
import { formatRange } from '../serials.ts';
import { AddPaperDialog } from './kind-dialog.tsx';
import {
  blankStock,
  StockFormEnd,
  type StockValues,
  stockLabels,
  stockTextOf,
  toStockEntry,
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
  const [isAddingPaper, setIsAddingPaper] = useState(false);
  const choices = papers.map(({ id, name, colour, code }) => ({
    value: id,
    label: `${name}, ${colour} (${code})`,
  }));
  const { form, page } = useRecordForm<BlankReceipt, Values, BlankReceiptEntry>({
    record: receipt,
    name: 'certificate-stock',
    schema: BlankReceiptEntry,
    blank: {
      paperId: '',
      serialPrefix: '',
      firstSerial: '',
      lastSerial: '',
      rejectedSerials: '',
      ...blankStock(),
    },
    toEntry: toStockEntry,
    get: client.stock.getBlankReceipt,
    add: client.stock.receiveBlanks,
    edit: client.stock.editBlankReceipt,
    added: (entry) => t`${rangeOf(entry)} are added. A second person must approve them.`,
    saved: (entry) => t`${rangeOf(entry)} are saved.`,
    backTo: paths.admin.certificateStock,
    labels,
    textOf: (field, value) =>
      (field === 'paperId' && choices.find((choice) => choice.value === value)?.label) ||
      stockTextOf(field, value),
  });
  const fixed = receipt !== null && stockCan.change(receipt) !== true;

  const look = fixed ? { readOnly: true, variant: 'filled' } : {};
  return (
    <>
      <FormPage
        {...page}
        title={receipt ? t`Edit certificate stock` : t`Add certificate stock`}
        description={fixed ? errorSentence('stock.approved_stays', undefined) : undefined}
        draftName={(values) => [values.serialPrefix, values.firstSerial, values.lastSerial]}
        submitLabel={receipt ? t`Save stock` : t`Add stock`}
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

function rangeOf({ serialPrefix, firstSerial, lastSerial }: BlankReceiptEntry): string {
  return formatRange({ prefix: serialPrefix, first: firstSerial, last: lastSerial });
}
