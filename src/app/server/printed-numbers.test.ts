import { beforeAll, describe, expect, test } from 'vitest';
import { draftEntry, receiveApplication, stockBlanks, studentEntry } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, officeWithPaper } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { printedCertificate, requestReprint } from '#dev/testing/reprinting.ts';
import { acknowledgementCode } from '#features/applications/rules.ts';

const seed = Number(process.env.PRINTED_NUMBERS_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const room = await createPrintRoom(portal);
const [admin, auditor, mate] = await portal.asEach('admin', 'auditor', 'receiver');
const outsiders = {
  receiver: await portal.as('receiver', { collegeId: office.otherCollegeId }),
  caseWorker: await portal.as('case_worker', { collegeId: office.otherCollegeId }),
  printer: await portal.as('printer', { collegeId: office.otherCollegeId }),
};

const digits = (count: number, first = 1 + random(9)) =>
  String(first) + Array.from({ length: count - 1 }, () => random(10)).join('');
const six = (number: number) => String(number).padStart(6, '0');
const mobile = digits(10, 9);
const draft = draftEntry({ number: digits(6) });
const candidateName = 'Umesh Poojary';

/** What is printed on the papers of one candidate, and the ids of the rows that have it. */
const papers: Record<string, string[]> = {};
const ids = {
  application: '',
  certificate: '',
  draft: '',
  slip: '',
  run: '',
  bundle: '',
  reprint: '',
  decoy: '',
};
let serial = '';

beforeAll(async () => {
  const printed = await printedCertificate(portal, room, office, {
    ...{ candidateName, mobile, contactNotice: 1, drafts: [draft] },
  });
  ids.application = printed.applicationId;
  ids.certificate = printed.certificateId;
  serial = printed.sheet.blankSerial;
  // The same first name, with numbers of another candidate.
  ids.decoy = await receiveApplication(room.receiver, office, { candidateName: 'Umesh Shetty' });
  const { draft: recorded } = await room.receiver.api.demandDrafts.lookUpDraft(draft);
  ids.draft = recorded!.id;
  const slip = await room.receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [ids.draft],
    account: '12340056789',
    bankBranch: 'SBI Mysuru',
  });
  ids.slip = slip.id;
  const bundle = await room.receiver.api.bundles.handOverBundle({
    certificateIds: [ids.certificate],
    ...{ deliveredTo: 'Dr. Lakshmi Rao', designation: 'Principal', identitySeen: 'College card' },
  });
  ids.bundle = bundle.id;
  ids.reprint = await requestReprint(mate, ids.certificate);
  const { rows } = await owner.query(
    `select acknowledgement_number as ack, registration_number as registration, exam_roll_number as roll, run_number as run, r.id as run_id
       from applications a join certificates c on c.application_id = a.id
       join sheets s on s.certificate_id = c.id join print_runs r on r.id = s.print_run_id
      where a.id = $1`,
    [ids.application],
  );
  const { ack, registration, roll, run, run_id } = rows[0];
  ids.run = run_id;
  Object.assign(papers, {
    name: [candidateName, 'Poojary Umesh', 'poojary umesh'],
    candidate: [registration, registration.toLowerCase(), roll],
    acknowledgement: [acknowledgementCode(ack), acknowledgementCode(ack).toLowerCase(), `ACK ${six(ack)}`],
    contact: [mobile, `+91 ${mobile}`],
    draft: [draft.number],
    slip: [slip.slipNumber],
    certificate: [printed.convocationNumber, printed.convocationNumber.replaceAll('/', '')],
    sheet: [serial, serial.toLowerCase()],
    run: [`R-${six(run)}`],
    bundle: [(await room.receiver.api.bundles.getBundle({ id: bundle.id })).bundleNumber],
  });
});

const numbers = ['candidate', 'acknowledgement', 'draft', 'slip', 'certificate', 'sheet', 'run', 'bundle'];

/** By address below /api: whose row is found, by which papers beside all numbers, and by whom. */
const lists: Record<string, { of: keyof typeof ids; also?: string[]; by: StaffCaller[] }> = {
  applications: {
    of: 'application',
    also: ['name', 'contact'],
    by: [admin, room.receiver, room.caseWorker, auditor],
  },
  'received-applications': { of: 'application', also: ['name'], by: [admin] },
  certificates: {
    of: 'certificate',
    also: ['name'],
    by: [admin, room.receiver, room.caseWorker, room.printer],
  },
  'demand-drafts': { of: 'draft', also: ['name'], by: [admin, room.receiver, auditor] },
  'deposit-slips': { of: 'slip', by: [admin, room.receiver] },
  bundles: { of: 'bundle', by: [admin, room.receiver] },
  'print-runs': { of: 'run', by: [admin, room.printer] },
  'reprint-requests': { of: 'reprint', also: ['name'], by: [admin, room.receiver, room.printer] },
};

/** The ids of the rows, which are as many as the count says. */
async function found(caller: StaffCaller, list: string, search: string): Promise<string[]> {
  const parameters = new URLSearchParams({ search });
  const answers = await Promise.all(
    [list, `${list}/count`].map(async (path) => (await caller.fetch(`/api/${path}?${parameters}`)).json()),
  );
  const [{ rows }, { count }] = answers as [{ rows: { id: string }[] }, { count: number }];
  expect(count, `${list}: ${search}`).toBe(rows.length);
  return rows.map(({ id }) => id);
}

describe(`a list is searched by every number on the papers of its records (PRINTED_NUMBERS_SEED=${seed})`, () => {
  test.each(Object.entries(lists))('%s', async (list, { of, also = [], by }) => {
    for (const caller of by)
      for (const paper of [...numbers, ...also])
        for (const search of papers[paper]!)
          expect(await found(caller, list, search), `${caller.actor.role}: ${paper} ${search}`).toEqual([
            ids[of],
          ]);
  });

  test('by mobile numbers only where contact details are read', async () => {
    for (const [list, { also = [], by }] of Object.entries(lists))
      if (!also.includes('contact'))
        for (const search of papers.contact!) expect(await found(by[0]!, list, search), list).toEqual([]);
  });

  test('the acknowledgement number also as the counter says it, without its zeros', async () => {
    const code = papers.acknowledgement![0]!;
    const short = String(Number(code.replace(/\D/g, '')));
    for (const search of [short, `ACK ${short}`, `ack${short}`])
      expect(await found(room.receiver, 'applications', search), search).toContain(ids.application);
    expect(await found(room.receiver, 'applications', `ACK ${short}`)).not.toContain(ids.decoy);
  });

  test('both candidates of one first name, and nobody under words of two people', async () => {
    expect((await found(room.receiver, 'applications', 'umesh')).toSorted()).toEqual(
      [ids.application, ids.decoy].toSorted(),
    );
    expect(await found(room.receiver, 'applications', 'Shetty Poojary')).toEqual([]);
    expect(await found(room.receiver, 'applications', `Poojary ${digits(9)}`)).toEqual([]);
  });

  test('another college’s person finds none of it under any of its numbers', async () => {
    const { receiver, caseWorker, printer } = outsiders;
    const everything = Object.values(papers).flat();
    for (const [caller, addresses] of [
      [
        receiver,
        ['applications', 'certificates', 'demand-drafts', 'deposit-slips', 'bundles', 'reprint-requests'],
      ],
      [caseWorker, ['applications', 'certificates']],
      [printer, ['certificates', 'print-runs', 'reprint-requests']],
    ] as const)
      for (const list of addresses)
        for (const search of everything)
          expect(await found(caller, list, search), `${list}: ${search}`).toEqual([]);
  });
});

test('deliveries, counts and the ledger are found by a serial within their range', async () => {
  const { paperId } = await officeWithPaper(portal, office, 0);
  await stockBlanks(portal, paperId, 40);
  const { rows } = await owner.query(
    `select r.id, serial_prefix || lpad((first_serial + $2)::text, 6, '0') as inside,
            serial_prefix || lpad((last_serial + 1)::text, 6, '0') as beyond from blank_receipts r where paper_id = $1`,
    [paperId, 1 + random(38)],
  );
  const { id, inside, beyond } = rows[0];
  const keeper = await portal.as('admin');
  const count = await keeper.api.stock.startCount({ id: paperId });
  const stock = {
    deliveries: async (search: string) =>
      (await admin.api.stock.listBlankReceipts({ search })).rows.map((row) => row.id),
    counts: async (search: string) =>
      (await admin.api.stock.listStockCounts({ search })).rows.map((row) => row.id),
  };
  expect(await stock.deliveries(inside)).toEqual([id]);
  expect(await stock.counts(inside)).toEqual([count.id]);
  expect((await admin.api.stock.listMovements({ search: inside })).rows).toHaveLength(1);
  for (const list of Object.values(stock)) {
    expect(await list(inside.toLowerCase())).toHaveLength(1);
    expect(await list(beyond)).toEqual([]);
  }
});

test('a student is found by mobile number and by the words of the name in any order', async () => {
  const agreed = { consentNoticeVersion: '1' as const, mobile: digits(10, 8) };
  const entry = studentEntry(office, { name: 'Netravati Bai Kamath', ...agreed });
  const { id } = await admin.api.students.addStudent(entry);
  const away = await portal.as('receiver', { collegeId: office.otherCollegeId });
  const searches = [
    agreed.mobile,
    'Kamath Netravati',
    'bai kamath',
    entry.registrationNumber,
    entry.examRollNumber,
  ];
  for (const search of searches) {
    expect(
      (await admin.api.students.listStudents({ search })).rows.map((row) => row.id),
      search,
    ).toEqual([id]);
    expect((await away.api.students.listStudents({ search })).rows, search).toEqual([]);
  }
});
