import { expect, test } from 'vitest';
import { fileClient, sharedPortal } from '#dev/testing/portal.ts';
import { accountOf, csvRows, rowsOf } from '#dev/testing/statement-files.testing.ts';
import { workbookParts, zipOf } from '#dev/testing/strange-files.testing.ts';
import { postSpreadsheet } from '#dev/testing/uploads.ts';
import { openStatement } from './open-statement.ts';

const portal = await sharedPortal();
const owner = await fileClient(portal.ownerUrl);
const admin = await portal.as('admin');

async function upload(bytes: Uint8Array, sheet?: string) {
  const query = new URLSearchParams({ name: 'april.xlsx', ...(sheet && { sheet }) });
  const response = await postSpreadsheet(admin, `/api/bank-statements?${query}`, bytes);
  return (await response.json()) as { id?: string; isNew?: boolean; lines?: number; code?: string };
}

test('each sheet of a workbook is a statement of its own, and each is found again', async () => {
  const rows = (ago: number) => rowsOf(accountOf([[ago, 'BY CLG DD', `2500${ago}`, 70_000]]));
  const sheets = [
    { name: 'April', rows: rows(20) },
    { name: 'May', rows: rows(10) },
  ];
  const workbook = zipOf(workbookParts(sheets));
  const april = await upload(workbook, 'April');
  expect(april).toMatchObject({ isNew: true, lines: 1 });
  expect((await upload(workbook)).code).toBe('sheets.several');
  expect(await upload(workbook, 'May')).toMatchObject({ isNew: true, lines: 1 });
  expect(await upload(workbook, 'April')).toMatchObject({ id: april.id, isNew: false });
});

test('a stray cell far to the right does not make every row as wide', async () => {
  const name = 'xl/worksheets/sheet1.xml';
  const parts = workbookParts([{ name: 'April', rows: rowsOf(accountOf([[20, 'CLG', '250099', 70_000]])) }]);
  const stray = '<row r="90"><c r="XFD90"><v>1</v></c></row></sheetData>';
  const bytes = zipOf({ ...parts, [name]: parts[name]!.replace('</sheetData>', stray) });
  const { rows } = await openStatement(bytes, undefined);
  expect(rows.map(({ cells }) => cells.length)).toEqual([200, 200, 16_384]);
});

test('the database refuses an entry that is there already, however its number is written', async () => {
  const { id } = await upload(csvRows(rowsOf(accountOf([[30, 'BY CLG DD', '250030', 70_000]]))));
  const copy = (reference: string) =>
    owner.query(
      `insert into bank_statement_lines (id, statement_id, position, row_number, booked_on, value_date, description,
              reference, side, amount_paise, occurrence)
       select gen_random_uuid(), statement_id, position + 1, row_number + 1, booked_on, value_date, 'another text', $2,
              side, amount_paise, occurrence from bank_statement_lines where statement_id = $1`,
      [id, reference],
    );
  for (const writing of ['000250030', '250030 /', '２５００３０', '೨೫೦೦೩೦', '250\u200b030']) {
    await expect(copy(writing), writing).rejects.toMatchObject({
      constraint: 'bank_statement_lines__taken_once',
    });
  }
  await copy('250031');
});
