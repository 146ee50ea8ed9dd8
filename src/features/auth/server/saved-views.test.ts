import { expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import { errorSentence } from '#shared/errors.ts';

const portal = await sharedPortal();

const list = 'total-applications';
const ofRao = { list, name: 'Rao', address: 'q=rao&columns=candidateName.status-h' };

async function viewsOf({ api }: StaffCaller) {
  return (await api.auth.getSession()).session!.savedViews;
}

async function add({ api }: StaffCaller, view: Partial<typeof ofRao> = {}) {
  const { savedViews } = await api.auth.addView({ ...ofRao, ...view });
  return savedViews.find(({ name }) => name === (view.name ?? ofRao.name).trim())!;
}

test('a saved view comes with the session, is renamed, saved anew and deleted', async () => {
  const receiver = await portal.as('receiver');
  expect(await viewsOf(receiver)).toEqual([]);
  const { id } = await add(receiver, { name: ' Rao ' });
  expect(await viewsOf(receiver)).toEqual([{ ...ofRao, id }]);
  const changed = { id, name: 'Rao and others', address: 'q=ra' };
  expect(await receiver.api.auth.editView(changed)).toEqual({ savedViews: [{ ...changed, list }] });
  expect(await receiver.api.auth.deleteView({ id })).toEqual({ savedViews: [] });
  expect(await viewsOf(receiver)).toEqual([]);
});

test('another person’s view is none that can be seen, changed or deleted', async () => {
  const [owner, other] = await portal.asEach('receiver', 'receiver');
  const view = await add(owner);
  expect(await viewsOf(other)).toEqual([]);
  const { id } = view;
  await expectDomainError(other.api.auth.editView({ ...view, name: 'Mine' }), 'auth.view_not_found');
  await expectDomainError(other.api.auth.deleteView({ id }), 'auth.view_not_found');
  expect(await viewsOf(owner)).toEqual([view]);
});

test('a name stands once in each list of a person, in any letters', async () => {
  const [receiver, other] = await portal.asEach('receiver', 'receiver');
  await add(receiver);
  const taken = [{ path: 'name', message: errorSentence('auth.view_name_taken', undefined) }];
  const refusal = await expectDomainError(add(receiver, { name: 'RAO' }), 'request.invalid');
  expect(issuesOf(refusal)).toEqual(taken);
  await add(receiver, { list: 'student-master' });
  await add(other);
  const second = await add(receiver, { name: 'Second' });
  const renamed = receiver.api.auth.editView({ ...second, name: 'rao' });
  expect(issuesOf(await expectDomainError(renamed, 'request.invalid'))).toEqual(taken);
});

test.each([
  ['no name', { name: '  ' }, 'name'],
  ['61 characters', { name: 'a'.repeat(61) }, 'name'],
  ['an address without end', { address: 'q'.repeat(2_001) }, 'address'],
  ['no list', { list: '' }, 'list'],
])('a view with %s is refused', async (_what, view, path) => {
  const refusal = await expectDomainError(add(await portal.as('receiver'), view), 'request.invalid');
  expect(issuesOf(refusal)).toMatchObject([{ path }]);
});

test('a person has 50 views at most', async () => {
  const receiver = await portal.as('receiver');
  for (let number = 1; number <= 50; number += 1) await add(receiver, { name: `View ${number}` });
  await expectDomainError(add(receiver, { name: 'One more' }), 'auth.too_many_views');
  const [first] = await viewsOf(receiver);
  await receiver.api.auth.deleteView({ id: first!.id });
  await add(receiver, { name: 'One more' });
});

test('saving and deleting are in the audit log, and what was searched for is personal there', async () => {
  const receiver = await portal.as('receiver');
  const { id } = await add(receiver);
  await receiver.api.auth.deleteView({ id });
  const events = await portal.services.db
    .selectFrom('audit_events')
    .select(['event', 'personal'])
    .where('record_id', '=', receiver.actor.id)
    .where('event', 'like', 'auth.view%')
    .orderBy('sequence')
    .execute();
  expect(events).toMatchObject([
    { event: 'auth.view_saved', personal: expect.arrayContaining(['/after/name', '/after/address']) },
    { event: 'auth.view_deleted', personal: expect.arrayContaining(['/before/name', '/before/address']) },
  ]);
});
