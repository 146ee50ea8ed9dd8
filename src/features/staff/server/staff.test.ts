import { beforeEach, describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { newestCode, newestMail, type StaffCaller } from '#dev/testing/portal.ts';
import { unique } from '#dev/testing/unique.ts';
import { addPerson, Browser, eventsOf, otherThan, password } from '#features/auth/server/browser.testing.ts';
import type { Role } from '#shared/roles.ts';
import { type AddedRole, addedRoles } from '../contract.ts';

const { portal, office } = await fileOffice();
const admin = await portal.as('admin', { name: 'Anita Deshpande' });

const ofRole: Record<AddedRole, object> = {
  case_worker: { mobile: '+91 98450 12345' },
  receiver: { secondFactor: 'authenticator' },
  printer: { printerCode: 'PR-07' },
  auditor: {},
};

function entryOf(role: AddedRole, overrides: object = {}) {
  return {
    role,
    name: `Somebody ${unique()}`,
    code: 'COL001',
    email: `Somebody.${unique()}@dikshant.example`,
    password,
    ...ofRole[role],
    ...overrides,
  };
}

/** A person whom the admin has added, as the other tests sign them in. */
async function added(role: AddedRole = 'receiver', overrides: object = {}) {
  const entry = entryOf(role, overrides);
  const { id } = await admin.api.staff.addStaff(entry);
  return { id, role: role as Role, name: entry.name, email: entry.email.toLowerCase() };
}

const look = (id: string) => admin.api.staff.getStaff({ id });

/** The events of a person as an auditor reads them, newest first. */
async function loggedOf(recordId: string) {
  const auditor = await portal.as('auditor');
  return (await auditor.api.audit.listAuditEvents({ recordId })).rows;
}

describe('adding', () => {
  test.each(addedRoles)('a %s, who is asked for an own password at the first sign-in', async (role) => {
    const person = await added(role);
    expect(await look(person.id)).toMatchObject({
      role,
      name: person.name,
      email: person.email,
      code: 'COL001',
      collegeName: 'College COL001',
      mobile: role === 'case_worker' ? '9845012345' : null,
      printerCode: role === 'printer' ? 'PR-07' : null,
      secondFactor: role === 'receiver' ? 'authenticator' : 'email_code',
      status: 'initial_password',
      hasActed: false,
    });
    const mail = await newestMail(portal.services, person.email);
    expect(mail.body).toContain(person.email);
    expect(mail.body).not.toContain(password);
    const event = (await loggedOf(person.id)).at(-1);
    expect(event).toMatchObject({ event: 'staff.added', actorName: admin.actor.name });
    expect(JSON.stringify(event)).not.toMatch(/password|argon2/);
    expect(event!.after).toMatchObject({ role, code: 'COL001', email: person.email });
    const browser = new Browser(portal);
    if (role !== 'receiver')
      expect(await browser.signIn(person)).toMatchObject({ body: { mustChangePassword: true } });
  });

  test('asks each role for its own fields', async () => {
    for (const [role, path] of [
      ['case_worker', 'mobile'],
      ['printer', 'printerCode'],
    ] as const) {
      const refused = await expectDomainError(
        admin.api.staff.addStaff(entryOf(role, { [path]: undefined })),
        'request.invalid',
      );
      expect(issuesOf(refused).map((issue) => issue.path)).toEqual([path]);
    }
    await expectDomainError(
      admin.api.staff.addStaff(entryOf('case_worker', { mobile: '12345' })),
      'request.invalid',
    );
  });

  test('refuses an Email Id that somebody has, in any case, beside the field', async () => {
    const person = await added();
    const refused = await expectDomainError(
      admin.api.staff.addStaff(entryOf('auditor', { email: person.email.toUpperCase() })),
      'request.invalid',
    );
    expect(issuesOf(refused)).toEqual([{ path: 'email', message: 'Another account uses this Email Id.' }]);
  });

  test('gives an Email Id to one of two who ask at once', async () => {
    const email = `twice.${unique()}@dikshant.example`;
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => admin.api.staff.addStaff(entryOf('auditor', { email }))),
    );
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(issuesOf(outcome.reason)).toEqual([
          { path: 'email', message: 'Another account uses this Email Id.' },
        ]);
  });

  test.each([
    ['password', { password: 'Welcome@12345' }],
    ['password', { password: 'short' }],
    ['code', { code: 'COL404' }],
    ['email', { email: 'nobody' }],
    ['role', { role: 'admin' }],
  ])('refuses an unfit %s', async (path, overrides) => {
    const refused = await expectDomainError(
      admin.api.staff.addStaff(entryOf('auditor', overrides)),
      'request.invalid',
    );
    expect(issuesOf(refused).map((issue) => issue.path)).toEqual([path]);
  });
});

describe('the list', () => {
  test('finds by name, Email Id, code, mobile and printer code, and counts what it shows', async () => {
    const mark = `Zed${unique()}`;
    const worker = await added('case_worker', { name: mark, mobile: '9123498765', code: 'COL002' });
    const printer = await added('printer', { printerCode: `${mark}-P`, email: `${mark}@other.example` });
    const found = async (search: string, role: 'all' | Role = 'all') => {
      const { rows } = await admin.api.staff.listStaff({ search, role });
      expect(await admin.api.staff.countStaff({ search, role })).toEqual({ count: rows.length });
      return rows.map((row) => row.id).sort();
    };
    expect(await found(mark.toUpperCase())).toEqual([worker.id, printer.id].sort());
    expect(await found(mark, 'printer')).toEqual([printer.id]);
    expect(await found(`${mark}@OTHER`)).toEqual([printer.id]);
    expect(await found('23498765')).toEqual([worker.id]);
    expect(await found('col002')).toEqual([worker.id]);
    expect(await found('all')).toContain(admin.actor.id);
    expect(await found('100%')).toEqual([]);
  });

  test('goes through everybody in pages, in either direction', async () => {
    for (const sort of ['name', '-createdAt', 'role', '-email'] as const) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await admin.api.staff.listStaff({ sort, limit: 3, offset: seen.length, cursor });
        seen.push(...page.rows.map((row) => row.id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      const { count } = await admin.api.staff.countStaff({});
      expect(new Set(seen).size).toBe(count);
      expect(seen).toHaveLength(count);
    }
  });
});

describe('editing', () => {
  test('changes what is typed, keeps role and password, and says what it was', async () => {
    const person = await added('case_worker');
    const name = `Changed ${unique()}`;
    await admin.api.staff.editStaff({
      id: person.id,
      version: 1,
      name,
      code: 'ALL',
      email: person.email,
      mobile: '9000000001',
      secondFactor: 'authenticator',
    });
    expect(await look(person.id)).toMatchObject({
      role: 'case_worker',
      name,
      code: 'ALL',
      mobile: '9000000001',
      secondFactor: 'authenticator',
      status: 'initial_password',
      version: 2,
    });
    const [event] = await loggedOf(person.id);
    expect(event).toMatchObject({
      event: 'staff.edited',
      after: { name, college_id: null, mobile: '9000000001', second_factor: 'authenticator' },
    });
  });

  test('forgets the authenticator app when the mailed code is chosen, and keeps it when nothing is said', async () => {
    const person = await added('case_worker', { secondFactor: 'authenticator' });
    const { db } = portal.services;
    await db
      .insertInto('authenticators')
      .values({ staff_id: person.id, secret: Buffer.alloc(48), enrolled_at: new Date(), last_step: 1 })
      .execute();
    const edit = { id: person.id, name: person.name, code: 'ALL', email: person.email, mobile: '9000000002' };
    const { version } = await admin.api.staff.editStaff({ ...edit, version: 1 });
    expect(await look(person.id)).toMatchObject({ secondFactor: 'authenticator' });
    await admin.api.staff.editStaff({ ...edit, version, secondFactor: 'email_code' });
    expect(await look(person.id)).toMatchObject({ secondFactor: 'email_code' });
    expect((await newestMail(portal.services, person.email)).subject).toMatch(/authenticator/i);
    expect(
      await db.selectFrom('authenticators').selectAll().where('staff_id', '=', person.id).execute(),
    ).toEqual([]);
  });

  test('refuses a version that a colleague has changed, and says who', async () => {
    const person = await added('auditor');
    const edit = { id: person.id, version: 1, name: 'Once More', code: 'ALL', email: person.email };
    await admin.api.staff.editStaff(edit);
    const other = await portal.as('admin');
    const refused = await expectDomainError(other.api.staff.editStaff(edit), 'records.stale');
    expect(refused.data).toEqual({ changedBy: admin.actor.name });
  });

  test('tells both addresses when the Email Id changes, and mailed codes die', async () => {
    const person = await added('auditor');
    const browser = new Browser(portal);
    const started = await browser.start(person);
    const code = await newestCode(portal.services, person.email);
    const email = `moved.${unique()}@dikshant.example`;
    await admin.api.staff.editStaff({ id: person.id, version: 1, name: person.name, code: 'ALL', email });
    for (const address of [person.email, email])
      expect((await newestMail(portal.services, address)).subject).toBe(
        'Your Email Id for Dikshant was changed',
      );
    expect(await browser.complete(started.body.challengeId, code)).toMatchObject({ status: 410 });
    expect(await browser.signIn({ ...person, email })).toMatchObject({ status: 200 });
  });

  test('another code holds from the next request on', async () => {
    const receiver = await portal.as('receiver', { collegeId: office.collegeId });
    const id = await receiveApplication(receiver, office);
    const person = await look(receiver.actor.id);
    await admin.api.staff.editStaff({
      id: person.id,
      version: person.version,
      name: person.name,
      code: 'COL002',
      email: person.email,
    });
    await expectDomainError(receiver.api.applications.getApplication({ id }), 'applications.not_found');
  });
});

describe('disabling', () => {
  test('ends every session at once and lets nobody in until it is taken back', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    await browser.signIn(person);
    expect(await browser.session()).not.toBeNull();
    const { version } = await admin.api.staff.disableStaff({ id: person.id, version: 1 });
    expect(await browser.session()).toBeNull();
    expect(await browser.signIn(person)).toMatchObject({ body: { code: 'auth.wrong_credentials' } });
    await expectDomainError(
      admin.api.staff.disableStaff({ id: person.id, version }),
      'staff.already_disabled',
    );
    expect(await look(person.id)).toMatchObject({ status: 'disabled' });

    const enabled = await admin.api.staff.enableStaff({ id: person.id, version });
    expect(await browser.session()).toBeNull();
    expect(await browser.signIn(person)).toMatchObject({ status: 200 });
    await expectDomainError(
      admin.api.staff.enableStaff({ id: person.id, version: enabled.version }),
      'staff.not_disabled',
    );
    const events = (await eventsOf(portal, person)).map((event) => event.event);
    expect(events.filter((event) => event.startsWith('staff.'))).toEqual(['staff.disabled', 'staff.enabled']);
  });

  test('is not done to oneself', async () => {
    const own = { id: admin.actor.id, version: 1 };
    await expectDomainError(admin.api.staff.disableStaff(own), 'staff.own_account');
    await expectDomainError(admin.api.staff.deleteStaff(own), 'staff.own_account');
    await expectDomainError(admin.api.staff.unlockStaff(own), 'staff.own_account');
    await expectDomainError(admin.api.staff.resendInitialPassword(own), 'staff.own_account');
  });
});

describe('unlocking', () => {
  test('lifts both locks and forgets the wrong codes, so that the next one does not lock again', async () => {
    const person = await addPerson(portal);
    const browser = new Browser(portal);
    await browser.signIn(person);
    const { db } = portal.services;
    for (let wrong = 0; wrong < 19; wrong += 1)
      await db
        .insertInto('wrong_codes')
        .values({ id: crypto.randomUUID(), staff_id: person.id, known_device_id: null })
        .execute();
    const stranger = new Browser(portal);
    const started = await stranger.start(person);
    const wrong = otherThan(await newestCode(portal.services, person.email));
    expect(await stranger.complete(started.body.challengeId, wrong)).toMatchObject({ status: 423 });
    expect(await look(person.id)).toMatchObject({ status: 'locked', lockedAt: null });

    const { version } = await admin.api.staff.unlockStaff({ id: person.id, version: 1 });
    expect(await look(person.id)).toMatchObject({ status: 'active', unknownDeviceLockedAt: null });
    expect(await stranger.signIn(person)).toMatchObject({ status: 200 });
    await expectDomainError(admin.api.staff.unlockStaff({ id: person.id, version }), 'staff.not_locked');

    await db.updateTable('staff').set({ locked_at: new Date() }).where('id', '=', person.id).execute();
    await admin.api.staff.unlockStaff({ id: person.id, version });
    expect(await browser.signIn(person)).toMatchObject({ status: 200 });
  });
});

describe('a new initial password', () => {
  test('is mailed, lives anew, and the one before opens nothing any more', async () => {
    const person = await added('auditor');
    const browser = new Browser(portal);
    await browser.signIn(person);
    await portal.services.db
      .updateTable('staff')
      .set({ password_set_at: new Date(Date.now() - 80 * 3_600_000) })
      .where('id', '=', person.id)
      .execute();
    await admin.api.staff.resendInitialPassword({ id: person.id, version: 1 });
    expect(await browser.session()).toBeNull();
    const mailed = /^(\w{4}-\w{4}-\w{4}-\w{4})$/m.exec(
      (await newestMail(portal.services, person.email)).body,
    )![1]!;
    expect(await browser.signIn(person)).toMatchObject({ body: { code: 'auth.wrong_credentials' } });
    expect(await browser.signIn(person, { password: mailed })).toMatchObject({
      body: { mustChangePassword: true },
    });
    const event = (await eventsOf(portal, person)).find((one) => one.event === 'staff.password_resent');
    expect(JSON.stringify(event)).not.toContain(mailed);
  });

  test('is for those only who have not chosen their own', async () => {
    const person = await addPerson(portal);
    await expectDomainError(
      admin.api.staff.resendInitialPassword({ id: person.id, version: 1 }),
      'staff.password_chosen',
    );
    const disabled = await added('auditor');
    const { version } = await admin.api.staff.disableStaff({ id: disabled.id, version: 1 });
    await expectDomainError(
      admin.api.staff.resendInitialPassword({ id: disabled.id, version }),
      'staff.already_disabled',
    );
  });
});

describe('resetting the authenticator', () => {
  test('ends every session, forgets the app, and leaves the choice of it to be set up anew', async () => {
    const person = await added('case_worker', { secondFactor: 'authenticator' });
    const { db } = portal.services;
    await expectDomainError(
      admin.api.staff.resetAuthenticator({ id: person.id, version: 1 }),
      'staff.no_authenticator',
    );
    await db
      .insertInto('authenticators')
      .values({ staff_id: person.id, secret: Buffer.alloc(48), enrolled_at: new Date(), last_step: 1 })
      .execute();
    expect(await look(person.id)).toMatchObject({ hasAuthenticator: true });
    await admin.api.staff.resetAuthenticator({ id: person.id, version: 1 });
    expect(await look(person.id)).toMatchObject({ hasAuthenticator: false, secondFactor: 'authenticator' });
    expect((await newestMail(portal.services, person.email)).subject).toMatch(/authenticator/i);
    expect((await eventsOf(portal, person)).map(({ event }) => event)).toContain('staff.authenticator_reset');
    expect(await db.selectFrom('sessions').select('id').where('staff_id', '=', person.id).execute()).toEqual(
      [],
    );
  });

  test('is not done to oneself', async () => {
    await expectDomainError(
      admin.api.staff.resetAuthenticator({ id: admin.actor.id, version: 1 }),
      'staff.own_account',
    );
  });
});

describe('deleting', () => {
  test('removes a person who was added by mistake, mailed codes and all', async () => {
    const person = await added('auditor');
    await new Browser(portal).start(person);
    await admin.api.staff.deleteStaff({ id: person.id, version: 1 });
    await expectDomainError(look(person.id), 'staff.not_found');
    const event = (await eventsOf(portal, person)).at(-1);
    expect(event).toMatchObject({ event: 'staff.deleted' });
    expect(await admin.api.staff.addStaff(entryOf('auditor', { email: person.email }))).toBeDefined();
  });

  test('is refused once the person has signed in, and the row says so', async () => {
    const person = await added('auditor');
    await new Browser(portal).signIn(person);
    expect(await look(person.id)).toMatchObject({ hasActed: true });
    await expectDomainError(admin.api.staff.deleteStaff({ id: person.id, version: 1 }), 'staff.has_acted');
  });

  test('is refused as well when only a record names the person', async () => {
    const person = await added('receiver');
    await portal.services.db
      .insertInto('blank_receipts')
      .values({
        id: crypto.randomUUID(),
        paper_id: office.paperId,
        serial_prefix: 'T',
        first_serial: 1,
        last_serial: 1,
        total_quantity: 1,
        received_quantity: 1,
        received_on: '2026-01-02',
        received_at: new Date(),
        received_by: person.id,
      })
      .execute();
    expect(await look(person.id)).toMatchObject({ hasActed: false });
    await expectDomainError(admin.api.staff.deleteStaff({ id: person.id, version: 1 }), 'staff.has_acted');
    expect(await look(person.id)).toMatchObject({ version: 1 });
  });

  test('and signing in at once: one of them wins, nothing is half done', async () => {
    for (let round = 0; round < 3; round += 1) {
      const person = await added('auditor');
      const browser = new Browser(portal);
      const started = await browser.start(person);
      const code = await newestCode(portal.services, person.email);
      const [signedIn, deleted] = await Promise.all([
        browser.complete(started.body.challengeId, code),
        admin.api.staff.deleteStaff({ id: person.id, version: 1 }).then(
          () => 'deleted',
          (error: { code: string }) => error.code,
        ),
      ]);
      expect([200, 410]).toContain(signedIn.status);
      expect(deleted).toBe(signedIn.status === 200 ? 'staff.has_acted' : 'deleted');
    }
  });
});

describe('the last admin', () => {
  let first: StaffCaller;
  let second: StaffCaller;

  beforeEach(async () => {
    first = await portal.as('admin');
    second = await portal.as('admin');
    const both = [first.actor.id, second.actor.id];
    await portal.services.db
      .updateTable('staff')
      .set({ disabled_at: new Date() })
      .where('role', '=', 'admin')
      .where('id', 'not in', both)
      .execute();
  });

  test('stays when two admins disable each other in the same instant', async () => {
    const outcomes = await Promise.allSettled([
      first.api.staff.disableStaff({ id: second.actor.id, version: 1 }),
      second.api.staff.disableStaff({ id: first.actor.id, version: 1 }),
    ]);
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected']);
    const refused = outcomes.find((outcome) => outcome.status === 'rejected')!;
    expect(refused.reason.code).toMatch(/^(staff\.last_admin|auth\.signed_out)$/);
    const { count } = await portal.services.db
      .selectFrom('staff')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('role', '=', 'admin')
      .where('disabled_at', 'is', null)
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });
});
