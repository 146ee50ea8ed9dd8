import { expect, test } from 'vitest';
import { filePortal } from '#dev/testing/portal.ts';
import { addPerson, Browser } from './browser.testing.ts';

const rounds = 5;
const portal = await filePortal({ env: { TRUST_PROXY: '127.0.0.1' } });

const median = (times: number[]) => times.toSorted((one, other) => one - other)[times.length >> 1]!;

test('an answer tells by its time as little as by its words why nobody is signed in', async () => {
  const causes = {
    'unknown address': async () => ({ email: `nobody.${crypto.randomUUID()}@dikshant.example` }),
    'wrong password': async () => ({ password: 'not the right one' }),
    'wrong role': async () => ({ role: 'auditor' }),
    'disabled account': async (id: string) => {
      await portal.services.db
        .updateTable('staff')
        .set({ disabled_at: new Date() })
        .where('id', '=', id)
        .execute();
      return {};
    },
  };
  const times = new Map<string, number[]>(Object.keys(causes).map((cause) => [cause, []]));
  const answers = new Set<string>();
  for (let round = 0; round < rounds; round += 1)
    for (const [cause, prepare] of Object.entries(causes)) {
      const person = await addPerson(portal, { role: 'printer' });
      const overrides = await prepare(person.id);
      const browser = new Browser(portal);
      const start = performance.now();
      const { status, body } = await browser.start(person, overrides);
      times.get(cause)!.push(performance.now() - start);
      answers.add(`${cause === 'wrong role' ? '' : 'as printer '}${status} ${body.code}`);
      expect(browser.cookies.size, cause).toBe(0);
    }
  expect([...answers].toSorted()).toEqual([
    '401 auth.wrong_credentials',
    'as printer 401 auth.wrong_credentials',
  ]);
  const medians = Object.fromEntries([...times].map(([cause, of]) => [cause, Math.round(median(of))]));
  const [least, most] = [Math.min(...Object.values(medians)), Math.max(...Object.values(medians))];
  expect(most - least, JSON.stringify(medians)).toBeLessThan(Math.max(60, least / 2));
});
