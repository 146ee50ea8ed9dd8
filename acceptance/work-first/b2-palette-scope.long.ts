import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, openPage } from '../harness/browser.ts';
import type { Person } from '../harness/people.ts';
import { pick } from '../harness/random.ts';
import { homes } from '../harness/screens.ts';
import { finish, printSheets } from '../sheets/a-sheets.ts';
import { type DeskRole, type Office, openOffice, personAt, rareName, receiveRandomly } from './w-office.ts';
import { asked, kindsOfRecord, type Request, randomRecord, watchSearch } from './w-palette.ts';

// Stage 10, done when 2: "Any record in ≤ 3 keys and its number …, nothing of another college (property test)."
// DOMAIN of the property: random people with random codes, random records of every kind that has a college. The palette's own
// request is watched in the browser, and asked again for everybody: its route is not known here.

let office: Office;
let browser: Browser;
const word = rareName().replaceAll(' ', '');
const requests = new Map<string, Request>();
const rounds = 120;

beforeAll(async () => {
  office = await openOffice();
  browser = await openBrowser({ slowMo: 5 });
  await receiveRandomly(office, { COL001: 3, COL002: 3, COL003: 3 }, () => ({ candidateName: rareName() }));
  const { certificateTypes } = (await office.desks.receiver.get('/api/application-choices')).body;
  await finish(
    office,
    await printSheets(
      office,
      certificateTypes[0],
      office.colleges.map(({ id }) => ({ collegeId: id, candidateName: rareName() })),
    ),
  );
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await office?.portal.remove();
});

const roles = ['case_worker', 'receiver', 'printer', 'auditor'] as const;
const homeOf = {
  case_worker: homes.caseWorker,
  receiver: homes.receiver,
  printer: homes.printer,
  auditor: homes.auditor,
};

async function requestOf(person: Person, role: DeskRole | 'admin'): Promise<Request> {
  const known = requests.get(role);
  if (known) return known;
  const start = role === 'admin' ? homes.admin.start[0] : homeOf[role].start[0];
  const page = await openPage(browser, office.portal, person, start);
  const request = await watchSearch(page, word);
  await page.context().close();
  requests.set(role, request);
  return request;
}

describe('2 nothing of another college', { timeout: 600_000 }, () => {
  test('2 "nothing of another college (property test)": random people ask for random records of other colleges', async () => {
    const leaks: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const [mine, other] = [pick(office.colleges), pick(office.colleges)];
      const kind = pick(kindsOfRecord);
      const record = await randomRecord(office.portal, kind, other.id);
      if (!record || mine.id === other.id) continue;
      const role = pick(roles);
      const person = await personAt(office, role, mine.code);
      const { status, text } = await asked(person, await requestOf(person, role), word, record.number);
      // Open: 429 is no answer about a record; a search as one types must not be refused at this pace.
      if (status !== 200) leaks.push(`${role} of ${mine.code}, ${kind} ${record.number}: ${status}`);
      // A number may be another record's as well: its own id must not come, nor the name where it was not asked for.
      if (text.includes(record.id))
        leaks.push(`${role} of ${mine.code} finds ${kind} ${record.number} of ${other.code}`);
      if (record.name && record.name !== record.number && text.includes(record.name))
        leaks.push(
          `${role} of ${mine.code} reads ${record.name} for ${kind} ${record.number} of ${other.code}`,
        );
    }
    expect(leaks).toEqual([]);
  });

  test('2 a name of another college is answered like one that nobody has', async () => {
    for (const role of roles) {
      const [mine, other] = [office.colleges[0]!, office.colleges[1]!];
      const record = (await randomRecord(office.portal, 'application by name', other.id))!;
      const person = await personAt(office, role, mine.code);
      const request = await requestOf(person, role);
      const nobody = `${rareName()}`;
      const [foreign, empty] = [
        await asked(person, request, word, record.number),
        await asked(person, request, word, nobody),
      ];
      expect(foreign.status).toBe(empty.status);
      expect(foreign.text.replaceAll(record.number, ''), role).toBe(empty.text.replaceAll(nobody, ''));
    }
  });

  test('2 "within the person’s scope": who has the code ALL, or that college’s, finds it', async () => {
    const missing: string[] = [];
    for (let round = 0; round < rounds / 3; round += 1) {
      // A blank's own record has another id than the sheet on it; b1 opens it.
      const kind = pick(kindsOfRecord.filter((one) => !/blank|student/.test(one)));
      const record = await randomRecord(office.portal, kind);
      if (!record) continue;
      const college = office.colleges.find(({ id }) => id === record.collegeId)!;
      // Admins and auditors read everything; the others at least the applications that they work on.
      const people: [string, Person, DeskRole | 'admin'][] = [
        ['admin', office.desks.admin, 'admin'],
        ['auditor', office.desks.auditor, 'auditor'],
        [`auditor of ${college.code}`, await personAt(office, 'auditor', college.code), 'auditor'],
        ...(/application/.test(kind)
          ? ([
              [`receiver of ${college.code}`, await personAt(office, 'receiver', college.code), 'receiver'],
              [
                `case worker of ${college.code}`,
                await personAt(office, 'case_worker', college.code),
                'case_worker',
              ],
            ] as [string, Person, DeskRole][])
          : []),
      ];
      const [name, person, role] = pick(people);
      const { text } = await asked(person, await requestOf(person, role), word, record.number);
      // The answer names the record by its id, or an application by its certificate and the other way round.
      const [pair] = await office.portal.sql(
        'select application_id, id from certificates where $1 in (id, application_id)',
        [record.id],
      );
      const ids = [record.id, pair?.id, pair?.application_id].filter(Boolean);
      if (!ids.some((id) => text.includes(id)))
        missing.push(`${name}: ${kind} ${record.number} in ${text.slice(0, 200)}`);
    }
    expect(missing).toEqual([]);
  });

  test('2 nobody without a session is answered', async () => {
    const person = await personAt(office, 'case_worker', 'COL001');
    const { method, path, body } = await requestOf(person, 'case_worker');
    const response = await fetch(office.portal.url + path, {
      method,
      ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
    });
    expect(response.status).toBe(401);
  });
});
