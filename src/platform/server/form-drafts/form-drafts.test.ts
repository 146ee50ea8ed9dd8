import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { nightlyPurgeJob } from '#app/server/jobs.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { roles } from '#shared/roles.ts';

const portal = await sharedPortal();
const receiver = await portal.as('receiver');

const formKey = 'new-application';
const values = {
  candidateName: 'Priya Nair',
  drafts: [{ number: '410200', bank: 'Canara Bank', amount: 500 }],
};

async function list(caller: StaffCaller, key = formKey) {
  const { drafts } = await caller.api.formDrafts.listFormDrafts({ formKey: key });
  return drafts.map((draft) => draft.values);
}
function keep(
  caller: StaffCaller,
  entry: Record<string, unknown>,
  { key = formKey, id = randomUUID() }: { key?: string; id?: string } = {},
) {
  return caller.api.formDrafts.keepFormDraft({ formKey: key, id, values: entry, opened: null });
}
function discard(caller: StaffCaller, id: string) {
  return caller.api.formDrafts.discardFormDraft({ formKey, id });
}

describe('what is typed into a form', () => {
  test.each(roles)('comes back to a %s as it was, key by key, until it is discarded', async (role) => {
    const caller = await portal.as(role);
    expect(await list(caller)).toEqual([]);
    const id = randomUUID();
    const { keptAt } = await keep(caller, values, { id });
    const { drafts } = await caller.api.formDrafts.listFormDrafts({ formKey });
    expect(drafts).toEqual([{ id, values, opened: null, keptAt }]);
    // Forms compare values by their text.
    expect(JSON.stringify(drafts[0]?.values)).toBe(JSON.stringify(values));
    await discard(caller, id);
    expect(await list(caller)).toEqual([]);
  });

  test('is one for each tab, the newest first: two tabs do not overwrite each other', async () => {
    const caller = await portal.as('receiver');
    const [one, other] = [randomUUID(), randomUUID()];
    await keep(caller, { candidateName: 'A' }, { id: one });
    await keep(caller, { candidateName: 'B' }, { id: other });
    await keep(caller, { candidateName: 'A rao' }, { id: one });
    expect(await list(caller)).toEqual([{ candidateName: 'A rao' }, { candidateName: 'B' }]);
    await discard(caller, one);
    expect(await list(caller)).toEqual([{ candidateName: 'B' }]);
  });

  test('is its person’s alone: a colleague of the same desk neither sees, replaces nor discards it', async () => {
    const [colleague, caller] = await portal.asEach('receiver', 'receiver');
    const id = randomUUID();
    await keep(caller, values, { id });
    expect(await list(colleague)).toEqual([]);
    await keep(colleague, { candidateName: 'Somebody else' }, { id });
    await discard(colleague, id);
    expect(await list(caller)).toEqual([values]);
  });

  test('is told from that of another form', async () => {
    const id = randomUUID();
    await keep(receiver, { name: 'A' }, { key: 'new-student', id });
    await keep(receiver, { name: 'B' }, { key: 'new-college', id });
    expect(await list(receiver, 'new-student')).toEqual([{ name: 'A' }]);
    expect(await list(receiver, 'new-college')).toEqual([{ name: 'B' }]);
  });

  test('does not come back once it is saved or discarded, however late a request arrives', async () => {
    const caller = await portal.as('receiver');
    const [kept, early] = [randomUUID(), randomUUID()];
    await keep(caller, values, { id: kept });
    await discard(caller, kept);
    await expectDomainError(keep(caller, values, { id: kept }), 'form_drafts.ended');
    // The request that keeps it is overtaken by the one that discards it.
    await discard(caller, early);
    await expectDomainError(keep(caller, values, { id: early }), 'form_drafts.ended');
    expect(await list(caller)).toEqual([]);
    const { rows } = await sql<{ entered: string }>`
      select entered::text from form_drafts where staff_id = ${caller.actor.id} and ended_at is not null
    `.execute(portal.services.db);
    expect(rows).toEqual([{ entered: '{}' }, { entered: '{}' }]);
  });

  test('is refused when it is longer than a closing page can send, and the earlier one stays', async () => {
    const caller = await portal.as('receiver');
    const id = randomUUID();
    await keep(caller, values, { id });
    await expectDomainError(keep(caller, { address: 'x'.repeat(60_000) }, { id }), 'request.invalid');
    await expectDomainError(keep(caller, values, { key: '../new application' }), 'request.invalid');
    await expectDomainError(keep(caller, values, { id: 'tab 1' }), 'request.invalid');
    expect(await list(caller)).toEqual([values]);
  });

  test('leaves no trace in the audit log', async () => {
    const count = async () =>
      (
        await portal.services.db
          .selectFrom('audit_events')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow()
      ).count;
    const before = await count();
    const id = randomUUID();
    await keep(receiver, values, { id });
    await discard(receiver, id);
    expect(await count()).toBe(before);
  });

  test('is kept for the fifty newest forms, and for thirty days', async () => {
    const caller = await portal.as('admin');
    for (let number = 1; number <= 51; number += 1)
      await keep(caller, { number }, { key: `student-${number}` });
    expect(await list(caller, 'student-1')).toEqual([]);
    expect(await list(caller, 'student-2')).toEqual([{ number: 2 }]);
    await age(caller, 'student-2', 31);
    await age(caller, 'student-3', 29);
    await nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
    expect(await list(caller, 'student-2')).toEqual([]);
    expect(await list(caller, 'student-3')).toEqual([{ number: 3 }]);
  });

  test('leaves its id for a day when it ends, of the fifty newest', async () => {
    const caller = await portal.as('printer');
    const count = async () =>
      (
        await portal.services.db
          .selectFrom('form_drafts')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('staff_id', '=', caller.actor.id)
          .executeTakeFirstOrThrow()
      ).count;
    await keep(caller, values);
    for (let number = 1; number <= 51; number += 1) await discard(caller, randomUUID());
    expect(Number(await count())).toBe(51);
    await portal.services.db
      .updateTable('form_drafts')
      .set({ ended_at: sql<Date>`now() - interval '25 hours'` })
      .where('staff_id', '=', caller.actor.id)
      .where('ended_at', 'is not', null)
      .execute();
    await nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
    expect(Number(await count())).toBe(1);
    expect(await list(caller)).toEqual([values]);
  });
});

async function age(caller: StaffCaller, key: string, days: number): Promise<void> {
  await portal.services.db
    .updateTable('form_drafts')
    .set({ kept_at: sql<Date>`now() - make_interval(days => ${days})` })
    .where('staff_id', '=', caller.actor.id)
    .where('form_key', '=', key)
    .execute();
}
