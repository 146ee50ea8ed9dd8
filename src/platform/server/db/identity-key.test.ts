import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { draftEntry, receiveApplication, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { unique } from '#dev/testing/unique.ts';
import { copyRow, holds, writingOf, writingsOf } from '#dev/testing/writings.ts';

// Names of what is new.
const keyFunction = 'identity_key';
const nameOrder = 'name_order';

const numRuns = process.env.LONG_FORMS ? 2_000 : 150;
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);

async function keysOf(...texts: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    `select ${keyFunction}(text) as key from unnest($1::text[]) with ordinality as u (text, place) order by place`,
    [texts],
  );
  return rows.map(({ key }) => key);
}

const letters = fc.stringMatching(/^[A-Z]{0,4}$/);
const digits = fc.stringMatching(/^\d{1,6}$/);
/** Such as REG-2024/017, KA 0017 or 310442. */
const number = fc
  .tuple(letters, fc.constantFrom('', '-', ' ', '/'), digits, digits)
  .map(([prefix, sign, first, last]) => [prefix, sign, first, prefix && '/', last].join(''));

describe('the key of a number', () => {
  test('is one for all its writings, and the key of itself', async () => {
    const writings = number.chain((one) =>
      fc.tuple(fc.constant(one), writingOf(one, 60), writingOf(one, 60)),
    );
    await holds(numRuns, writings, async (written) => {
      const keys = await keysOf(...written);
      expect(new Set(keys).size, JSON.stringify(written)).toBe(1);
      expect(keys[0]).not.toBe('');
      expect(await keysOf(keys[0]!)).toEqual([keys[0]]);
    });
  });

  test('is one for letters in one piece and in several', async () => {
    const accented = fc.string({ unit: fc.constantFrom(...'AÉöñÇĀśḷ0क़ोೊೋ/7'), minLength: 1, maxLength: 12 });
    await holds(numRuns, accented, async (text) => {
      const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) => text.normalize(form));
      expect(new Set(await keysOf(...forms)).size, JSON.stringify(forms)).toBe(1);
    });
  });

  test('is another for every other number', async () => {
    const plain = fc.stringMatching(/^[A-Z]{0,4}\d{1,8}$/);
    await holds(numRuns, fc.uniqueArray(plain, { minLength: 2, maxLength: 4 }), async (numbers) => {
      expect(new Set(await keysOf(...numbers)).size, numbers.join()).toBe(numbers.length);
    });
  });

  test('never has the sign that tells fallen numbers apart, whatever is entered', async () => {
    const tildes = fc.constantFrom(...'~\u02dc\u0303\u223c\uff5e\u0334', '\u{e007e}', '~2');
    const text = fc
      .array(fc.oneof(tildes, fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 })
      .map((parts) => parts.join('').replaceAll('\0', ''));
    await holds(numRuns, text, async (entered) => {
      // It may refuse such a text as well.
      const keys = await keysOf(entered).catch(() => []);
      expect(keys.join('')).not.toContain('~');
    });
  });

  test('may stand in an index', async () => {
    const { rows } = await owner.query(
      `select provolatile as kept from pg_proc where oid = '${keyFunction}(text)'::regprocedure`,
    );
    expect(rows).toEqual([{ kept: 'i' }]);
  });
});

const [admin, receiver] = await portal.asEach('admin', 'receiver');
const draft = draftEntry({ bank: 'Canara Bank', branch: 'Udupi Car-Street' });
const given = { registrationNumber: 'RG-2024/07', drafts: [draft] };
const applicationId = await receiveApplication(receiver, office, given);
const { draft: recorded } = await receiver.api.demandDrafts.lookUpDraft(draft);
const { id: studentId } = await admin.api.students.addStudent(
  studentEntry(office, { registrationNumber: 'ST-2024/07', examRollNumber: 'RL 24-0071' }),
);
const other = () => `OTHER${unique()}`;

describe('direct SQL', () => {
  /** A record, the column whose writings vary, and what else of a copy has to be its own. */
  const records: [table: string, column: string, id: string, own: () => object][] = [
    ['students', 'registration_number', studentId, () => ({ exam_roll_number: other() })],
    ['students', 'exam_roll_number', studentId, () => ({ registration_number: other() })],
    [
      'applications',
      'registration_number',
      applicationId,
      () => ({
        acknowledgement_number: 900_000 + unique(),
        photo_file_id: randomUUID(),
        exam_roll_number: other(),
      }),
    ],
    ['demand_drafts', 'bank', recorded!.id, () => ({ receipt_file_id: null })],
    ['demand_drafts', 'branch', recorded!.id, () => ({ receipt_file_id: null })],
    ['staff', 'email', admin.actor.id, () => ({})],
    ['colleges', 'code', office.collegeId, () => ({ name: other() })],
    ['courses', 'name', office.courseId, () => ({})],
    ['papers', 'code', office.paperId, () => ({ name: other() })],
  ];

  test.each(records)(
    'is refused a second row of %s of another writing of %s by a named constraint',
    async (table, column, id, own) => {
      const { rows } = await owner.query(`select ${column} as entered from ${table} where id = $1`, [id]);
      for (const writing of [rows[0].entered, ...writingsOf(rows[0].entered, 20, seed)]) {
        await owner.query('begin');
        const refusal = await copyRow(owner, table, {
          id,
          changes: { ...own(), [column]: writing.trim() },
        }).then(
          () => undefined,
          (error: { code: string; constraint?: string; message: string }) => error,
        );
        await owner.query('rollback');
        const what = `${JSON.stringify(writing)} (seed ${seed}): ${refusal?.message}`;
        expect(refusal?.constraint, what).toMatch(new RegExp(`^${table}__`));
        // Rules of their form and of what belongs together may refuse these before the key does.
        expect(/^(colleges|applications)$/.test(table) ? ['23505', '23514'] : ['23505'], what).toContain(
          refusal?.code,
        );
      }
    },
  );
});

test('names are ordered by a collation that a server and an embedded one have alike', async () => {
  const { rows } = await owner.query(
    `select collprovider as provider, collisdeterministic as exact from pg_collation where collname = $1`,
    [nameOrder],
  );
  expect(rows).toEqual([{ provider: 'i', exact: true }]);
  const ordered = ['Ádil', 'adila', 'ADILB', 'Éowyn', 'eric', 'Ömer', 'zoya', 'ಅನನ್ಯಾ', 'ಕಮಲಾ'];
  const sorted = await owner.query<{ name: string }>(
    `select name from unnest($1::text[]) as name order by name collate ${nameOrder}`,
    [ordered.toReversed()],
  );
  expect(sorted.rows.map(({ name }) => name)).toEqual(ordered);
});
