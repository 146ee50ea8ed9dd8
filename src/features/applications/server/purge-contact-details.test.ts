import pg from 'pg';
import { beforeEach, expect, test } from 'vitest';
import { purges } from '#app/server/features.ts';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { correct, leaving, verify } from '#dev/testing/reopening.ts';

const contact = { mobile: '9876543210', email: 'asha@example.in', contactNotice: 1 };

let id: string;

const { portal, office } = await fileOffice();
const [receiver, caseWorker] = await portal.asEach('receiver', 'case_worker');
const owner = await fileClient(portal.ownerUrl);

beforeEach(async () => {
  id = await receiveApplication(receiver, office, contact);
  await caseWorker.api.applications.verifyApplication({ id, version: 1 });
});

/** Past the rules of custody and money, which other tests keep: only what they lead to counts here, two years ago. */
async function lead(statement: string): Promise<void> {
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  await owner.query(
    "update contact_consents set given_at = now() - interval '2 years' where application_id = $1",
    [id],
  );
  await owner.query(statement, [id]);
  await owner.query('commit');
}

const handedOver = (years: number) =>
  `update certificates set state = 'handed_over', printed_at = now() - interval '${years} years', handed_over_at = now() - interval '${years} years', handed_over_by = (select id from staff limit 1) where application_id = $1`;
const realised = (years: number) =>
  `update demand_drafts set state = 'realised', deposit_slip_id = gen_random_uuid(), realised_at = now() - interval '${years} years', realised_on = now() - interval '${years} years', realised_by = (select id from staff limit 1)
   where id in (select demand_draft_id from allocations where application_id = $1)`;

const purge = () => purges.find(({ what }) => what === 'contact details of candidates')!.run(portal.services);
const application = () => receiver.api.applications.getApplication({ id });
const settledAt = async () =>
  (await owner.query<{ at: Date | null }>('select application_settled_at($1) as at', [id])).rows[0]!.at;

/** As the role that removes values of the audit log. */
async function removeValues(): Promise<number> {
  await owner.query('set role dikshant_retention');
  try {
    const { rowCount } = await owner.query(
      `delete from audit_personal_values where path not in ('/actorName', '/ip')
         and sequence in (select sequence from audit_events where record_id = $1)`,
      [id],
    );
    return rowCount ?? 0;
  } finally {
    await owner.query('reset role');
  }
}

async function expectKept(): Promise<void> {
  expect(await settledAt()).toBeNull();
  expect(await purge()).toBe(0);
  expect(await application()).toMatchObject({ mobile: contact.mobile, email: contact.email });
  await expect(removeValues()).rejects.toMatchObject({ constraint: 'audit_personal_values__needed' });
}

test('go a year after the certificate is handed over and the money realised', async () => {
  await lead(handedOver(2));
  await lead(realised(2));
  expect(await purge()).toBe(1);
  const { contactConsent, ...left } = await application();
  expect(left).toMatchObject({ mobile: '', email: '', postalAddress: '', candidateName: expect.any(String) });
  expect(contactConsent).toMatchObject({ withdrawnAt: expect.any(String), withdrawnTo: null });
  const { rows } = await (await portal.as('auditor')).api.audit.listAuditEvents({ recordId: id });
  expect(rows[0]).toMatchObject({ event: 'applications.contact_purged', before: null, after: null });
  expect(await purge()).toBe(0);
  expect(await removeValues()).toBeGreaterThan(0);
});

test('stay while the certificate waits, and while its draft is in the drawer', async () => {
  await expectKept();
  await lead(handedOver(2));
  await expectKept();
});

test('stay while money is realised and the certificate was not collected', async () => {
  await lead(realised(2));
  await expectKept();
});

const reprint = `insert into reprint_requests (id, cause, certificate_id, college_id, sheet_id, reason, error_photo_file_id, requested_by, requested_desk, requested_at, candidate_name, exam_roll_number)
  select gen_random_uuid(), 'candidate', id, college_id, gen_random_uuid(), 'The seal is smudged.', gen_random_uuid(), (select id from staff limit 1), 'receiver', now() - interval '1 week', 'Asha Rao', 'R1'
    from certificates where application_id = $1`;
const decided = (columns: string) =>
  `update reprint_requests set decided_by = gen_random_uuid(), ${columns} where certificate_id = (select id from certificates where application_id = $1)`;

test('stay while a reprint is undecided or still to be printed, and for a year after', async () => {
  await lead(handedOver(2));
  await lead(realised(2));
  await lead(reprint);
  await expectKept();
  await lead(
    decided("status = 'approved', state_before = 'handed_over', decided_at = now() - interval '2 years'"),
  );
  await expectKept();
  await lead(decided("reprinted_at = now() - interval '1 month'"));
  expect(await purge()).toBe(0);
  await lead(decided("reprinted_at = now() - interval '2 years'"));
  expect(await purge()).toBe(1);
});

test('stay for a year after a reprint was rejected', async () => {
  await lead(handedOver(2));
  await lead(realised(2));
  await lead(reprint);
  const rejected = (at: string) =>
    decided(`status = 'rejected', remark = 'It is not smudged.', decided_at = now() - interval '${at}'`);
  await lead(rejected('1 month'));
  expect(await purge()).toBe(0);
  await lead(rejected('2 years'));
  expect(await purge()).toBe(1);
});

test('stay for the year after', async () => {
  await lead(handedOver(2));
  await lead(realised(0));
  expect(await settledAt()).not.toBeNull();
  expect(await purge()).toBe(0);
  expect((await application()).mobile).toBe(contact.mobile);
  await expect(removeValues()).rejects.toMatchObject({ constraint: 'audit_personal_values__needed' });
});

test('stay where the portal’s own role says that they are served before their time', async () => {
  const app = new pg.Client({ connectionString: portal.services.databaseUrl });
  await app.connect();
  const end = app.query(
    'update contact_consents set withdrawn_at = now(), served = true where application_id = $1',
    [id],
  );
  await expect(end).rejects.toMatchObject({ constraint: 'contact_consents__serves_open_application' });
  await app.end();
});

test('a value that goes from the log of events goes from the conversation, too; that it was changed stays', async () => {
  id = await receiveApplication(receiver, office, { candidateName: 'Geetha Agarwal', fatherName: 'Mohan' });
  await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['name'] });
  await correct(receiver, id, {
    candidateName: 'Geetha S Agarwal',
    fatherName: 'Mohan Lal',
    academicYear: '2023-24',
    answers: leaving('name'),
  });
  await verify(caseWorker, id);
  await lead(handedOver(2));
  await lead(realised(2));
  const said = (await application()).conversation;
  expect(await removeValues()).toBeGreaterThan(0);
  const { conversation } = await application();
  expect(conversation[1]!.changes).toEqual(
    said[1]!.changes.map((one) =>
      one.field === 'academicYear' ? one : { field: one.field, before: null, after: null },
    ),
  );
  expect(conversation[1]!.changes).toHaveLength(3);
  expect(conversation.toSpliced(1, 1)).toEqual(said.toSpliced(1, 1));
});

test('nobody puts another word into a conversation, not even the owner of the tables', async () => {
  id = await receiveApplication(receiver, office, { candidateName: 'Geetha Agarwal' });
  await caseWorker.api.applications.returnApplication({ id, version: 1, reasons: ['name'] });
  await correct(receiver, id, { candidateName: 'Geetha S Agarwal' });
  for (const changes of [
    '[]',
    '[{"field": "candidateName", "before": null, "after": "Geetha"}]',
    '[{"field": "guideName", "before": null, "after": null}]',
  ])
    await expect(
      owner.query(
        `update conversation_entries set changes = $2 where application_id = $1 and act = 'corrected'`,
        [id, changes],
      ),
      changes,
    ).rejects.toMatchObject({ constraint: 'conversation_entries__stay' });
});
