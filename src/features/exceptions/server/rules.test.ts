import { describe, expect, test } from 'vitest';
import { plantedOffice } from '#dev/testing/planted-office.ts';
import { fileClient, filePortal } from '#dev/testing/portal.ts';
import type { Parts, Rule } from '#platform/server/exceptions/rule.ts';
import { registered } from '#platform/server/registered.ts';
import { inLanguage } from '#platform/server/words/in-language.ts';
import { languages } from '#shared/languages.ts';

type Hit = { record_type: string; record_id: string; what: string; label: string; parts: Parts };

const portal = await filePortal();
const office = await plantedOffice(portal);
const owner = await fileClient(portal.ownerUrl);
const { rules } = registered;

/** What a rule finds in the office after this was done to it, which is undone again; of the newest events alone if told. */
async function foundAfter(rule: Rule, statement: string, newest = Number.POSITIVE_INFINITY): Promise<Hit[]> {
  await owner.query('begin; set local session_replication_role = replica');
  try {
    await owner.query(statement);
    const { rows } = await owner.query('select sequence from audit_head');
    const limits = Object.fromEntries(Object.entries(rule.limits).map(([name, { value }]) => [name, value]));
    const upTo = Number(rows[0].sequence);
    const asked = { limits, after: Math.max(0, upTo - newest), upTo };
    // The portal asks with its own rights.
    await owner.query('set local role dikshant_app');
    const { sql, parameters } = rule.find(asked).compile(portal.services.db);
    return (await owner.query<Hit>(sql, [...parameters])).rows;
  } finally {
    await owner.query('rollback');
  }
}

test('names are unique and stay as they are written', () => {
  const names = rules.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
});

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  test('finds nothing in an honest office', async () => {
    expect(await foundAfter(rule, 'select')).toEqual([]);
  });

  test('finds what is planted, once, and says it in every language', async () => {
    const hits = await foundAfter(rule, rule.plant(office));
    expect(hits).toHaveLength(1);
    const [hit] = hits;
    expect(hit).toEqual({
      ...hit,
      record_type: expect.stringMatching(/^[a-z_]+$/),
      record_id: expect.stringMatching(/./),
      what: expect.any(String),
      label: expect.stringMatching(/./),
      person: expect.toSatisfy((id: unknown) => id === null || typeof id === 'string'),
      at: expect.any(Date),
      college_id: expect.toSatisfy((id: unknown) => id === null || typeof id === 'string'),
    });
    for (const language of languages) {
      const sentence = inLanguage(language, () => rule.sentence(hit!.parts));
      expect(sentence).toMatch(/\S/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    }
  });

  test('does not find what is just within', async () => {
    expect(await foundAfter(rule, rule.nearMiss(office))).toEqual([]);
  });
});

test.each(rules.filter(({ on }) => on === 'events').map((rule) => [rule.name, rule] as const))(
  '%s finds the same by its newest event, and nothing once it was asked',
  async (_, rule) => {
    const whole = await foundAfter(rule, rule.plant(office));
    const [{ at: _at, ...hit }] = whole as [Hit & { at: Date }];
    expect(await foundAfter(rule, rule.plant(office), 1)).toEqual([expect.objectContaining(hit)]);
    expect(await foundAfter(rule, rule.plant(office), 0)).toEqual([]);
  },
);
