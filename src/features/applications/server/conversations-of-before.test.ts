import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { openCertificateDesk } from '#dev/testing/certificate-desk.ts';
import { draftEntry, receiveApplication, uploadFile, withReceipt } from '#dev/testing/factories.ts';
import { correct, leaving, reopen, verify } from '#dev/testing/reopening.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { migrationsDirectory } from '#platform/server/db/migrate.ts';

const desk = await openCertificateDesk();
const { portal, office, receiver, caseWorker, colleague } = desk;

const migration = readFileSync(path.join(migrationsDirectory, '0082-conversations-of-cases.sql'), 'utf8');
const [, fill] = /^(create function pg_temp[\s\S]*?)^-- From now on/m.exec(migration)!;

type Entry = { act: string; isOfDraft: boolean; changes: { field: string }[] };

/**
 * What the upgrade would write of the same history, beside what the commands wrote; nothing of it stays. `before` makes
 * the history odd.
 */
async function bothOf(id: string, before = ''): Promise<{ written: Entry[]; filled: Entry[] }> {
  return withClient(portal.ownerUrl, 'migration', async (client) => {
    const entries = async () => {
      const { rows } = await client.query<Entry>(
        `select act, staff_id, reasons, remark, changes,
                exists (select from demand_drafts where at in (returned_at, replaced_at)) as "isOfDraft"
           from conversation_entries where application_id = $1 order by sequence`,
        [id],
      );
      for (const row of rows) row.changes.sort((one, other) => one.field.localeCompare(other.field));
      return rows;
    };
    const written = await entries();
    await client.query('begin');
    await client.query(
      'alter table conversation_entries disable trigger user; delete from conversation_entries',
    );
    await client.query(`alter table applications disable trigger user; alter table audit_events disable trigger user;
      ${before}`);
    await client.query(fill!);
    const filled = await entries();
    await client.query('rollback');
    return { written, filled };
  });
}

test('the upgrade reads of the log what was said and changed', async () => {
  const id = await receiveApplication(receiver, office, {
    candidateName: 'Geetha Agarwal',
    mobile: '9845012345',
    contactNotice: 1,
  });
  await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo', 'name'] });
  const photo = (await (await uploadFile(receiver, 'photo')).json()) as { id: string };
  await correct(receiver, id, {
    candidateName: 'Geetha S Agarwal',
    candidateNameNative: 'ಗೀತಾ',
    photoFileId: photo.id,
    mobile: '9845012346',
    division: 'First Class',
    percentage: 71.5,
    concession: { amount: 5, reason: 'merit', authority: 'Order 9 of 1 June' },
    totalAmount: 695,
    answers: leaving('photo', 'name'),
  });
  await verify(colleague, id);
  await reopen(caseWorker, id, { reason: 'college', remark: 'It is the other one.' });
  await correct(receiver, id, { collegeId: office.otherCollegeId, answers: leaving('college') });
  await verify(colleague, id);
  const { written, filled } = await bothOf(id);
  expect(written.map(({ act }) => act)).toEqual([
    'returned',
    'corrected',
    'verified',
    'reopened',
    'corrected',
    'verified',
  ]);
  expect(filled).toEqual(written);
});

test('the upgrade reads a rejection with its reason, and because of which draft', async () => {
  const id = await receiveApplication(receiver, office, { drafts: [draftEntry({ amount: 500 })] });
  await caseWorker.api.applications.rejectApplication({ id, version: 1, reason: 'stale_draft' });
  const draft = await withReceipt(receiver, draftEntry({ amount: 200 }));
  await correct(receiver, id, { drafts: [draft] });
  await verify(colleague, id);
  const { demandDraftId } = (await desk.applicationOf(id)).allocations[0]!;
  const { version } = await desk.admin.api.demandDrafts.getDraft({ id: demandDraftId });
  await desk.admin.api.fees.returnDraft({ id: demandDraftId, version, reason: 'signature' });
  const { written, filled } = await bothOf(id);
  // Which drafts a correction added is in the events of the drafts.
  const withoutDrafts = written.map((entry) => ({
    ...entry,
    changes: entry.changes.filter(({ field }) => field !== 'drafts'),
  }));
  expect(filled).toEqual(withoutDrafts);
  expect((await desk.applicationOf(id)).conversation.at(-1)).toMatchObject({
    act: 'rejected',
    reasons: ['draft_returned'],
    fallenDraft: { returnReason: 'signature' },
  });
});

test('the upgrade knows the draft of every rejection, not only of the newest', async () => {
  const id = await receiveApplication(receiver, office);
  for (const reason of ['signature', 'payee_mismatch'] as const) {
    await verify(colleague, id);
    const { demandDraftId } = (await desk.applicationOf(id)).allocations.at(-1)!;
    const { version } = await desk.admin.api.demandDrafts.getDraft({ id: demandDraftId });
    await desk.admin.api.fees.returnDraft({ id: demandDraftId, version, reason });
    await correct(receiver, id, { drafts: [await withReceipt(receiver, draftEntry({ amount: 700 }))] });
  }
  const { filled } = await bothOf(id);
  expect(filled.filter(({ isOfDraft }) => isOfDraft).map(({ act }) => act)).toEqual(['rejected', 'rejected']);
});

describe('what the log says of an application and what its columns say', () => {
  let id: string;
  beforeEach(async () => {
    id = await receiveApplication(receiver, office);
    await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['photo'] });
    await correct(receiver, id);
    await verify(colleague, id);
  });
  const acts = ['returned', 'corrected', 'verified'];

  test('are one, though the clocks of server and database differ', async () => {
    const { filled } = await bothOf(
      id,
      `update applications set returned_at = returned_at + interval '3 seconds', verified_at = verified_at + interval '3 seconds'
        where id = '${id}'`,
    );
    expect(filled.map(({ act }) => act)).toEqual(acts);
  });

  test('are in one order, where the log has the later part alone', async () => {
    const { filled } = await bothOf(
      id,
      `update audit_events set event = 'applications.noted' where event = 'applications.returned' and record_id = '${id}'`,
    );
    expect(filled.map(({ act }) => act)).toEqual(acts);
  });
});
