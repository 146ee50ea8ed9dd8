import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nightlyPurgeJob } from '#server/jobs.ts';
import { roles } from '#shared/roles.ts';
import { type Portal, type StaffCaller, startPortal } from '#testing/portal.ts';
import { expectRefusal } from '#testing/refusals.ts';

let portal: Portal;
let receiver: StaffCaller;
beforeAll(async () => {
  portal = await startPortal();
  receiver = await portal.as('receiver');
});
afterAll(() => portal.close());

const formKey = 'new-application';
const values = {
  candidateName: 'Priya Nair',
  drafts: [{ number: '410200', bank: 'Canara Bank', amount: 500 }],
};

function find(caller: StaffCaller, key = formKey) {
  return caller.api.formDrafts.findFormDraft({ formKey: key });
}
function keep(caller: StaffCaller, entry: Record<string, unknown>, key = formKey) {
  return caller.api.formDrafts.keepFormDraft({ formKey: key, values: entry, opened: null });
}

describe('what is typed into a form', () => {
  test.each(roles)('comes back to a %s as it was, key by key, until it is discarded', async (role) => {
    const caller = await portal.as(role);
    expect(await find(caller)).toEqual({ draft: null });
    const { keptAt } = await keep(caller, values);
    const { draft } = await find(caller);
    expect(draft).toEqual({ values, opened: null, keptAt });
    // Forms compare values by their text.
    expect(JSON.stringify(draft?.values)).toBe(JSON.stringify(values));
    await caller.api.formDrafts.discardFormDraft({ formKey });
    expect(await find(caller)).toEqual({ draft: null });
  });

  test('is its person’s alone: a colleague of the same desk neither sees, replaces nor discards it', async () => {
    const colleague = await portal.as('receiver');
    await keep(receiver, values);
    expect(await find(colleague)).toEqual({ draft: null });
    await keep(colleague, { candidateName: 'Somebody else' });
    await colleague.api.formDrafts.discardFormDraft({ formKey });
    expect((await find(receiver)).draft?.values).toEqual(values);
  });

  test('is one for each form, and the newest of it', async () => {
    await keep(receiver, { name: 'A' }, 'new-student');
    await keep(receiver, { name: 'B' }, 'new-college');
    await keep(receiver, { name: 'C' }, 'new-student');
    expect((await find(receiver, 'new-student')).draft?.values).toEqual({ name: 'C' });
    expect((await find(receiver, 'new-college')).draft?.values).toEqual({ name: 'B' });
  });

  test('is refused when it is longer than a closing page can send, and the earlier one stays', async () => {
    await keep(receiver, values);
    await expectRefusal(keep(receiver, { address: 'x'.repeat(60_000) }), 'request.invalid');
    await expectRefusal(keep(receiver, values, '../new application'), 'request.invalid');
    expect((await find(receiver)).draft?.values).toEqual(values);
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
    await keep(receiver, values);
    await receiver.api.formDrafts.discardFormDraft({ formKey });
    expect(await count()).toBe(before);
  });

  test('is kept for the fifty newest forms, and for thirty days', async () => {
    const caller = await portal.as('admin');
    for (let number = 1; number <= 51; number += 1) await keep(caller, { number }, `student-${number}`);
    expect((await find(caller, 'student-1')).draft).toBeNull();
    expect((await find(caller, 'student-2')).draft?.values).toEqual({ number: 2 });
    await age(caller, 'student-2', 31);
    await age(caller, 'student-3', 29);
    await nightlyPurgeJob.handle(portal.services, {}, { isLast: true });
    expect((await find(caller, 'student-2')).draft).toBeNull();
    expect((await find(caller, 'student-3')).draft?.values).toEqual({ number: 3 });
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
