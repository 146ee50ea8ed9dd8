import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { collegeEntry, draftEntry, receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { officeWithPaper } from '#dev/testing/print-room.ts';
import { correct } from '#dev/testing/reopening.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { proposeRevocation } from '#dev/testing/revoking.ts';
import { unique } from '#dev/testing/unique.ts';
import { dayInIndia } from '#shared/format.ts';
import { everyWaiting, type WaitingName, waitingParameters } from '../waiting.ts';

/** Shown by the title of the test, so that it can be repeated. */
const seed = Number(process.env.FOR_ME_SEED ?? Date.now() % 2 ** 31);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const [ravi, asha, meera, anita, suresh, kamala, printer] = await portal.asEach(
  'receiver',
  'case_worker',
  'case_worker',
  'admin',
  'admin',
  'admin',
  'printer',
);
const ofCollege = {
  receiver: await portal.as('receiver', { collegeId: office.otherCollegeId }),
  caseWorker: await portal.as('case_worker', { collegeId: office.otherCollegeId }),
};
const room = { receiver: ravi, caseWorker: asha, printer };
const admins = [anita, suresh, kamala];
const everybody = [ravi, asha, meera, ...admins, printer, ofCollege.receiver, ofCollege.caseWorker];
// With it four eyes hold for masters, as in an office that works.
await receiveApplication(ravi, office);

type Act = (one: number, other: number) => Promise<unknown>;
const of = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;

const acts: Record<string, Act> = {
  receive: (one, other) =>
    receiveApplication(of([ravi, anita, suresh], one), office, {
      collegeId: of([office.collegeId, office.otherCollegeId], other),
      drafts: [draftEntry({ amount: of([700, 700, 500], one + other) })],
    }),
  decide: async (one, other) => {
    const { actor, api } = of([asha, meera], one);
    const row = await anyRow(
      `select id, version, pending_amount from applications a where status = 'received'
          and not exists (select from contributors where record_id = a.id and staff_id = '${actor.id}')
          and not exists (select from application_leases where application_id = a.id and staff_id <> '${actor.id}')`,
      other,
    );
    if (!row) return;
    const { pending_amount: pending, ...decision } = row;
    if (pending > 0) await api.applications.rejectApplication(decision);
    else await api.applications.returnApplication({ ...decision, reasons: ['name'] });
  },
  correctAsAdmin: async (one, other) => {
    const row = await anyRow(`select id from applications where status = 'returned'`, other);
    if (row) await correct(of(admins, one), row.id, { candidateName: `Candidate ${unique()}` });
  },
  openCase: async (_, other) => {
    const row = await anyRow(
      `select id from applications a where status = 'received' and id not in (select application_id from application_leases)`,
      other,
    );
    if (row) await asha.api.caseDesk.openCase({ id: row.id });
  },
  askForReprint: async (one) => {
    const { certificateId } = await printedCertificate(portal, room, office);
    await requestReprint(of([ravi, ...admins], one), certificateId);
  },
  proposeToRevoke: async (one) => {
    const { certificateId } = await printedCertificate(portal, room, office);
    await proposeRevocation(of(admins, one), certificateId);
  },
  proposeFee: async (one) => {
    const entry = collegeEntry();
    const { api } = of(admins, one);
    const { id } = await api.colleges.addCollege(entry);
    await api.colleges.editCollege({ ...entry, convocationFee: 950, id, version: 1 });
  },
  receivePaper: async (one) => {
    const { paperId } = await officeWithPaper(portal, office, 0);
    const first = 10 * unique();
    await of(admins, one).api.stock.receiveBlanks({
      paperId,
      serialPrefix: 'QW',
      firstSerial: first,
      lastSerial: first + 4,
      totalQuantity: 5,
      receivedOn: dayInIndia(new Date()),
    });
  },
  startCount: async (one) => {
    const { paperId } = await officeWithPaper(portal, office, 3);
    await of(admins, one).api.stock.startCount({ id: paperId });
  },
  signDestruction: async (one) => {
    const { paperId: id } = await officeWithPaper(portal, office, 2);
    const { rows } = await owner.query('select serial from blanks where paper_id = $1 order by serial', [id]);
    const serial = rows[0].serial as string;
    const [prefix, first] = [serial.slice(0, -6), Number(serial.slice(-6))];
    const serials = [{ prefix, first, last: first }];
    const { stock } = of(admins, one).api;
    await stock.spoilBlanks({ id, serials, reason: 'Damp' });
    const record = { method: 'Shredded', destroyedOn: dayInIndia(new Date()), remarks: 'Mouldy' } as const;
    await stock.destroyBlanks({ id, serials, ...record });
  },
};

async function anyRow(query: string, number: number) {
  const { rows } = await owner.query(`${query} order by id`);
  return rows.length === 0 ? null : of(rows, number);
}

/** What waits at a desk, since when, in which college, and the people who may not act on it. */
const truths: Partial<Record<WaitingName, string>> = {
  'applications.to_verify': `
    select a.id, received_at as since, college_id,
           array(select staff_id from contributors where record_id = a.id) as barred,
           (select staff_id from application_leases l where l.application_id = a.id and expires_at > now()) as leased_to
      from applications a where status = 'received'`,
  'reprints.to_approve': `
    select q.id, requested_at as since, c.college_id, array[requested_by] as barred, null::uuid as leased_to
      from reprint_requests q join certificates c on c.id = certificate_id where status is null and reprinted_at is null and ended_with is null`,
  'certificates.revocations': `
    select r.id, proposed_at as since, c.college_id, array[proposed_by] as barred, null::uuid as leased_to
      from revocations r join certificates c on c.id = certificate_id where outcome is null`,
  'proposals.to_confirm': `
    select id, proposed_at as since, null::uuid as college_id, array[proposed_by] as barred, null::uuid as leased_to
      from proposals where decision is null`,
  'stock.certificates_to_approve': `
    select id, received_at as since, null::uuid as college_id,
           array(select staff_id from contributors where record_id = r.id) as barred, null::uuid as leased_to
      from blank_receipts r where approved_by is null`,
  'stock.counts_open': `
    select c.id, started_at as since, null::uuid as college_id, array(
             select received_by from blank_receipts r where r.paper_id = c.paper_id
                and exists (select from blanks b where b.blank_receipt_id = r.id and b.state = 'in_store')) as barred,
           null::uuid as leased_to
      from stock_counts c where closed_at is null`,
  'stock.destructions': `
    select id, first_at as since, null::uuid as college_id, array[first_witness] as barred, null::uuid as leased_to
      from destructions where second_witness is null`,
};

type Waits = { id: string; since: Date; mine: boolean };

async function truthOf(name: WaitingName, { actor }: StaffCaller): Promise<Waits[]> {
  const { rows } = await owner.query(
    `select id, since, not $1 = any (barred) and (leased_to is null or leased_to = $1) as mine from (${truths[name]}) w
      where $2::uuid is null or college_id is null or college_id = $2 order by since, id`,
    [actor.id, actor.scope.collegeId],
  );
  return rows;
}

const half = (rows: Waits[]) => ({
  count: rows.length,
  isMore: false,
  oldest: rows[0]?.since.toISOString() ?? null,
});

/** Everybody’s counts are what they may act on; the rest is said to be somebody else’s. */
async function expectCounts(caller: StaffCaller): Promise<void> {
  const { waiting } = await caller.api.waiting.listWaiting({});
  for (const { name, count, forMe, forOthers } of waiting) {
    expect(forMe.count + forOthers.count, `${name}: the count stays the list’s`).toBe(count);
    expect(forOthers.who, name).not.toContain(caller.actor.name);
    if (!truths[name]) continue;
    const rows = await truthOf(name, caller);
    const [mine, others] = [rows.filter((row) => row.mine), rows.filter((row) => !row.mine)];
    expect(forMe, `${name} for ${caller.actor.name}`).toEqual(half(mine));
    expect(forOthers, name).toMatchObject(half(others));
    if (others.length > 0) expect(forOthers.who.length, `${name}: who`).toBeGreaterThan(0);
  }
}

const lists: Partial<Record<WaitingName, string>> = {
  'applications.to_verify': 'applications',
  'reprints.to_approve': 'reprint-requests',
  'certificates.revocations': 'revocations',
  'proposals.to_confirm': 'settings/proposals',
};

/** The list behind a count begins with what waits longest. */
async function expectOrder(caller: StaffCaller): Promise<void> {
  const { waiting } = await caller.api.waiting.listWaiting({});
  for (const { name, count } of waiting) {
    if (!lists[name] || count === 0) continue;
    const parameters = new URLSearchParams(waitingParameters(everyWaiting[name], caller.actor.id));
    parameters.set('limit', '100');
    const { rows } = (await (await caller.fetch(`/api/${lists[name]}?${parameters}`)).json()) as {
      rows: { id: string }[];
    };
    const order = (await truthOf(name, caller)).map(({ id }) => id).slice(0, 100);
    expect(
      rows.map(({ id }) => id),
      `${name}: oldest first`,
    ).toEqual(order);
  }
}

/** What its row offers is what the server does. */
const tries: Partial<Record<WaitingName, (caller: StaffCaller, id: string) => Promise<unknown>>> = {
  'applications.to_verify': async ({ api }, id) => {
    await api.caseDesk.openCase({ id });
    await api.caseDesk.releaseCase({ id });
  },
  'certificates.revocations': ({ api }, id) =>
    api.revocations.declineRevocation({ id, remark: 'Another candidate.' }),
  'proposals.to_confirm': ({ api }, id) =>
    api.proposals.rejectProposal({ id, version: 1, remark: 'Not resolved.' }),
  'reprints.to_approve': ({ api }, id) =>
    api.reprints.rejectReprint({ id, version: 1, remark: 'It looks fine.' }),
};

async function expectPossible(caller: StaffCaller, number: number): Promise<void> {
  const { waiting } = await caller.api.waiting.listWaiting({});
  for (const { name } of waiting) {
    const attempt = tries[name];
    const rows = attempt ? await truthOf(name, caller) : [];
    if (rows.length === 0) continue;
    const { id, mine } = of(rows, number);
    const outcome = await attempt!(caller, id).then(
      () => 'done',
      ({ code }: { code: string }) => code,
    );
    if (mine) expect(outcome, `${name} by ${caller.actor.name}`).toBe('done');
    else expect(outcome, name).toMatch(/\.(own_work|leased|own_request|own_proposal)$/);
  }
}

describe('a case that waits', () => {
  const toVerify = async ({ api }: StaffCaller) =>
    (await api.waiting.listWaiting({ desk: 'case_worker' })).waiting.find(
      ({ name }) => name === 'applications.to_verify',
    )!;

  test('is a colleague’s while they have it open, and everybody’s again once they do not', async () => {
    const id = await receiveApplication(ravi, office);
    const before = (await toVerify(meera)).forMe.count;
    await asha.api.caseDesk.openCase({ id });
    expect((await toVerify(meera)).forMe.count).toBe(before - 1);
    await owner.query(`update application_leases set expires_at = now() where application_id = $1`, [id]);
    expect((await toVerify(meera)).forMe.count).toBe(before);
  });

  test('is said to be for people of its college or of all, and for nobody of another one', async () => {
    const outsider = ofCollege.caseWorker.actor.name;
    await receiveApplication(anita, office);
    const { who } = (await toVerify(anita)).forOthers;
    expect(who).toContain(asha.actor.name);
    expect(who).not.toContain(outsider);
    await receiveApplication(anita, office, { collegeId: office.otherCollegeId });
    expect((await toVerify(anita)).forOthers.who).toContain(outsider);
  });
});

describe(`what waits for whom (seed ${seed})`, () => {
  test('after any acts of any people the counts, the order and the acts are each one’s own', {
    timeout: 240_000,
  }, async () => {
    const step = fc.tuple(fc.constantFrom(...Object.keys(acts)), fc.nat(20), fc.nat(20));
    const history = fc.array(step, { minLength: 4, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(history, fc.nat(20), async (steps, number) => {
        for (const [act, one, other] of steps) await acts[act]!(one, other);
        for (const caller of everybody) await expectCounts(caller);
        for (const caller of [asha, anita, ofCollege.caseWorker]) await expectOrder(caller);
        for (const caller of [meera, suresh, ofCollege.caseWorker]) await expectPossible(caller, number);
      }),
      { seed, numRuns: process.env.LONG_FORMS ? 25 : 3, endOnFailure: true },
    );
  });
});
