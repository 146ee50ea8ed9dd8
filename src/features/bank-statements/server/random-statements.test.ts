import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import {
  type Account,
  accidents,
  accounts,
  csvRows,
  isTrue,
  rowsOf,
  statementFormats,
} from '#dev/testing/statement-files.testing.ts';
import { type Change, changes, mutated } from '#dev/testing/strange-files.testing.ts';
import { importEnded, postSpreadsheet } from '#dev/testing/uploads.ts';

const isLong = Boolean(process.env.LONG_FORMS);
const portal = await filePortal();
const owner = await fileClient(portal.ownerUrl);
const admin = await portal.as('admin');
await createOffice(portal);

const formats = fc.constantFrom(...Object.keys(statementFormats));
const anyAccident = fc.constantFrom(...Object.keys(accidents), 'nothing');
const count = async () =>
  (await owner.query<{ count: number }>('select count(*)::int as count from bank_statements')).rows[0]!.count;

test('a statement is taken with its sums if it agrees with itself, and not at all otherwise', async () => {
  const seen = { taken: 0, refused: 0 };
  type Case = [name: string, of: Account, accident: string, place: number, by: number, isTurned: boolean];
  const check = async (...[name, account, accident, place, by, isTurned]: Case) => {
    const file = accidents[accident]!(account, place % account.entries.length, by);
    const before = await count();
    const response = await postSpreadsheet(
      admin,
      `/api/bank-statements?name=${name}`,
      statementFormats[name]!(file, isTurned),
    );
    const answer = (await response.json()) as { id: string; code?: string };
    const said = `${name}, ${accident}: ${JSON.stringify(answer)}`;
    if (isTrue(file, name)) {
      seen.taken += 1;
      expect(response.status, said).toBe(200);
      const sum = (sign: number) =>
        file.entries.reduce((all, { paise }) => all + Math.max(0, paise * sign), 0);
      const days = file.entries.map(({ day }) => day).toSorted();
      expect(await admin.api.bankStatements.getBankStatement({ id: answer.id }), said).toMatchObject({
        ...{ lineCount: file.entries.length, creditPaise: sum(1), debitPaise: sum(-1) },
        ...{ firstDay: days[0], lastDay: days.at(-1), isProvenByBalance: true },
      });
    } else {
      seen.refused += 1;
      expect([response.status, answer.code], said).toEqual([422, 'bank_statements.faulty']);
      expect(await count(), said).toBe(before);
    }
  };
  const [places, amounts] = [fc.nat(8), fc.integer({ min: 1, max: 99_999 })];
  const property = fc.asyncProperty(formats, accounts, anyAccident, places, amounts, fc.boolean(), check);
  await fc.assert(property, { numRuns: isLong ? 12_000 : 80 });
  expect(Math.min(seen.taken, seen.refused)).toBeGreaterThan(10);
}, 10_800_000);

test('a file that was changed by chance is answered with its record or a sentence at each door', async () => {
  const doors = ['bank-statements?', 'imports?of=students&', 'imports?of=opening_drafts&'];
  const check = async (name: string, account: Account, list: Change[]) => {
    const sound =
      name === 'a.csv' ? csvRows([['sep=|'], ...rowsOf(account)], '|') : statementFormats[name]!(account);
    for (const door of doors) {
      const response = await postSpreadsheet(admin, `/api/${door}name=a.xls`, mutated(sound, list));
      const answer = (await response.json()) as { id?: string; detail?: string };
      expect(response.status, `${door}: ${JSON.stringify(answer)}`).toBeLessThan(500);
      if (!response.ok) expect(answer.detail).toMatch(/[.?]$/);
      else if (door.includes('imports')) expect((await importEnded(admin, answer.id!)).state).toBeTruthy();
    }
  };
  await fc.assert(fc.asyncProperty(formats, accounts, changes, check), { numRuns: isLong ? 600 : 40 });
}, 3_600_000);
