import { Text } from '@mantine/core';
import { api, client } from '#features/client.ts';
import { paths } from '#shared/paths.ts';
import { t } from '#shared/words.ts';
import { type BlankReceipt, BlankReceiptEntry, receivedSheets } from '../blank-contract.ts';
import { certificateStockLayout, inkStockLayout } from '../columns.ts';
import { type InkReceipt, InkReceiptEntry } from '../ink-contract.ts';
import { formatQuantity } from '../rules.ts';
import { formatRange } from '../serials.ts';
import { type StockForm, StockFormPage, type Values } from './stock-form.tsx';
import { useInks, usePapers } from './stock-lists.ts';

const inkForm: StockForm<InkReceipt, InkReceiptEntry> = {
  words: { title: t`Ink stock`, add: t`Add ink stock`, edit: t`Edit ink stock`, newKind: t`New ink` },
  layout: inkStockLayout,
  record: {
    name: 'ink-stock',
    schema: InkReceiptEntry,
    get: client.stock.getInkReceipt,
    add: client.stock.receiveInk,
    edit: client.stock.editInkReceipt,
    backTo: paths.admin.inkStock,
  },
  added: ({ inkId }, labelOf) => t`${labelOf(inkId)} is added. A second person must approve it.`,
  saved: ({ inkId }, labelOf) => t`${labelOf(inkId)} is saved.`,
  kindField: 'inkId',
  kinds: 'inks',
  fields: {
    totalQuantity: { description: t`As on the invoice.` },
    receivedQuantity: { description: t`Received quantity, including rejected.` },
    rejectedQuantity: { initial: 0 },
  },
  draftName: ['receivedQuantity'],
};

const certificateForm: StockForm<BlankReceipt, BlankReceiptEntry> = {
  words: {
    title: t`Certificate stock`,
    add: t`Add certificate stock`,
    edit: t`Edit certificate stock`,
    newKind: t`New certificate paper`,
  },
  layout: certificateStockLayout,
  record: {
    name: 'certificate-stock',
    schema: BlankReceiptEntry,
    get: client.stock.getBlankReceipt,
    add: client.stock.receiveBlanks,
    edit: client.stock.editBlankReceipt,
    backTo: paths.admin.certificateStock,
  },
  added: (entry) => t`${rangeOf(entry)} are added. A second person must approve them.`,
  saved: (entry) => t`${rangeOf(entry)} are saved.`,
  kindField: 'paperId',
  kinds: 'papers',
  unit: 'sheets',
  fields: {
    serialPrefix: {
      kind: 'capitals',
      label: t`Serial prefix`,
      description: t`The letters before the number on the sheet.`,
    },
    firstSerial: {
      kind: 'number',
      label: t`First serial`,
      description: t`The number only, for example 1001.`,
    },
    lastSerial: { kind: 'number', label: t`Last serial`, description: t`The number only, for example 1001.` },
    totalQuantity: { description: t`As on the invoice.` },
    rejectedQuantity: { initial: 0 },
    rejectedSerials: {
      kind: 'text',
      label: t`Rejected serials`,
      description: t`Those of the range that go back to the vendor, for example A001017, A001030-A001033.`,
    },
  },
  summary: (values) => <ReceivedSheets values={values} />,
  draftName: ['serialPrefix', 'firstSerial', 'lastSerial'],
};

/** /admin/add-ink-stock; `?edit=<id>` opens a delivery. */
export function InkStockFormPage() {
  return <StockFormPage stock={inkForm} kinds={useInks()} get={api.stock.getInkReceipt} />;
}

/** /admin/add-certificate-stock; `?edit=<id>` opens a delivery. */
export function CertificateStockFormPage() {
  return <StockFormPage stock={certificateForm} kinds={usePapers()} get={api.stock.getBlankReceipt} />;
}

function ReceivedSheets({ values }: { values: Values }) {
  const [first, last] = [Number(values.firstSerial), Number(values.lastSerial)];
  const isKnown = first > 0 && last >= first;
  const rejectedQuantity = Number(values.rejectedQuantity) || 0;
  const rejectedSerials = String(values.rejectedSerials);
  const received = isKnown
    ? receivedSheets({ firstSerial: first, lastSerial: last, rejectedQuantity, rejectedSerials })
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
