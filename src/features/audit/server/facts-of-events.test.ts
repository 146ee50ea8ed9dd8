import { beforeAll, describe, expect, test } from 'vitest';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import {
  closeRun,
  createPrintRoom,
  officeWithPaper,
  printedCertificates,
  printedRun,
  startedRun,
  waitingOffice,
} from '#dev/testing/print-room.ts';
import { requestReprint } from '#dev/testing/reprinting.ts';
import { csvOf, importIn, uploadSpreadsheet } from '#dev/testing/uploads.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { idsOf } from '#shared/ids-of.ts';

const today = dayInIndia(new Date());
const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const keeper = await portal.as('admin');
// Two people of one name, whom a name alone does not tell apart.
const [one, other] = [
  await portal.as('printer', { name: 'Prakash' }),
  await portal.as('printer', { name: 'Prakash' }),
];
const owner = await fileClient(portal.ownerUrl);

type Event = {
  sequence: number;
  record_id: string;
  college_id: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown>;
};

async function eventsSince(sequence: number, ...names: string[]): Promise<Event[]> {
  const { rows } = await owner.query(
    `select sequence::int, record_id, college_id, before, after from audit_events
      where sequence > $1 and event = any($2) order by sequence`,
    [sequence, names],
  );
  return rows;
}

/** What events of these names an act leaves. */
async function leftBy(act: () => Promise<unknown>, ...names: string[]): Promise<Event[]> {
  const { rows } = await owner.query('select sequence::int from audit_head');
  await act();
  return eventsSince(rows[0].sequence, ...names);
}

describe('opening balances, one event for each record', () => {
  const write = async (
    kind: 'opening_blanks' | 'opening_drafts' | 'earlier_certificates',
    ...lines: string[]
  ) => {
    const { id } = await importIn(keeper, await uploadSpreadsheet(keeper, kind, csvOf(...lines)), 'checked');
    await keeper.api.imports.commitImport({ id });
    await importIn(keeper, id, 'committed');
  };

  test('of paper: its ranges of serials, and who holds them', async () => {
    const lines = ['PAR-MAR,OB000001,OB000030,', `PAR-MAR,OB000031,OB000040,${one.email}`];
    const events = await leftBy(
      () => write('opening_blanks', 'Paper code,From serial,To serial,Held by', ...lines),
      'stock.opened',
      'stock.opening_imported',
    );
    expect(events).toHaveLength(3);
    const opened = events.filter(({ after }) => after.serials);
    expect(opened.map(({ after }) => after.serials)).toEqual([
      [{ from: 'OB000001', to: 'OB000030' }],
      [{ from: 'OB000031', to: 'OB000040' }],
    ]);
    expect(opened.map(({ after }) => after.holderId ?? null)).toEqual([null, one.actor.id]);
  });

  test('of drafts: each by its id, with amount, state and college', async () => {
    const drawn = addMonths(today, -1);
    const header = 'Draft number,Date of the draft,Bank,Branch,Amount,Balance,College code';
    const lines = [
      `100001,${drawn},State Bank,Hassan,2100,,COL001`,
      `100002,${addMonths(today, -5)},State Bank,Hassan,700,300,COL002`,
    ];
    const events = await leftBy(() => write('opening_drafts', header, ...lines), 'demand_drafts.opened');
    const { rows } = await owner.query(
      'select id, number, amount, state, college_id from demand_drafts where opening_import_id is not null order by number',
    );
    expect(rows).toHaveLength(2);
    expect(events.toSorted((a, b) => Number(a.after.number) - Number(b.after.number))).toEqual(
      rows.map(({ id, number, amount, state, college_id }) =>
        expect.objectContaining({
          record_id: id,
          college_id,
          after: expect.objectContaining({ number, amount, state }),
        }),
      ),
    );
  });

  test('of certificates issued before: each by its id', async () => {
    const header = 'Certificate number,Name,Degree,Date,Serial number';
    const lines = ['1999/1,Asha Rao,BA,12/03/1999,Z1', '1999/2,Ravi Rao,BSc,12/03/1999,Z2'];
    const events = await leftBy(() => write('earlier_certificates', header, ...lines), 'certificates.opened');
    const { rows } = await owner.query('select id from earlier_certificates');
    expect(rows).toHaveLength(2);
    expect(events.map(({ record_id }) => record_id).sort()).toEqual(idsOf(rows).sort());
  });
});

test('a delivery says its rejected sheets as single serials, however they were written', async () => {
  const events = await leftBy(
    () =>
      keeper.api.stock.receiveBlanks({
        paperId: office.paperId,
        serialPrefix: 'RJ',
        firstSerial: 1,
        lastSerial: 20,
        totalQuantity: 20,
        rejectedQuantity: 4,
        rejectedSerials: 'rj17, RJ3 to rj000005',
        receivedOn: today,
      }),
    'stock.received',
  );
  expect(events.map(({ after }) => after.rejectedSerials)).toEqual([
    ['RJ000003', 'RJ000004', 'RJ000005', 'RJ000017'],
  ]);
});

describe('who holds paper is an id beside the name', () => {
  test('when it is issued, returned and spoilt by hand', async () => {
    const { paperId: id } = await officeWithPaper(portal, office, 12);
    const issue = (holderId: string, count: number) =>
      leftBy(() => keeper.api.stock.issueBlanks({ id, holderId, sheets: { count } }), 'stock.issued');
    const issued = [...(await issue(one.actor.id, 4)), ...(await issue(other.actor.id, 4))];
    expect(issued.map(({ after }) => after.holderId)).toEqual([one.actor.id, other.actor.id]);
    const { rows } = await owner.query('select serial from blanks where paper_id = $1 order by serial', [id]);
    const serials: string[] = rows.map(({ serial }) => serial);
    const at = (first: number, last: number) => [
      {
        prefix: serials[0]!.slice(0, -6),
        first: Number(serials[first]!.slice(-6)),
        last: Number(serials[last]!.slice(-6)),
      },
    ];
    // The last of one, the first of the other, and one of the store are spoilt in one act.
    const spoilt = await leftBy(async () => {
      await keeper.api.stock.spoilBlanks({ id, serials: [...at(3, 4), ...at(8, 8)], reason: 'Coffee' });
    }, 'stock.spoilt');
    expect(spoilt.map(({ after }) => after.spoilt)).toEqual([
      [
        { serial: serials[3], holderId: one.actor.id },
        { serial: serials[4], holderId: other.actor.id },
        { serial: serials[8], holderId: null },
      ],
    ]);
    const returned = await leftBy(
      () => keeper.api.stock.returnBlanks({ id, serials: at(0, 1) }),
      'stock.returned',
    );
    // Whoever gave them back; nobody holds them now.
    const givers = returned.map(({ before, after }) => before?.holderId ?? after.holderId);
    expect(givers).toEqual([one.actor.id]);
  });

  test('when a run closes with spoilt sheets: the operator holds them', async () => {
    const people = { receiver: room.receiver, caseWorker: room.caseWorker };
    const here = await waitingOffice(portal, people, { office, certificates: 2 });
    const run = await startedRun(portal, one, here, 2);
    const [good, bad] = run.sheets as [(typeof run.sheets)[number], (typeof run.sheets)[number]];
    const events = await leftBy(async () => {
      await one.api.printRuns.recordSheets({
        id: run.id,
        outcomes: [
          { sheetId: good.id, outcome: 'good' },
          { sheetId: bad.id, outcome: 'spoilt', reason: 'Jam' },
        ],
      });
      await closeRun(one, run.id);
    }, 'print_runs.closed');
    expect(events.map(({ after }) => after.spoilt)).toEqual([
      [{ serial: bad.blankSerial, holderId: one.actor.id }],
    ]);
  });
});

describe('a hand-over says which copies left', () => {
  const letter = { carrier: 'India Post', trackingNumber: 'EK123456789IN', postedOn: today };
  const hands = { collectedBy: 'Priya Nair', identitySeen: 'passport' as const };
  const head = { deliveredTo: 'Dr. Rao', designation: 'Principal', identitySeen: 'College card' };
  const ways: [string, (certificates: { id: string; version: number }[]) => Promise<unknown>][] = [
    [
      'in person',
      ([certificate]) => room.receiver.api.certificates.handOverCertificate({ ...certificate!, ...hands }),
    ],
    [
      'by post',
      ([certificate]) => room.receiver.api.certificates.postCertificate({ ...certificate!, ...letter }),
    ],
    [
      'in a bundle',
      (all) => room.receiver.api.bundles.handOverBundle({ certificateIds: idsOf(all), ...head }),
    ],
  ];
  let pile: Awaited<ReturnType<typeof printedCertificates>>;
  beforeAll(async () => {
    pile = await printedCertificates(portal, room, { office, count: 5 });
  });

  test.each(ways)('%s', async (way, handOver) => {
    const printed = pile.splice(0, way === 'in a bundle' ? 2 : 1);
    const events = await leftBy(
      () => handOver(printed.map(({ id, version }) => ({ id, version }))),
      'certificates.handed_over',
    );
    expect(events.map(({ record_id, after, college_id }) => [record_id, after.copies, college_id])).toEqual(
      printed.map(({ id, blankSerial }) => [id, [{ copy: 0, serial: blankSerial }], office.collegeId]),
    );
  });

  test('and a second copy is copy 1, on another serial', async () => {
    const certificate = pile.pop();
    const id = await requestReprint(room.receiver, certificate!.id);
    await keeper.api.reprints.approveReprint({ id, version: 1 });
    const run = await printedRun(portal, room.printer, { ...office, paperId: certificate!.paperId });
    const { version } = await room.receiver.api.certificates.getCertificate({ id: certificate!.id });
    const events = await leftBy(
      () => room.receiver.api.certificates.handOverCertificate({ id: certificate!.id, version, ...hands }),
      'certificates.handed_over',
    );
    expect(events.map(({ after }) => after.copies)).toEqual([
      [{ copy: 1, serial: run.sheets[0]!.blankSerial }],
    ]);
  });
});

test('an event has the college of its record, and none where the record has none', async () => {
  const ofCollege: Record<string, string> = {
    application: 'select college_id from applications where id = $1',
    certificate: 'select college_id from certificates where id = $1',
    demand_draft: 'select college_id from demand_drafts where id = $1',
    student: 'select college_id from students where id = $1',
    college: 'select $1::uuid as college_id',
    bundle: 'select college_id from bundles where id = $1',
  };
  const { rows } = await owner.query(
    'select distinct on (record_type, record_id) record_type, record_id, college_id, hash_version from audit_events order by 1, 2, sequence desc',
  );
  expect(new Set(rows.map(({ hash_version }) => hash_version))).toEqual(new Set([3]));
  const checked = new Set<string>();
  for (const { record_type, record_id, college_id } of rows) {
    if (['paper', 'blank_receipt', 'university', 'import'].includes(record_type))
      expect(college_id, record_type).toBeNull();
    const statement = ofCollege[record_type];
    if (!statement) continue;
    const found = await owner.query(statement, [record_id]);
    expect(college_id, `${record_type} ${record_id}`).toBe(found.rows[0].college_id);
    checked.add(record_type);
  }
  for (const type of ['application', 'certificate', 'demand_draft', 'bundle'])
    expect([...checked]).toContain(type);
});
