import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { addWithFourEyes } from '#dev/testing/change-master.ts';
import { exampleEntry } from '#dev/testing/example-entry.ts';
import { expectDomainError } from '#dev/testing/expect-domain-error.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import type { Proposal } from '#features/masters/proposal-contract.ts';
import type { DeclaredEntry } from '#shared/declared-field.ts';
import { masters } from '../declared/masters.ts';
import { masterNames } from '../declared/named-masters.ts';

const { portal, office } = await fileOffice();
const anita = await portal.as('admin', { name: 'Anita' });
const suresh = await portal.as('admin', { name: 'Suresh' });
const auditor = await portal.as('auditor');
await receiveApplication(await portal.as('receiver'), office);
/** The application's role of the database. */
const app = await fileClient(portal.services.databaseUrl);

const course = (): DeclaredEntry & { name: string } => ({
  ...exampleEntry('courses'),
  name: `C${uuid().slice(-8)}`,
});

/** A course that two people added. */
async function addedCourse() {
  const entry = course();
  const { id, proposalId } = await anita.api.courses.addEntry(entry);
  await suresh.api.proposals.confirmProposal({ id: proposalId!, version: 1 });
  return { id, entry };
}

async function proposalOf(proposalId: string | null): Promise<Proposal> {
  return auditor.api.proposals.getProposal({ id: proposalId! });
}

test('whoever asks is told that four eyes hold, and what waits', async () => {
  const before = await auditor.api.proposals.getFourEyes();
  expect(before.hold).toBe(true);
  await anita.api.courses.addEntry(course());
  const { waiting } = await auditor.api.proposals.getFourEyes();
  expect(waiting.courses).toBe(before.waiting.courses + 1);
});

test('a new entry waits for a second person, and both are in its history', async () => {
  const entry = course();
  const { id, proposalId } = await anita.api.courses.addEntry(entry);
  await expectDomainError(anita.api.courses.getEntry({ id }), 'masters.not_found');
  expect(await proposalOf(proposalId)).toMatchObject({
    origin: 'form',
    label: entry.name,
    state: 'waiting',
    proposedBy: 'Anita',
    changeCount: 1,
    changes: [{ entity: 'courses', action: 'add', before: null, after: entry }],
    outdated: [],
  });
  const { rows } = await auditor.api.proposals.listProposals({ search: entry.name.toLowerCase() });
  expect(rows).toMatchObject([{ id: proposalId, changes: [{ after: entry }] }]);

  const decision = { id: proposalId!, version: 1 };
  await expectDomainError(anita.api.proposals.confirmProposal(decision), 'proposals.own_proposal');
  await expectDomainError(
    anita.api.proposals.rejectProposal({ ...decision, remark: 'No.' }),
    'proposals.own_proposal',
  );
  await expectDomainError(suresh.api.proposals.takeBackProposal(decision), 'proposals.not_own');
  await suresh.api.proposals.confirmProposal(decision);
  await expectDomainError(suresh.api.proposals.confirmProposal(decision), 'proposals.decided');

  expect(await anita.api.courses.getEntry({ id })).toMatchObject(entry);
  const { events } = await auditor.api.courses.getHistory({ id });
  expect(events.map(({ event, actorName, after }) => [event, actorName, after?.name])).toEqual([
    ['courses.added', 'Suresh', entry.name],
    ['courses.proposed', 'Anita', entry.name],
  ]);
  expect(await proposalOf(proposalId)).toMatchObject({ state: 'confirmed', decidedBy: 'Suresh' });
});

test('a change and a deletion wait; a rejected one changes nothing and says why; one may be taken back', async () => {
  const { id, entry } = await addedCourse();
  const changed = { ...entry, subject: 'Bridges' };
  const edit = await anita.api.courses.editEntry({ id, version: 1, entry: changed });
  expect(edit.version).toBe(1);
  expect((await proposalOf(edit.proposalId)).changes).toMatchObject([
    { action: 'edit', before: { subject: entry.subject }, after: { subject: 'Bridges' } },
  ]);
  const remark = 'Not in the ordinance.';
  await suresh.api.proposals.rejectProposal({ id: edit.proposalId!, version: 1, remark });
  expect(await proposalOf(edit.proposalId)).toMatchObject({ state: 'rejected', remark, decidedBy: 'Suresh' });

  const removal = await anita.api.courses.deleteEntry({ id, version: 1 });
  await anita.api.proposals.takeBackProposal({ id: removal.proposalId!, version: 1 });
  expect(await anita.api.courses.getEntry({ id })).toMatchObject({ ...entry, version: 1 });
  const again = await suresh.api.courses.deleteEntry({ id, version: 1 });
  await anita.api.proposals.confirmProposal({ id: again.proposalId!, version: 1 });
  await expectDomainError(anita.api.courses.getEntry({ id }), 'masters.not_found');
  const { events } = await auditor.api.courses.getHistory({ id });
  expect(events.map(({ event }) => event.replace('courses.', ''))).toEqual([
    'deleted',
    'proposed',
    'proposal_taken_back',
    'proposed',
    'proposal_rejected',
    'proposed',
    'added',
    'proposed',
  ]);
});

test('what would be refused is refused when it is proposed, at its field', async () => {
  const { entry } = await addedCourse();
  const refusal = await expectDomainError(anita.api.courses.addEntry(entry), 'request.invalid');
  expect(JSON.stringify(refusal.data)).toContain('masters.taken');
  await expectDomainError(
    anita.api.courses.deleteEntry({ id: office.courseId, version: 1 }),
    'masters.in_use',
  );
});

test('a proposal on an older version is refused with the reason, and so is one that became impossible', async () => {
  const { id, entry } = await addedCourse();
  const first = await anita.api.courses.editEntry({ id, version: 1, entry: { ...entry, subject: 'First' } });
  const second = await anita.api.courses.editEntry({
    id,
    version: 1,
    entry: { ...entry, subject: 'Second' },
  });
  await suresh.api.proposals.confirmProposal({ id: first.proposalId!, version: 1 });
  expect((await proposalOf(second.proposalId)).outdated).toEqual([entry.name]);
  const outdated = await expectDomainError(
    suresh.api.proposals.confirmProposal({ id: second.proposalId!, version: 1 }),
    'proposals.outdated',
  );
  expect(outdated.message).toContain(entry.name);

  const twice = course();
  const [one, other] = [await anita.api.courses.addEntry(twice), await anita.api.courses.addEntry(twice)];
  await suresh.api.proposals.confirmProposal({ id: one.proposalId!, version: 1 });
  const taken = await expectDomainError(
    suresh.api.proposals.confirmProposal({ id: other.proposalId!, version: 1 }),
    'proposals.not_possible',
  );
  expect(taken.message).toBe(`${twice.name}: Another entry has this.`);
});

test('an upload waits as a whole', async () => {
  const { entry } = await addedCourse();
  const added = course();
  const lines = [`${entry.name},Diploma,Not named`, `${added.name},Doctorate,Named`];
  const sheet = csvOf('Course / Degree,Level,Guide', ...lines);
  const { id } = await importIn(anita, await uploadSpreadsheet(anita, 'courses', sheet), 'checked');
  await anita.api.imports.commitImport({ id });
  await importIn(anita, id, 'proposed');
  const { rows } = await auditor.api.proposals.listProposals({ search: added.name });
  expect(rows).toMatchObject([{ origin: 'upload', changeCount: 2, proposedBy: 'Anita' }]);
  await suresh.api.proposals.confirmProposal({ id: rows[0]!.id, version: 1 });
  const found = await anita.api.courses.listEntries({ search: added.name });
  expect(found.rows).toMatchObject([{ level: 'doctorate', namesGuide: 'yes' }]);
  expect((await anita.api.courses.listEntries({ search: entry.name })).rows).toMatchObject([
    { level: 'diploma' },
  ]);
});

test('a pack waits as a whole, with its colleges, and the command on the server proposes as nobody', async () => {
  const name = `C${uuid().slice(-8)}`;
  const college = {
    ...{
      code: `K${uuid().slice(-6)}`.toUpperCase(),
      name: `College ${uuid()}`,
      contactNumber: '08172 268301',
    },
    ...{ address: 'B M Road, Hassan', convocationFee: 700 },
  };
  const pack = {
    format: 1,
    name: 'later',
    courses: [{ name, level: 'diploma', namesGuide: 'no' }],
    colleges: [college],
  };
  const response = await anita.fetch('/api/settings/pack', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: JSON.stringify(pack),
  });
  const { proposalId } = (await response.json()) as { proposalId: string };
  expect((await anita.api.courses.listEntries({ search: name })).rows).toEqual([]);
  expect(await proposalOf(proposalId)).toMatchObject({ origin: 'pack', label: 'later', changeCount: 2 });
  await suresh.api.proposals.confirmProposal({ id: proposalId, version: 1 });
  expect((await anita.api.courses.listEntries({ search: name })).rows).toHaveLength(1);
  expect((await anita.api.colleges.listColleges({ search: college.code })).rows).toHaveLength(1);
});

describe('the database', () => {
  const fourEyes = masterNames.filter((name) => masters[name].fourEyes);

  test.each(fourEyes)('asks at each change of %s, at the end of the transaction', async (name) => {
    const { rows } = await app.query(
      `select tginitdeferred as deferred, (tgtype & 4) > 0 as inserts, (tgtype & 16) > 0 as updates, (tgtype & 8) > 0 as deletes
         from pg_trigger where tgrelid = $1::regclass and tgname = $2`,
      [name, `${name}__four_eyes`],
    );
    expect(rows).toEqual([{ deferred: true, inserts: true, updates: true, deletes: true }]);
    const id = masters[name].isSingle ? null : await addWithFourEyes(portal, name, exampleEntry(name));
    const constraint = `${name}__four_eyes`;
    const own = `where $1::uuid is null or id = $1`;
    await expect(app.query(`update ${name} set version = version + 1 ${own}`, [id])).rejects.toMatchObject({
      constraint,
    });
    if (id) await expect(app.query(`delete from ${name} ${own}`, [id])).rejects.toMatchObject({ constraint });
  });

  test.each([
    `update courses set subject = 'Forged'`,
    `delete from courses where id not in (select course_id from applications)`,
    `insert into courses (id, name) values (gen_random_uuid(), 'FORGED')`,
    `update university set place = 'Elsewhere'`,
  ])('%s', async (statement) => {
    await addedCourse();
    await expect(app.query(statement)).rejects.toMatchObject({
      constraint: expect.stringMatching(/__four_eyes$/),
    });
  });

  test('a confirmed proposal is for its own values and its own transaction', async () => {
    const { id, entry } = await addedCourse();
    const { proposalId } = await anita.api.courses.editEntry({
      id,
      version: 1,
      entry: { ...entry, subject: 'Seen' },
    });
    const confirm = `update proposals set decision = 'confirmed', decided_by = $1, decided_at = now() where id = $2`;
    const attempt = async (write: string, by = suresh.actor.id) => {
      await app.query('begin');
      try {
        await app.query(confirm, [by, proposalId]);
        await app.query(write, [id]);
        await app.query('commit');
      } finally {
        await app.query('rollback');
      }
    };
    const seen = `update courses set subject = 'Seen', version = 2 where id = $1`;
    await expect(attempt(seen, anita.actor.id)).rejects.toMatchObject({
      constraint: 'proposals__decided_by_another',
    });
    await expect(attempt(`update courses set subject = 'Other' where id = $1`)).rejects.toMatchObject({
      constraint: 'courses__four_eyes',
    });
    await attempt(seen);
    await expect(
      app.query(`update courses set subject = 'Seen', level = 'diploma' where id = $1`, [id]),
    ).rejects.toMatchObject({ constraint: 'courses__four_eyes' });
    await expect(
      app.query(`update proposals set remark = 'x' where id = $1`, [proposalId]),
    ).rejects.toMatchObject({
      constraint: 'proposals__stay',
    });
  });

  test('nothing is added to a proposal, and none is confirmed by who makes it in one go', async () => {
    const { proposalId } = await anita.api.courses.addEntry(course());
    const change = `insert into proposed_changes (proposal_id, position, entity, entry_id, label, action, after)
      values ($1, 9, 'courses', gen_random_uuid(), 'x', 'add', '{}')`;
    await expect(app.query(change, [proposalId])).rejects.toMatchObject({
      constraint: 'proposed_changes__with_proposal',
    });
    const made = `with made as (
        insert into proposals (id, origin, label, proposed_by, proposed_at) values ($1, 'form', 'x', $2, now()) returning id)
      select id from made`;
    await app.query('begin');
    const id = uuid();
    await app.query(made, [id, anita.actor.id]);
    const confirmed = app.query(
      `update proposals set decision = 'confirmed', decided_by = $1, decided_at = now() where id = $2`,
      [suresh.actor.id, id],
    );
    await expect(confirmed).rejects.toMatchObject({ constraint: 'proposals__seen_before_decided' });
    await app.query('rollback');
  });
});
