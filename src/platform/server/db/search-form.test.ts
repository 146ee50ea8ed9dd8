import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileClient, sharedPortal } from '#dev/testing/portal.ts';

const numRuns = process.env.LONG_FORMS ? 2_000 : 150;
const portal = await sharedPortal();
const owner = await fileClient(portal.ownerUrl);

async function formsOf(...texts: string[]): Promise<string[]> {
  const { rows } = await owner.query<{ form: string }>(
    'select search_form(text) as form from unnest($1::text[]) with ordinality as u (text, place) order by place',
    [texts],
  );
  return rows.map(({ form }) => form);
}

/** Plain and native letters and digits, and all that the form drops. */
const text = fc.string({
  unit: fc.constantFrom(...'aKr09-%_\\éñÖŁđ\u0301. \t\'’"“`ಕೋಾ್೧कज़़ॐ०Ｒ–', '\u200d', '\u00ad', '\n'),
  maxLength: 16,
});

test('the form of every part of a text is a part of its form, which is its own form', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.nat(16), fc.nat(16), async (whole, from, length) => {
      const [form, part] = await formsOf(whole, whole.slice(from, from + length));
      expect(form).toContain(part);
      expect(await formsOf(form!)).toEqual([form]);
    }),
    { numRuns },
  );
});

test.each([
  ['K. R. Rao', 'K R Rao', 'K.R. Rao', 'KR Rao', 'kr rao'],
  ['D’Souza', "D'SOUZA", 'D`Souza', 'dʼsouza'],
  ['Đặng Łukasz Søren Yıldırım', 'Dang Lukasz Soren Yildirim', 'đặng łukasz SØREN YILDIRIM'],
  ['REG-2024/07', 'reg – २०२४ / ०७', 'ＲＥＧ‑2024/07', 'REG\u200b-೨೦೨೪/07'],
])('%s has one form in all writings', async (...writings) => {
  expect(new Set(await formsOf(...writings)).size).toBe(1);
});

test('columns of one text stay apart', async () => {
  expect(await formsOf('A. \nb é\n')).toEqual(['a\nbe\n']);
});
