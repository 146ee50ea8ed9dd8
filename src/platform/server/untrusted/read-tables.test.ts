import { expect, test } from 'vitest';
import { serialOf } from '#dev/testing/statement-files.testing.ts';
import { oddWorkbooks, workbookParts, zipOf } from '#dev/testing/strange-files.testing.ts';
import { isBlank } from '#platform/server/spreadsheets/spreadsheet-row.ts';
import { readCamt } from './read-camt.ts';
import { readMt940 } from './read-mt940.ts';
import { readWebTable } from './read-web-table.ts';
import { listSheets, readRows } from './read-workbook.ts';
import { readParts } from './workbook-stream.ts';

const cells = (rows: { cells: string[] }[]) => rows.slice(1).map((row) => row.cells.join('|'));

test('MT940 has reversals, days beside the turn of the year, texts of several lines and in subfields', () => {
  const message = [
    '{1:F01KVRBINBB0000000000}{4:',
    ':20:1',
    ':60F:D250101INR100,',
    ':61:2501021231RC700,5NCHKNONREF//130021',
    ':86:CLG RETURN',
    ' OF 130021',
    ':61:250103C1400,NCHKNONREF//AB12',
    'DD NO 130023',
    ':86:166?00CLEARING?10009599?20DD 130024 CANARA BANK?21MYSURU MAIN AND THE DD 1300',
    '?2225?30CNRBINBB?32ASHA RAO',
    ':61:250103D10,NCHGNONREF',
    ':86:COMMISSION FOR DD',
    '-130026 AND GST AS OF THE SCHEDULE OF CHARGES AND ROUNDED UP, JAN',
    'UARY?',
    ':61:not an entry',
    ':62F:C250102USD1,00',
    '-}',
  ];
  expect(cells(readMt940(message.join('\r\n')))).toEqual([
    '||Opening Balance||||-100',
    '2024-12-31|2025-01-02|CLG RETURN OF 130021|130021|700.5||',
    '|2025-01-03|DD NO 130023 CLEARING DD 130024 CANARA BANK MYSURU MAIN AND THE DD 130025 ASHA RAO|AB12||1400|',
    '|2025-01-03|COMMISSION FOR DD -130026 AND GST AS OF THE SCHEDULE OF CHARGES AND ROUNDED UP, JANUARY?||10||',
    'not an entry|not an entry|not an entry|not an entry|||',
    '||Closing Balance||||USD 1.00',
  ]);
});

test('MT940 has details behind an entry, and narrations that go on with a dash', () => {
  const message = [
    ':61:2504010401C7,00NCHK130021',
    'SLIP 4',
    ':86:',
    'CLG DD',
    '-130021',
    '-',
    ':61:250401C8,00NCHK130022',
    'SLIP 5',
  ];
  expect(cells(readMt940(message.join('\n')))).toEqual([
    '2025-04-01|2025-04-01|SLIP 4 CLG DD -130021|130021||7.00|',
    '|2025-04-01|SLIP 5|130022||8.00|',
  ]);
});

test('camt.053 has elements without content, and amounts without a known side stay unread', () => {
  const entry = (side: string) =>
    `<Ntry><Amt Ccy="INR">7</Amt>${side}<BookgDt><Dt>2025-04-01</Dt></BookgDt><BkTxCd/><NtryRef /></Ntry>`;
  const sides = ['<CdtDbtInd>CRDT</CdtDbtInd>', '<CdtDbtInd>HABEN</CdtDbtInd>', ''];
  const message = `<Document><Stmt>${sides.map(entry).join('')}</Stmt></Document>`;
  expect(cells(readCamt(message))).toEqual(
    ['7', 'HABEN 7', '? 7'].map((amount) => `2025-04-01|2025-04-01||||${amount}|`),
  );
  expect(() => readCamt(message.slice(0, message.lastIndexOf('<NtryRef')))).toThrow('damaged');
  expect(() => readCamt('<Stmt><Ntry><Amt>')).toThrow('damaged');
});

test('camt.053 has prefixes, several statements, batches, moments of UTC and entries that are not booked', () => {
  const sum = (amount: string, side: string) =>
    `<n:Amt Ccy="INR">${amount}</n:Amt><n:CdtDbtInd>${side}</n:CdtDbtInd>`;
  const balance = (code: string, amount: string) =>
    `<n:Bal><n:Tp><n:CdOrPrtry><n:Cd>${code}</n:Cd></n:CdOrPrtry></n:Tp>${sum(amount, 'CRDT')}</n:Bal>`;
  const cheque = (number: string) =>
    `<n:TxDtls><n:Refs><n:EndToEndId>NOTPROVIDED</n:EndToEndId><n:ChqNb>${number}</n:ChqNb></n:Refs></n:TxDtls>`;
  const entry = (status: string) =>
    `<n:Ntry>${sum('7.00', 'DBIT')}<n:Sts><n:Cd>${status}</n:Cd></n:Sts><n:BookgDt><n:DtTm>2025-03-31T22:00:00Z</n:DtTm></n:BookgDt><n:ValDt><n:DtTm>2025-04-01T23:00:00</n:DtTm></n:ValDt><n:NtryDtls>${cheque('130021')}${cheque('130022')}</n:NtryDtls><n:AddtlNtryInf>A &amp; B</n:AddtlNtryInf></n:Ntry>`;
  const statement = (opening: string, closing: string) =>
    `<n:Stmt>${balance('OPBD', opening)}${balance('CLBD', closing)}${entry('BOOK')}${entry('PDNG')}</n:Stmt>`;
  const message = `<n:Document>${statement('14', '7')}${statement('7', '0')}</n:Document>`;
  expect(cells(readCamt(message))).toEqual(
    ['14', '7', '7', '0'].flatMap((amount, at) =>
      at % 2
        ? ['2025-04-01|2025-04-01|A & B|130021 130022|7.00||', `||Closing Balance||||${amount}`]
        : [`||Opening Balance||||${amount}`],
    ),
  );
  expect(() => readCamt(message.slice(0, -14))).toThrow('damaged');
});

test('a web table is read as it is shown: tables within cells, wide cells, tags that nobody closed', () => {
  const page = `<script>if (1 < 2) "<table>"</script><table><tr><td>
    <table><tr><td colspan=2>Bank<br>Mysuru<td>&nbsp;</table><table><tr><td>1<td>2 &lt; 3</table></table>`;
  expect(readWebTable(page).map((row) => row.cells)).toEqual([['Bank Mysuru', '', ''], ['1', '2 < 3'], ['']]);
  const covered = `<table><tr><td rowspan=3>COL001<td>1<td rowspan=2 colspan=2>x<tr><td>2<tr><td>3<td>y<tr><td>a<td>b</table>`;
  expect(readWebTable(covered).map((row) => row.cells.join('|'))).toEqual([
    'COL001|1|x|',
    '|2||',
    '|3|y',
    'a|b',
  ]);
  expect(() => readWebTable(page.slice(0, -20))).toThrow('damaged');
  expect(() => readWebTable('<p>Session expired</p>')).toThrow('Log in');
});

async function rowsOf(workbook: Buffer): Promise<string[]> {
  const { sheets } = await listSheets(workbook);
  const rows: string[] = [];
  for await (const row of readRows(readParts(workbook)!, sheets[0], () => {}))
    if (!isBlank(row)) rows.push(`${row.number} ${row.cells.join('|')}`);
  return rows;
}

/** The ones whose parts are not where the workbook says. */
const refused = ['backslashes in the names', 'no styles'];

test.each(Object.entries(oddWorkbooks))(
  'a workbook with %s is read as shown, or named',
  async (what, dress) => {
    const rows = [
      ['Code', 'Name'],
      ['C1', 'Asha Rao', '', 7],
    ];
    const read = rowsOf(dress(workbookParts([{ name: 'A', rows }])));
    if (refused.includes(what)) await expect(read).rejects.toThrow('damaged');
    else expect(await read).toEqual(['1 Code|Name', '2 C1|Asha Rao||7']);
  },
);

test.each([
  ['1900', zipOf, '25/03/2002'],
  ['1904', oddWorkbooks['years from 1904']!, '26/03/2006'],
])('days of a workbook count from %s where it says so', async (_year, dress, day) => {
  const parts = workbookParts([{ name: 'A', rows: [['Born', serialOf('2002-03-25')]] }]);
  expect(await rowsOf(dress(parts))).toEqual([`1 Born|${day}`]);
});
