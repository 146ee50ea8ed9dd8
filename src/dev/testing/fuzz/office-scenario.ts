import { randomUUID } from 'node:crypto';
import { exampleEntry, makeRoom } from '#dev/testing/example-entry.ts';
import { collegeEntry, studentEntry } from '#dev/testing/factories.ts';
import { PasskeyAuthenticator } from '#dev/testing/passkey-authenticator.ts';
import { newestCode } from '#dev/testing/portal.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { unique } from '#dev/testing/unique.ts';
import { csvOf, downloadRows, importIn, uploadCorrected, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { App, addPerson, type Person, password } from '#features/auth/server/browser.testing.ts';
import { masters } from '#features/masters/declared/masters.ts';
import { masterNames } from '#features/masters/declared/named-masters.ts';
import type { Session } from '#shared/session.ts';
import type { Staff } from './people.ts';

/** Colleges, students, people, own accounts and imports. */
export async function runOfficeScenario(staff: Staff): Promise<void> {
  // The fuzzer sends it once more, and meets the name.
  await staff.admin.api.auth.addView({ list: 'total-applications', name: 'Rao', address: 'q=rao' });
  await keepMasters(staff);
  await settleCollision(staff);
  await keepEntries(staff);
  await movePacks(staff);
  await lookAtChecklist(staff);
  await autosaveForms(staff);
  await lookAfterPeople(staff);
  await lookAfterAccounts(staff);
  await signInWithoutSession(staff);
  await importStudents(staff);
}

async function keepMasters({ admin, office }: Staff): Promise<void> {
  const college = await admin.api.colleges.addCollege(collegeEntry());
  await admin.api.colleges.editCollege({ ...collegeEntry(), id: college.id, version: 1 });
  await admin.api.colleges.getCollege({ id: college.id });
  await admin.api.colleges.deleteCollege({ id: college.id, version: 2 });
  const student = await admin.api.students.addStudent(studentEntry(office));
  await admin.api.students.editStudent({ ...studentEntry(office), id: student.id, version: 1 });
  const { registrationNumber } = await admin.api.students.getStudent({ id: student.id });
  await admin.api.students.findStudents({ number: registrationNumber });
  await admin.api.students.deleteStudent({ id: student.id, version: 2 });
}

/** Two students who had one number when the keys were introduced. */
async function settleCollision({ admin, portal, office }: Staff): Promise<void> {
  const first = studentEntry(office);
  const { id: firstId } = await admin.api.students.addStudent(first);
  const { id: laterId } = await admin.api.students.addStudent(studentEntry(office));
  await runWithoutTriggers(
    portal,
    `update students set registration_number = '${first.registrationNumber.toLowerCase()}', registration_twin = 2 where id = '${laterId}';
     insert into identity_collisions (record, identity, first_id, later_id) values ('students', 'registration', '${firstId}', '${laterId}')`,
  );
  const [row] = (await admin.api.identities.listIdentityCollisions()).rows;
  const { registrationNumber } = studentEntry(office);
  await admin.api.identities.settleIdentityCollision({
    ...{ id: row!.id, version: row!.version, recordId: laterId, reason: 'By the marks card' },
    changes: { registrationNumber },
  });
}

async function keepEntries({ admin }: Staff): Promise<void> {
  await admin.api.settings.listNames();
  for (const name of masterNames) {
    await makeRoom(admin, name);
    const entry = exampleEntry(name);
    const { id } = await admin.api[name].addEntry(entry);
    await admin.api[name].editEntry({ id, version: 1, entry });
    await admin.api[name].getEntry({ id });
    await admin.api[name].getHistory({ id });
    // The one university stays, or no certificate would be proven any more.
    if (!masters[name].isSingle) await admin.api[name].deleteEntry({ id, version: 2 });
  }
}

async function movePacks({ admin }: Staff): Promise<void> {
  await admin.fetch('/api/settings/pack').then((response) => response.arrayBuffer());
  const course = { name: `PACK-${unique()}`, level: 'diploma', namesGuide: 'no' };
  const pack = JSON.stringify({ format: 1, name: 'day', courses: [course] });
  for (const address of ['/api/settings/pack/check', '/api/settings/pack']) {
    const headers = { 'content-type': 'application/octet-stream' };
    await admin.fetch(address, { method: 'POST', headers, body: pack }).then((response) => response.text());
  }
}

async function lookAtChecklist({ admin }: Staff): Promise<void> {
  await admin.api.checklist.getChecklist();
  await admin.api.checklist.listMissing({ work: 'receiving' });
  await admin.api.checklist.sendTestMail();
}

async function autosaveForms({ admin }: Staff): Promise<void> {
  const form = { formKey: `new-thing-${unique()}`, id: randomUUID() };
  await admin.api.formDrafts.keepFormDraft({ ...form, values: { name: 'A' }, opened: null });
  await admin.api.formDrafts.listFormDrafts({ formKey: form.formKey });
  await admin.api.formDrafts.discardFormDraft(form);
}

async function lookAfterPeople({ admin, second, portal }: Staff): Promise<void> {
  const add = () =>
    admin.api.staff.addStaff({
      role: 'auditor',
      name: `Somebody ${unique()}`,
      code: 'COL001',
      email: `somebody.${unique()}@dikshant.example`,
      password,
    } as never);
  await add();
  const { id } = await add();
  const version = async (of = id) => (await admin.api.staff.getStaff({ id: of })).version;
  const email = `somebody.${unique()}@dikshant.example`;
  await admin.api.staff.editStaff({
    id,
    version: await version(),
    name: 'Somebody Else',
    code: 'COL001',
    email,
  });
  await second.api.staff.confirmStaffEmail({ id, version: await version() });
  await admin.api.staff.resendInitialPassword({ id, version: await version() });
  await admin.api.staff.disableStaff({ id, version: await version() });
  await admin.api.staff.enableStaff({ id, version: await version() });
  await admin.api.staff.deleteStaff({ id, version: await version() });
  const locked = await addPerson(portal);
  await portal.services.db
    .updateTable('staff')
    .set({ locked_at: new Date() })
    .where('id', '=', locked.id)
    .execute();
  await admin.api.staff.unlockStaff({ id: locked.id, version: await version(locked.id) });
  const enrolled = await addPerson(portal, { secondFactor: 'authenticator' });
  const cookie = await signIn(portal, enrolled);
  await enrol(portal, cookie);
  await admin.api.staff.resetAuthenticator({ id: enrolled.id, version: await version(enrolled.id) });
  const lost = await addPerson(portal);
  await signIn(portal, lost);
  await admin.api.staff.endStaffSessions({ id: lost.id });
}

type Portal = Staff['portal'];

function post(portal: Portal, path: string, body: object, cookie = '', method = 'POST'): Promise<Response> {
  return portal.anonymous.fetch(`/api${path}`, {
    method,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  });
}

async function answerOf<Answer>(waiting: Promise<Response>): Promise<Answer> {
  const response = await waiting;
  if (!response.ok) throw new Error(`${response.url}: ${await response.text()}`);
  return (await response.json()) as Answer;
}

async function signIn(portal: Portal, person: { role: string; email: string }): Promise<string> {
  const { role, email } = person;
  const { challengeId } = await answerOf<{ challengeId: string }>(
    post(portal, '/sign-in', { role, email, password }),
  );
  const completed = await post(portal, `/sign-in/${challengeId}/complete`, {
    code: await newestCode(portal.services, email),
  });
  if (!completed.ok) throw new Error(await completed.text());
  return completed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

async function enrol(portal: Portal, cookie: string) {
  const { secret } = await answerOf<{ secret: string }>(
    post(portal, '/account/authenticator', { currentPassword: password }, cookie),
  );
  const app = new App(secret);
  const { recoveryCodes } = await answerOf<{ recoveryCodes: string[] }>(
    post(portal, '/account/authenticator/confirm', { code: app.code() }, cookie),
  );
  return { app, recoveryCodes };
}

async function keepViews(
  ask: (path: string, body: object, method?: string) => Promise<object>,
): Promise<void> {
  const view = { list: 'total-applications', name: 'Rao', address: 'q=rao&columns=candidateName' };
  const { savedViews } = (await ask('/account/views', view)) as Pick<Session, 'savedViews'>;
  const { id } = savedViews[0]!;
  await ask(`/account/views/${id}`, { name: 'Rao of this year', address: 'q=rao' }, 'PUT');
  await ask(`/account/views/${id}`, {}, 'DELETE');
}

async function lookAfterAccounts({ portal }: Staff): Promise<void> {
  const person = await addPerson(portal);
  const cookie = await signIn(portal, person);
  const ask = (path: string, body: object, method?: string) =>
    answerOf<object>(post(portal, path, body, cookie, method));
  await ask('/account/preferences', { density: 'compact', language: 'kn', letterKeys: true }, 'PUT');
  await keepViews(ask);
  const { recoveryCodes } = await enrol(portal, cookie);
  const { recoveryCodes: renewed } = await answerOf<{ recoveryCodes: string[] }>(
    post(portal, '/account/recovery-codes', { currentPassword: password, code: recoveryCodes[0] }, cookie),
  );
  const { challengeId } = await answerOf<{ challengeId: string }>(
    post(portal, '/sign-in', { role: person.role, email: person.email, password }),
  );
  await answerOf(post(portal, `/sign-in/${challengeId}/recover`, { recoveryCode: renewed[0] }));
  await ask('/account/authenticator/remove', { currentPassword: password, code: renewed[1] });
  await keepPasskey(portal, cookie, person);
  const list = await portal.anonymous.fetch('/api/account/sessions', { headers: { cookie } });
  const { sessions } = (await list.json()) as { sessions: { id: string; isThisOne: boolean }[] };
  await ask(`/account/sessions/${sessions.find(({ isThisOne }) => !isThisOne)!.id}/end`, {});
  await ask('/account/sessions/end-others', {});
  const changed = 'nine other trees at dawn';
  await ask('/account/password', { currentPassword: password, password: changed, confirmation: changed });
  await ask('/sign-out', {});
}

/** With an authenticator of its own: adds a passkey, signs in with it, removes it. */
async function keepPasskey(portal: Portal, cookie: string, { role }: Person): Promise<void> {
  const authenticator = new PasskeyAuthenticator(new URL(portal.services.settings.publicUrl).origin);
  const begin = async (path: string, body: object, own: string) => {
    const response = await post(portal, path, body, own);
    const attempt = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    const { options } = await answerOf<{ options: { challenge: string } }>(Promise.resolve(response));
    return { options, cookie: [own, ...attempt].filter(Boolean).join('; ') };
  };
  const making = await begin('/account/passkeys/start', {}, cookie);
  const made = { answer: authenticator.make(making.options) };
  await answerOf(post(portal, '/account/passkeys', made, making.cookie));
  const signing = await begin('/sign-on/passkey', { role }, '');
  const signed = { answer: authenticator.sign(signing.options) };
  await answerOf(post(portal, '/sign-on/passkey/complete', signed, signing.cookie));
  const list = await portal.anonymous.fetch('/api/account/passkeys', { headers: { cookie } });
  const { passkeys } = (await list.json()) as { passkeys: { id: string }[] };
  await answerOf(post(portal, `/account/passkeys/${passkeys[0]!.id}/remove`, {}, cookie));
}

async function signInWithoutSession({ portal }: Staff): Promise<void> {
  const { db } = portal.services;
  const person = await addPerson(portal);
  const letWait = () =>
    db
      .updateTable('code_challenges')
      .set({ mailed_at: new Date(Date.now() - 120_000) })
      .execute();
  const signing = await answerOf<{ challengeId: string }>(
    post(portal, '/sign-in', { role: person.role, email: person.email, password }),
  );
  await letWait();
  await answerOf(post(portal, `/sign-in/${signing.challengeId}/resend`, {}));
  const { challengeId } = await answerOf<{ challengeId: string }>(
    post(portal, '/password-reset', { email: person.email }),
  );
  await letWait();
  await answerOf(post(portal, `/password-reset/${challengeId}/resend`, {}));
  const { resetToken } = await answerOf<{ resetToken: string }>(
    post(portal, `/password-reset/${challengeId}/check`, {
      code: await newestCode(portal.services, person.email),
    }),
  );
  const chosen = 'eleven copper kettles in a row';
  await answerOf(
    post(portal, '/password-reset/complete', { resetToken, password: chosen, confirmation: chosen }),
  );
}

const header =
  'College code,Registration number,Exam roll number,Student name,Name in Kannada or Devanagari,Address';

async function importStudents({ admin }: Staff): Promise<void> {
  const row = () => `COL001,IMP${unique()},${26_000_000 + unique()},Asha Rao,,Mysuru`;
  const faulty = await uploadSpreadsheet(
    admin,
    'students',
    csvOf(header, row().replace('Asha', 'LNU'), `NOPE99,IMP${unique()},,A B,,Mysuru`),
  );
  await importIn(admin, faulty, 'checked');
  await admin.api.imports.listImportFaults({ id: faulty });
  const rows = await downloadRows(admin, faulty, 'csv');
  await uploadCorrected(admin, faulty, Buffer.from(rows.toString().replace('NOPE99', 'COL001')));
  await importIn(admin, faulty, 'checked');
  await admin.api.imports.acceptImportWarnings({ id: faulty, field: 'name', code: 'doubtful' });
  await admin.api.imports.commitImport({ id: faulty });
  await importIn(admin, faulty, 'committed');
  const unknown = await uploadSpreadsheet(
    admin,
    'students',
    csvOf('What,Registration number,Whom,Where', 'COL001,IMP1,Asha Rao,Mysuru'),
  );
  const { columns } = await importIn(admin, unknown, 'mapping');
  await admin.api.imports.mapImport({
    id: unknown,
    columns: { ...columns, code: 0, name: 2, address: 3 },
  });
  await importIn(admin, unknown, 'checked');
  await admin.api.imports.cancelImport({ id: unknown });
  for (const kind of ['students', 'colleges'])
    await admin.fetch(`/api/import-templates/${kind}`).then((response) => response.text());
}
