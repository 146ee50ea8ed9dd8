import { expect, test } from 'vitest';
import { collegeEntry, receiveApplication } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import type { CollegeEntry } from '#features/colleges/contract.ts';

const { portal, office } = await sharedOffice();
const anita = await portal.as('admin', { name: 'Anita' });
const suresh = await portal.as('admin', { name: 'Suresh' });
const auditor = await portal.as('auditor');
await receiveApplication(await portal.as('receiver'), office);

const header = 'College code,College name,Contact number,Address,Convocation fee,Email';

/** Uploads these colleges and has them written. */
async function upload(...entries: CollegeEntry[]): Promise<string> {
  const rows = entries.map(({ code, name, contactNumber, address, convocationFee, email }) =>
    [code, name, contactNumber, `"${address}"`, convocationFee, email].join(),
  );
  const sheet = csvOf(header, ...rows);
  const { id } = await importIn(anita, await uploadSpreadsheet(anita, 'colleges', sheet), 'checked');
  await anita.api.imports.commitImport({ id });
  return id;
}

/** A college that asks ₹700. */
async function addedCollege() {
  const entry = collegeEntry();
  const { id } = await anita.api.colleges.addCollege(entry);
  return { id, entry };
}

async function feeOf(id: string): Promise<number> {
  return (await auditor.api.colleges.getCollege({ id })).convocationFee;
}

test('an upload waits as a whole where it changes a fee, with its new colleges', async () => {
  const kept = collegeEntry({ email: 'office@college.in' });
  const { id } = await anita.api.colleges.addCollege(kept);
  const added = collegeEntry();
  await importIn(anita, await upload({ ...kept, convocationFee: 720, email: '' }, added), 'proposed');
  expect(await feeOf(id)).toBe(700);
  expect((await anita.api.colleges.listColleges({ search: added.code })).rows).toEqual([]);
  const { rows } = await auditor.api.proposals.listProposals({ search: added.code });
  const proposal = rows[0]!;
  expect(proposal).toMatchObject({ origin: 'upload', proposedBy: 'Anita', changeCount: 2 });
  await suresh.api.proposals.confirmProposal({ id: proposal.id, version: 1 });
  expect(await auditor.api.colleges.getCollege({ id })).toMatchObject({ ...kept, convocationFee: 720 });
  expect((await anita.api.colleges.listColleges({ search: added.code })).rows).toMatchObject([added]);
});

test('an upload is written at once where it changes no fee', async () => {
  const { id, entry } = await addedCollege();
  await importIn(anita, await upload({ ...entry, address: 'Hassan' }, collegeEntry()), 'committed');
  expect(await auditor.api.colleges.getCollege({ id })).toMatchObject({ address: 'Hassan', version: 2 });
});

test('an upload that exchanges names and changes a fee is refused with the reason', async () => {
  const [one, other] = [await addedCollege(), await addedCollege()];
  const exchanged = [
    { ...one.entry, name: other.entry.name, convocationFee: 720 },
    { ...other.entry, name: one.entry.name },
  ];
  const refused = await importIn(anita, await upload(...exchanged), 'checked');
  expect(refused.failure).toMatchObject({ code: 'colleges.name_taken' });
  expect(await feeOf(one.id)).toBe(700);
});
