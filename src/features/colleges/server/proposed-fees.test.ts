import { expect, test } from 'vitest';
import { collegeEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { contract } from '#features/features.ts';

const { portal, office } = await fileOffice();
const [anita, suresh, receiver, auditor] = await portal.asEach('admin', 'admin', 'receiver', 'auditor');
await receiveApplication(receiver, office);

test('a college says which fee is proposed, by whom and since when, in its row and on its page', async () => {
  const entry = collegeEntry();
  const { id } = await anita.api.colleges.addCollege(entry);
  const fee = 701 + (Date.now() % 500);
  const { proposalId } = await anita.api.colleges.editCollege({
    ...entry,
    convocationFee: fee,
    id,
    version: 1,
  });
  for (const { api } of [anita, suresh, auditor]) {
    const { rows } = await api.colleges.listColleges({ search: entry.code });
    const found = await api.colleges.getCollege({ id });
    for (const college of [rows[0]!, found])
      expect(college).toMatchObject({
        convocationFee: 700,
        proposal: { id: proposalId, convocationFee: fee, proposedBy: anita.actor.name },
      });
    expect(Date.parse(found.proposal!.proposedAt)).toBeLessThanOrEqual(Date.now());
  }
  await suresh.api.proposals.confirmProposal({ id: proposalId!, version: 1 });
  expect(await anita.api.colleges.getCollege({ id })).toMatchObject({ convocationFee: fee, proposal: null });
});

test('no list adds up prices: what is summed is owed, paid or held', () => {
  const summing = Object.entries(contract).flatMap(([feature, operations]) =>
    Object.keys(operations)
      .filter((name) => name.startsWith('sum'))
      .map((name) => `${feature}.${name}`),
  );
  expect(summing).not.toContain('colleges.sumColleges');
  expect(summing).toContain('applications.sumApplications');
});
