import { expect, test } from 'vitest';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { filePool, type StaffCaller } from '#dev/testing/portal.ts';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { unique } from '#dev/testing/unique.ts';
import { password } from '#features/auth/server/browser.testing.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { addedRoles } from '../contract.ts';

const seed = Number(process.env.PEOPLE_SEED ?? Date.now() % 2 ** 31);
console.log(`PEOPLE_SEED=${seed}`);

const today = dayInIndia(new Date());
const days = Array.from({ length: 12 }, (_, place) => addDays(today, 3 * place - 40));
const { portal, office } = await fileOffice();
const pool = filePool(portal.ownerUrl);
const [admin, auditor] = await portal.asEach('admin', 'auditor');

type Person = {
  id: string;
  name: string;
  email: string;
  role: string;
  collegeName: string | null;
  state: 'active' | 'disabled' | 'deleted';
};

/** What the admin made of the people so far. */
const staff = new Map<string, Person & { version: number }>();
/** What it was at the end of each day. */
const ends = new Map<string, Person[]>();

const codes = { ALL: null, COL001: 'College COL001', COL002: 'College COL002' } as const;
const codeNames = Object.keys(codes) as (keyof typeof codes)[];
/** Whatever a role asks for. */
const further = { mobile: '9845012345', printerCode: 'PR-07' };

async function add(random: Random): Promise<void> {
  const code = pick(random, codeNames);
  const entry = { name: `Somebody ${unique()}`, email: `on.day.${unique()}@dikshant.example` };
  const role = pick(random, addedRoles);
  const { id } = await admin.api.staff.addStaff({ ...further, ...entry, role, code, password });
  staff.set(id, { id, ...entry, role, collegeName: codes[code], state: 'active', version: 1 });
}

/** Changes somebody in this state; nobody if there is none. */
async function change(
  random: Random,
  state: Person['state'],
  act: (person: { id: string; version: number; email: string }) => Promise<Partial<Person>>,
): Promise<void> {
  const able = [...staff.values()].filter((person) => person.state === state);
  if (able.length === 0) return;
  const person = pick(random, able);
  staff.set(person.id, { ...person, ...(await act(person)), version: person.version + 1 });
}

const moves = [
  ['active', 'disableStaff', 'disabled'],
  ['disabled', 'enableStaff', 'active'],
  ['active', 'deleteStaff', 'deleted'],
] as const;

const acts: ((random: Random) => Promise<void>)[] = [
  add,
  add,
  (random) =>
    change(random, 'active', async ({ id, version, email }) => {
      const [code, name] = [pick(random, codeNames), `Renamed ${unique()}`];
      await admin.api.staff.editStaff({ ...further, id, version, name, code, email });
      return { name, collegeName: codes[code] };
    }),
  ...moves.map(
    ([from, act, to]) =>
      (random: Random) =>
        change(random, from, async ({ id, version }) => {
          await admin.api.staff[act]({ id, version });
          return { state: to };
        }),
  ),
];

const random = seeded(seed);
for (const day of days) {
  const { rows } = await pool.query('select coalesce(max(sequence), 0)::int as sequence from audit_events');
  for (let count = 0; count < 5; count += 1) await (count === 0 ? add : pick(random, acts))(random);
  // Within the day in India, of which one end is another day in Greenwich.
  const time = pick(random, ['00:05', '05:20', '12:00', '23:55']);
  await runWithoutTriggers(
    portal,
    `update audit_events set at = '${day}T${time}:00+05:30' where sequence > ${rows[0].sequence}`,
  );
  ends.set(
    day,
    [...staff.values()].map(({ version: _, ...person }) => person),
  );
}

const ofId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function listed(person: StaffCaller, day: string): Promise<Person[]> {
  const { people } = await person.api.staff.listPeopleOn({ day });
  expect(new Set(people.map(({ id }) => id)).size, 'each once').toBe(people.length);
  return people
    .map(({ id, name, email, role, collegeName, state, since }) => {
      expect(dayInIndia(new Date(since)) <= day, `${name} is so since a later day than ${day}`).toBe(true);
      return { id, name, email, role, collegeName, state } as Person;
    })
    .toSorted(ofId);
}

/** Who was deleted is told by the state; the account’s data may be gone. */
const told = (people: readonly Person[]) =>
  people
    .map((person) => (person.state === 'deleted' ? { id: person.id, state: person.state } : person))
    .toSorted(ofId);

test('at the end of any past day the people, their rights and state are what was done up to then', async () => {
  for (const day of [...days, today, addDays(pick(random, days), 1)]) {
    const last = days.findLast((one) => one <= day)!;
    expect(told(await listed(auditor, day)), `${day}, PEOPLE_SEED=${seed}`).toEqual(told(ends.get(last)!));
  }
  expect(await listed(auditor, addDays(days[0]!, -1)), 'before the first of them').toEqual([]);
  const states = [...staff.values()].map(({ state }) => state);
  expect(new Set(states).size, 'people of more than one state').toBeGreaterThan(1);
});

test('the table of today changes no past day: the events alone do', async () => {
  const before = await listed(auditor, days[5]!);
  const { rowCount } = await pool.query(
    `update staff set name = 'Forged', disabled_at = now() where name ~ '^(Somebody|Renamed)'`,
  );
  expect(rowCount).toBeGreaterThan(0);
  expect(await listed(auditor, days[5]!)).toEqual(before);
});

test('who of a college is shown to that college’s auditor; nobody else asks', async () => {
  const day = days.at(-1)!;
  for (const [collegeId, name] of [
    [office.collegeId, codes.COL001],
    [office.otherCollegeId, codes.COL002],
  ] as const) {
    const own = ends
      .get(day)!
      .filter(({ collegeName, state }) => collegeName === name && state !== 'deleted');
    const seen = await listed(await portal.as('auditor', { collegeId }), day);
    expect(seen.filter(({ state }) => state !== 'deleted')).toEqual(own.toSorted(ofId));
  }
  for (const role of ['admin', 'case_worker', 'receiver', 'printer'] as const) {
    const { api } = await portal.as(role);
    await expectDomainError(api.staff.listPeopleOn({ day }), 'auth.not_permitted');
  }
});
