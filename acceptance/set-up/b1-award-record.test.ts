import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { borrowOrStart, type Desks } from '../harness/desks.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { personName, registrationNumber } from '../harness/random.ts';
import { receive, verify, versionOf } from '../harness/records.ts';
import {
  type Award,
  awardOf,
  awardValues,
  checkUpload,
  csvCell,
  shows,
  studentId,
  studentLine,
  templateOf,
  waitForImport,
} from './b-award.ts';
import { eventsAfter, isRefusal, newestEvent, refusedAsApplication, rowsOf, textOf } from './b-database.ts';
import { award, bodyLeaves, contact, missingOf, words } from './b-discovery.ts';

// Build: "The award record on students, bulk upload, application, verify screen (differences marked) and record; frozen
// at verification". UNIVERSITY.md section 2: "On the student master (columns of the bulk upload, all optional there),
// copied to the application at receipt, frozen at verification: date of birth · gender as recorded · father's, mother's
// or guardian's name · mobile · e-mail · postal address with state and PIN · ABC / APAAR id (12 digits) · class or
// division · CGPA or percentage with its scale · month and year of examination · result date · rank or medal · category
// · in person / in absentia. … Not on lists by default; shown on the record to desks that need it; each export of them
// is an event".

let portal: Portal;
let desks: Desks;
let choices: Json;

beforeAll(async () => {
  ({ portal, desks } = await borrowOrStart());
  choices = (await desks.receiver.get('/api/application-choices')).body;
});
afterAll(() => portal?.remove());

describe('7 award record on students', () => {
  test('7 Build: the student master has every fact of the award record, all of them optional', async () => {
    for (const [method, path] of [
      ['POST', '/api/students'],
      ['PUT', '/api/students/{id}'],
    ] as const) {
      expect(missingOf(award, await bodyLeaves(portal, method, path)), `${method} ${path} lacks`).toEqual([]);
    }
    // All optional: a student without any of them is still taken.
    const { id } = await addWith(undefined);
    expect((await desks.admin.get(`/api/students/${id}`)).status).toBe(200);
  });

  test('7 Build: what the admin enters is kept, and shown on the record to admin, receiver, case worker and auditor', async () => {
    const { id, given } = await addWith({});
    const stored = await textOf(portal, id);
    for (const [name, value] of Object.entries(given.values))
      expect(shows(stored, value), `${name} ${value} in the database`).toBe(true);
    for (const desk of ['admin', 'receiver', 'caseWorker', 'auditor'] as const) {
      const { status, text } = await desks[desk].get(`/api/students/${id}`);
      expect(status, desk).toBe(200);
      for (const [name, value] of Object.entries(given.values))
        expect(shows(text, value), `${desk} sees ${name}`).toBe(true);
    }
    expect((await desks.printer.get(`/api/students/${id}`)).status).toBe(403);
  });

  test('7 Build: a fact that cannot be is refused at its field, and nothing is saved', async () => {
    const leaves = await bodyLeaves(portal, 'POST', '/api/students');
    expect(missingOf(award, leaves)).toEqual([]);
    for (const [name, value] of [
      ['date of birth', '2031-01-01'],
      ['mobile', '12345'],
      ['e-mail', 'nobody at home'],
      ['PIN', '5700'],
      ['ABC / APAAR id', '12345678901'],
      ['CGPA or percentage', '101.5'],
    ] as const) {
      const registration = registrationNumber();
      const { body } = await studentBody({ [name]: value }, registration);
      const answer = await desks.admin.ask('POST', '/api/students', { body });
      expect([400, 409, 422], `${name} ${value}: ${answer.text}`).toContain(answer.status);
      expect(
        await portal.sql('select 1 from students where registration_number = $1', [registration]),
      ).toEqual([]);
    }
  });

  test('7 Build: the bulk upload has a column for every fact, and writes what it says', async () => {
    const template = await templateOf(desks.admin, 'students');
    const headers = template.headers.map((header) => ({ path: [header], name: words(header), schema: {} }));
    expect(missingOf(award, headers), 'columns that the template lacks').toEqual([]);
    const registration = registrationNumber();
    const { cells, values } = studentLine(template, {
      college: 'COL001',
      registration,
      roll: registration.slice(2),
      name: personName(),
    });
    const report = await checkUpload(
      desks.admin,
      'students',
      [template.headers, cells].map((line) => line.map(csvCell).join(',')).join('\r\n'),
    );
    expect(report.faultyCount, JSON.stringify(report.faultKinds)).toBe(0);
    await desks.admin.act('POST', `/api/imports/${report.id}/commit`);
    await waitForImport(desks.admin, report.id, /committed/);
    const stored = await textOf(portal, await studentId(portal, registration));
    const free = [
      'date of birth',
      'father',
      'mother',
      'mobile',
      'e-mail',
      'address',
      'PIN',
      'ABC / APAAR id',
      'result date',
      'rank or medal',
    ];
    for (const name of free) expect(shows(stored, values[name]), `${name} ${values[name]}`).toBe(true);
  });
});

describe('7 award record on applications', () => {
  test('7 Build: it is copied to the application at receipt, and shown there to the desks that decide', async () => {
    const { application, given } = await receiveOfStudent();
    const stored = await textOf(portal, application.id);
    for (const [name, value] of Object.entries(given.values))
      expect(shows(stored, value), `${name} ${value} on the application`).toBe(true);
    for (const path of [`/api/applications/${application.id}`, `/api/cases/${application.id}`]) {
      const { status, text } = await desks.caseWorker.get(path);
      expect(status).toBe(200);
      for (const [name, value] of Object.entries(given.values))
        expect(shows(text, value), `${name} at ${path}`).toBe(true);
    }
  });

  test('7 Build: the copy is the application’s own: the student may change afterwards, it does not', async () => {
    const { application, student, given } = await receiveOfStudent();
    await changeStudent(student);
    const own = await ownText(application.id);
    for (const name of ['father', 'mother', 'rank or medal'])
      expect(own, `${name} of the application`).toContain(given.values[name]);
  });

  test('7 Build: frozen at verification: no screen changes it, and neither does the application’s database role', async () => {
    const { application, student, given } = await receiveOfStudent();
    await verify(desks.caseWorker, application.id);
    await changeStudent(student);
    const leaves = await bodyLeaves(portal, 'POST', '/api/applications/{id}/correct');
    const { id, ...fields } = application;
    const version = await versionOf(desks.receiver, `/api/applications/${id}`);
    const correction = awardOf(leaves, choices).into({ ...fields, drafts: [], version });
    const answer = await desks.receiver.ask('POST', `/api/applications/${id}/correct`, { body: correction });
    expect(answer.status, answer.text).toBe(409);

    const free = await receiveOfStudent();
    const names = ['father', 'mother', 'guardian', 'mobile', 'e-mail', 'rank or medal', 'ABC / APAAR id'];
    let tried = 0;
    for (const name of names) {
      // The same statement on an application that nobody has verified goes through.
      expect(await changeBySql(name, free.application.id, free.given), `${name}, not verified`).toEqual([]);
      for (const refusal of await changeBySql(name, id, given)) {
        tried += 1;
        expect(isRefusal(refusal), `${name} by SQL: ${refusal}`).toBe(true);
      }
    }
    expect(tried, 'frozen values by SQL').toBeGreaterThanOrEqual(names.length);
    const text = await ownText(id);
    for (const [name, value] of Object.entries(given.values)) expect(shows(text, value), name).toBe(true);
  });

  test('7 Build: before verification a returned application is corrected with its award record', async () => {
    const { application } = await receiveOfStudent();
    const { id, ...fields } = application;
    await desks.caseWorker.act('POST', `/api/applications/${id}/return`, {
      version: await versionOf(desks.caseWorker, `/api/applications/${id}`),
      reasons: ['name'],
    });
    const leaves = await bodyLeaves(portal, 'POST', '/api/applications/{id}/correct');
    expect(missingOf(award, leaves), 'the correction lacks').toEqual([]);
    const corrected = awardOf(leaves, choices);
    await desks.receiver.act(
      'POST',
      `/api/applications/${id}/correct`,
      corrected.into({
        ...fields,
        drafts: [],
        version: await versionOf(desks.receiver, `/api/applications/${id}`),
      }),
    );
    const text = await ownText(id);
    for (const name of ['father', 'mother', 'mobile', 'rank or medal'])
      expect(text, name).toContain(corrected.values[name]);
  });
});

describe('7 award record in lists, exports and the log', () => {
  test('7 Build: a printer is served nobody’s contact details and no ABC / APAAR id, by list or by record', async () => {
    const { application, given } = await receiveOfStudent();
    await verify(desks.caseWorker, application.id);
    const [certificate] = await portal.sql('select id from certificates where application_id = $1', [
      application.id,
    ]);
    const answers = [
      await desks.printer.get(`/api/certificates/${certificate!.id}`),
      await desks.printer.get(`/api/certificates?search=${application.registrationNumber}`),
      await desks.printer.get(`/api/exports/print-queue?format=csv`),
    ];
    expect(answers[1]!.body.rows).toHaveLength(1);
    for (const { text } of answers)
      for (const name of contact) expect(text, `a printer reads ${name}`).not.toContain(given.values[name]);
  });

  test('7 Build: each export of award facts is an event that names them', async () => {
    const { id, given } = await addWith({});
    const keys = Object.keys((await desks.admin.get(`/api/students/${id}`)).body);
    const leaves = await bodyLeaves(portal, 'POST', '/api/students');
    // Open: the keys of the columns. They are the fields' own names, as the export's are today.
    const wanted = award.flatMap((concept) =>
      leaves.filter(({ name }) => concept.like.test(name)).slice(0, 1),
    );
    expect(wanted.length, 'fields of the award record').toBeGreaterThan(10);
    const columns = ['name', ...wanted.map(({ path }) => path.join('.'))];
    expect(keys, 'a record with its fields').toContain('name');
    const before = await newestEvent(portal);
    const answer = await desks.admin.get(`/api/exports/students?format=csv&columns=${columns.join(',')}`);
    expect(answer.status, answer.text.slice(0, 300)).toBe(200);
    expect(answer.text, 'the exported mobile').toContain(given.values.mobile);
    const events = (await eventsAfter(portal, before)).filter(
      ({ actor_id: by }) => by === desks.admin.staffId,
    );
    expect(events, 'an event of this export').not.toEqual([]);
    const said = JSON.stringify(events.map(({ after }) => after));
    for (const { path } of wanted) expect(said, 'what was exported').toContain(path.at(-1));
  });

  test('7 Build: an export that nobody asked award facts of has none', async () => {
    const { given } = await addWith({});
    const { text } = await desks.admin.get('/api/exports/students?format=csv');
    for (const name of ['mobile', 'e-mail', 'father', 'ABC / APAAR id'])
      expect(text, `${name} in the default export`).not.toContain(given.values[name]);
  });

  // FAULTS.md B9: personal values (names, contact, birth, parents, address) enter the chain as a salted digest.
  test('7 Build: events of students and applications keep birth, parents and contact beside the chain', async () => {
    const before = await newestEvent(portal);
    const { application, given } = await receiveOfStudent();
    const events = JSON.stringify(await eventsAfter(portal, before));
    expect(events).toContain(application.id);
    for (const name of ['date of birth', 'father', 'mother', 'guardian', 'mobile', 'e-mail', 'address'])
      expect(shows(events, given.values[name]), `${name} in the clear in the chain`).toBe(false);
  });
});

type Changes = Record<string, string>;

async function studentBody(changes: Changes, registration: string): Promise<{ body: Json; given: Award }> {
  const leaves = await bodyLeaves(portal, 'POST', '/api/students');
  const given = awardOf(leaves, choices, changes);
  const college = choices.colleges.find(({ code }: Json) => code === 'COL001');
  const base = {
    name: personName(),
    collegeId: college.id,
    address: '12, Temple Road, Mysuru',
    registrationNumber: registration,
    examRollNumber: registration.slice(2),
  };
  return { body: given.into(base), given };
}

/** A student of COL001 with the whole award record, or with nothing of it. */
async function addWith(changes: Changes | undefined): Promise<{ id: string; body: Json; given: Award }> {
  const registration = registrationNumber();
  const { body, given } = await studentBody(changes ?? {}, registration);
  if (!changes) {
    const { name, collegeId, address, registrationNumber: number } = body;
    const { id } = await desks.admin.act('POST', '/api/students', {
      name,
      collegeId,
      address,
      registrationNumber: number,
    });
    return { id, body, given };
  }
  expect(Object.keys(given.values).length, 'facts that POST /api/students takes').toBe(award.length);
  const { id } = await desks.admin.act('POST', '/api/students', body);
  return { id, body, given };
}

/** An application of a student of the master, for which the receiver typed nothing of the award record. */
async function receiveOfStudent(): Promise<{
  application: Json;
  student: { id: string; body: Json };
  given: Award;
}> {
  const { id, body, given } = await addWith({});
  const application = await receive(desks.receiver, {
    registrationNumber: body.registrationNumber,
    examRollNumber: body.examRollNumber,
    candidateName: body.name,
    collegeId: body.collegeId,
  });
  return { application, student: { id, body }, given };
}

async function changeStudent({ id, body }: { id: string; body: Json }): Promise<void> {
  const leaves = await bodyLeaves(portal, 'PUT', '/api/students/{id}');
  const version = await versionOf(desks.admin, `/api/students/${id}`);
  await desks.admin.act('PUT', `/api/students/${id}`, awardOf(leaves, choices).into({ ...body, version }));
}

/** Changes a value of an application wherever it stands in its rows, as the application's role; what it was refused with. */
async function changeBySql(name: string, id: string, given: Award): Promise<string[]> {
  const value = given.values[name];
  const next = awardValues()[name]!;
  const refusals: string[] = [];
  let places = 0;
  for (const { table, key, row } of await ownRows(id)) {
    // A correction carries who made it and when: what is missing is not what has to refuse it.
    const signature = ['corrected', 'recorded'].find((act) => `${act}_by` in row);
    const signed = signature
      ? `, ${signature}_by = '${desks.receiver.staffId}', ${signature}_at = now()`
      : '';
    for (const [column, held] of Object.entries<Json>(row)) {
      const isObject = held !== null && typeof held === 'object' && JSON.stringify(held).includes(value);
      if (held !== value && !isObject) continue;
      places += 1;
      const changed = isObject ? JSON.stringify(held).replaceAll(value, next) : next;
      const statement = `update "${table}" set "${column}" = $2${signed} where "${key}" = $1`;
      const refusal = await refusedAsApplication(portal, statement, [id, changed]);
      if (refusal) refusals.push(refusal);
    }
  }
  expect(places, `places of ${name}`).toBeGreaterThan(0);
  return refusals;
}

/** The application's own rows: not those of the student, whom it may refer to. */
async function ownRows(id: string) {
  return (await rowsOf(portal, id)).filter(({ table }) => table !== 'students');
}

async function ownText(id: string): Promise<string> {
  return (await ownRows(id)).map(({ row }) => JSON.stringify(row)).join('\n');
}
