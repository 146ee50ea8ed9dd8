import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import type { InkUnit } from '#features/masters/declared/stock-kinds.ts';
import { ChoiceInput } from '#platform/web/components/choice-input.tsx';
import { DayInput } from '#platform/web/components/day-input.tsx';
import { FormSection } from '#platform/web/components/fields.tsx';
import { FileField } from '#platform/web/components/file-field.tsx';
import { FormPage } from '#platform/web/components/form-page.tsx';
import { Loading } from '#platform/web/components/loading.tsx';
import { RecordFormPage, useRecordForm } from '#platform/web/components/record-form.tsx';
import { ErrorNotice } from '#platform/web/components/use-command.tsx';
import { whyNot } from '#shared/errors.ts';
import type { FileReference } from '#shared/fields.ts';
import { dayInIndia } from '#shared/format.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';
import type { certificateStockLayout, inkStockLayout } from '../columns.ts';
import { type StockUnit, stockCan, unitLabels } from '../rules.ts';
import type { Kind, StockRecord } from '../stock-record.ts';
import { KindLink } from './kind-links.tsx';
import { useKindOptions } from './stock-lists.ts';

/** The values of both forms, and of either one by the contract's names; a number not yet typed is ''. */
export type Values = {
  receivedOn: string;
  remarks: string;
  invoice: FileReference | null;
  [field: string]: string | number | FileReference | null;
};

type Field = {
  /** Defaults to the header of the list's column. */
  label?: string;
  description?: string;
  /** Defaults to a quantity. */
  kind?: 'number' | 'capitals' | 'text';
  initial?: number;
};

type RecordForm<Receipt extends StockRecord, Entry extends object> = Parameters<
  typeof useRecordForm<Receipt, Values, Entry>
>[0];

/** What differs between the two forms. */
export type StockForm<Receipt extends StockRecord, Entry extends object> = {
  words: { title: string; add: string; edit: string; newKind: string };
  layout: typeof inkStockLayout | typeof certificateStockLayout;
  record: Pick<RecordForm<Receipt, Entry>, 'name' | 'schema' | 'get' | 'add' | 'edit' | 'backTo'>;
  added: (entry: Entry, labelOf: (kindId: string) => string) => string;
  saved: (entry: Entry, labelOf: (kindId: string) => string) => string;
  /** The field with the paper or ink delivered. */
  kindField: 'paperId' | 'inkId';
  kinds: 'papers' | 'inks';
  /** Defaults to the ink's unit. */
  unit?: StockUnit;
  fields: Record<string, Field>;
  /** Computed from the fields, so that it cannot contradict them. */
  summary?: (values: Values) => ReactNode;
  /** The fields that tell the autosaved input of one tab from that of another. */
  draftName: readonly string[];
};

/** The form's page: empty, or with the delivery in the URL. */
export function StockFormPage<Receipt extends StockRecord, Entry extends object>(props: {
  stock: StockForm<Receipt, Entry>;
  kinds: UseQueryResult<Kind[]>;
  get: ComponentProps<typeof RecordFormPage<Receipt>>['get'];
}) {
  const { data: kinds, error } = props.kinds;
  if (error) return <ErrorNotice error={error} />;
  return (
    <RecordFormPage get={props.get}>
      {(receipt) =>
        kinds ? (
          <DeliveryForm key={receipt?.id ?? 'new'} stock={props.stock} kinds={kinds} receipt={receipt} />
        ) : (
          <Loading />
        )
      }
    </RecordFormPage>
  );
}

/** Adds or edits a delivery; in an approved one the quantities are fixed. */
function DeliveryForm<Receipt extends StockRecord, Entry extends object>(props: {
  stock: StockForm<Receipt, Entry>;
  kinds: readonly (Kind & { unit?: InkUnit })[];
  receipt: Receipt | null;
}) {
  const { stock, kinds, receipt } = props;
  const { words, kindField, layout } = stock;
  const fields = Object.entries(stock.fields);
  const choices = useKindOptions(kinds);
  const labelOf = (id: unknown) => choices.find(({ value }) => value === id)?.label ?? '';
  const labels: Record<string, string> = {
    ...Object.fromEntries(Object.entries(layout.columns).map(([name, { header }]) => [name, header])),
    [kindField]: layout.columns.name.header,
    ...Object.fromEntries(fields.flatMap(([name, { label }]) => (label ? [[name, label]] : []))),
  };
  const { form, page } = useRecordForm<Receipt, Values, Entry>({
    ...stock.record,
    record: receipt,
    blank: {
      [kindField]: '',
      ...Object.fromEntries(fields.map(([name, { initial = '' }]) => [name, initial])),
      receivedOn: dayInIndia(new Date()),
      remarks: '',
      invoice: null,
    },
    // The form's schema has converted the typed numbers.
    toEntry: ({ invoice, ...typed }) =>
      ({ ...typed, invoiceFileId: invoice?.id ?? null }) as unknown as Entry,
    added: (entry) => stock.added(entry, labelOf),
    saved: (entry) => stock.saved(entry, labelOf),
    labels,
    textOf: (field, value) => (field === kindField && labelOf(value)) || textOf(field, value),
  });
  const values = form.getValues();
  const unit = stock.unit ?? kinds.find(({ id }) => id === values[kindField])?.unit;
  const whyFixed = receipt && whyNot(stockCan.change(receipt));
  // Fields fixed by the approval are shown as read-only text.
  const look = whyFixed ? { readOnly: true, variant: 'filled' } : {};

  const input = ([name, { kind, description }]: [string, Field]) => {
    const common = { label: labels[name], description, ...look, ...form.getInputProps(name) };
    if (kind === 'text') return <TextInput key={name} {...common} />;
    if (kind === 'capitals') {
      const onChange = (text: string) => form.setFieldValue(name, text.toUpperCase());
      return (
        <TextInput
          key={name}
          required
          autoComplete="off"
          {...common}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    }
    return (
      <NumberInput
        key={name}
        required
        min={0}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        suffix={kind === undefined && unit ? ` ${translateLabel(unitLabels[unit])}` : undefined}
        hideControls
        {...common}
      />
    );
  };
  return (
    <FormPage
      {...page}
      title={receipt ? words.edit : words.add}
      description={whyFixed}
      draftName={(typed) => stock.draftName.map((name) => String(typed[name] ?? ''))}
      submitLabel={receipt ? t`Save stock` : t`Add stock`}
    >
      <FormSection title={words.title}>
        <ChoiceInput
          label={labels[kindField]}
          required
          {...look}
          data={choices}
          {...form.getInputProps(kindField)}
        />
        {whyFixed ? (
          <span />
        ) : (
          <KindLink
            of={stock.kinds}
            variant="default"
            mt={{ base: 0, sm: 'lg' }}
            style={{ justifySelf: 'start' }}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            {words.newKind}
          </KindLink>
        )}
        {fields.map(input)}
        {stock.summary?.(values)}
        <DayInput
          label={labels.receivedOn}
          required
          readOnly={look.readOnly}
          maxDay={dayInIndia(new Date())}
          {...form.getInputProps('receivedOn')}
          value={values.receivedOn}
        />
        <Textarea label={labels.remarks} autosize minRows={2} {...form.getInputProps('remarks')} />
        <FileField
          label={labels.invoice!}
          kind="invoice"
          path="invoice"
          value={values.invoice}
          onChange={(file) => form.setFieldValue('invoice', file)}
          error={form.errors.invoice}
        />
      </FormSection>
    </FormPage>
  );
}

/** A value as text, for comparing conflicting edits. */
function textOf(field: string, value: unknown): string {
  if (field === 'invoice') return (value as FileReference | null)?.name ?? t`(none)`;
  return value === '' || value === null ? t`(empty)` : String(value);
}
