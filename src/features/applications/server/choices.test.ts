import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { applicationEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { correct } from '#dev/testing/reopening.ts';
import { concessionReasonLabels } from '#features/charges/charge.ts';
import type { ChoiceList } from '#shared/choice-lists.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import { modesOfStudy } from '../contract.ts';
import { rejectionReasonLabels, reopeningReasonLabels, returnReasonLabels } from '../decision-contract.ts';

const yesterday = addDays(dayInIndia(new Date()), -1);

const { portal, office } = await fileOffice();
const [admin, receiver, caseWorker] = await portal.asEach('admin', 'receiver', 'case_worker');

const offered = async (list: ChoiceList) => (await receiver.api.settings.listChoices())[list];

async function choiceOf(list: ChoiceList, name: string) {
  const { rows } = await admin.api.choices.listEntries({ search: name });
  return rows.find((row) => row.list === list && row.name === name)!;
}

async function retire(list: ChoiceList, name: string): Promise<void> {
  const { id, version } = await choiceOf(list, name);
  const entry = { list, name, activeFrom: '', activeUntil: yesterday };
  // What forms offer is no matter of a second person.
  expect((await admin.api.choices.editEntry({ id, version, entry })).proposalId).toBeNull();
}

const add = (list: ChoiceList, name: string) =>
  admin.api.choices.addEntry({ list, name, activeFrom: '', activeUntil: '' });

test.each([
  ['modes_of_study', Object.fromEntries(modesOfStudy.map((mode) => [mode, mode]))],
  ['return_reasons', returnReasonLabels],
  ['rejection_reasons', rejectionReasonLabels],
  ['reopening_reasons', reopeningReasonLabels],
  ['concession_reasons', concessionReasonLabels],
] as const)('%s begin with the portal’s own, in their order and words, which stay', async (list, own) => {
  const choices = (await offered(list)).slice(0, Object.keys(own).length);
  expect(choices).toEqual(Object.entries(own).map(([value, name]) => ({ value, name })));
  const { id, version, isUsed } = await choiceOf(list, choices[0]!.name);
  expect(isUsed).toBe(true);
  await expectDomainError(admin.api.choices.deleteEntry({ id, version }), 'masters.in_use');
  const renamed = { list, name: 'Another name', activeFrom: '', activeUntil: '' };
  await expectDomainError(admin.api.choices.editEntry({ id, version, entry: renamed }), 'masters.key_in_use');
});

describe('a mode of study', () => {
  test('of the university’s own is offered and received; once used it is retired, never deleted', async () => {
    const { id } = await add('modes_of_study', 'Correspondence');
    expect((await offered('modes_of_study')).at(-1)).toEqual({
      value: 'Correspondence',
      name: 'Correspondence',
    });
    expect((await choiceOf('modes_of_study', 'Correspondence')).isUsed).toBe(false);
    const entry = await applicationEntry(receiver, office, { modeOfStudy: 'Correspondence' });
    const received = await receiver.api.applications.receiveApplication(entry);
    await expectDomainError(admin.api.choices.deleteEntry({ id, version: 1 }), 'masters.in_use');
    const deleting = portal.services.db.deleteFrom('choices').where('id', '=', id);
    await expect(deleting.execute()).rejects.toMatchObject({ constraint: 'choices__stay' });

    await retire('modes_of_study', 'Correspondence');
    expect(await offered('modes_of_study')).not.toContainEqual(
      expect.objectContaining({ name: 'Correspondence' }),
    );
    const later = await applicationEntry(receiver, office, { modeOfStudy: 'Correspondence' });
    const refusal = await expectDomainError(
      receiver.api.applications.receiveApplication(later),
      'request.invalid',
    );
    expect(issuesOf(refusal)).toMatchObject([{ path: 'modeOfStudy' }]);

    await caseWorker.api.applications.returnApplication({ id: received.id, version: 1, reasons: ['name'] });
    await correct(receiver, received.id, { candidateName: 'Asha Rao' });
    expect(await receiver.api.applications.getApplication({ id: received.id })).toMatchObject({
      modeOfStudy: 'Correspondence',
      candidateName: 'Asha Rao',
    });
  });

  test('that no list has is refused, also by SQL', async () => {
    const entry = await applicationEntry(receiver, office, { modeOfStudy: 'Evening' });
    await expectDomainError(receiver.api.applications.receiveApplication(entry), 'request.invalid');
    const changing = portal.services.db
      .updateTable('applications')
      .set({ mode_of_study: 'Evening', corrected_by: receiver.actor.id, corrected_at: new Date() });
    await expect(changing.execute()).rejects.toMatchObject({
      constraint: 'applications__mode_of_study_known',
    });
  });
});

test('a reason of the university’s own is chosen, shown by its name, and retired', async () => {
  await add('return_reasons', 'Signature of the candidate is missing');
  const returnFor = async (...reasons: string[]) => {
    const id = await receiveApplication(receiver, office);
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons });
    return (await receiver.api.applications.getApplication({ id })).returnReasons;
  };
  const reasons = ['Signature of the candidate is missing', 'photo'];
  expect(await returnFor(...reasons)).toEqual(reasons);
  await retire('return_reasons', 'Signature of the candidate is missing');
  await expectDomainError(returnFor(...reasons), 'request.invalid');
  await expectDomainError(returnFor('No such reason'), 'request.invalid');
  await retire('return_reasons', 'Course is wrong');
  await expectDomainError(returnFor('course'), 'request.invalid');
});

test('banks only suggest, and one that a draft has stays', async () => {
  const { id, version } = await choiceOf('banks', 'Federal Bank');
  await admin.api.choices.deleteEntry({ id, version });
  expect((await choiceOf('banks', 'State Bank of India')).isUsed).toBe(true);
});
