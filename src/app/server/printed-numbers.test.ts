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
const ids = { application: '', certificate: '', draft: '', slip: '', bundle: '', reprint: '', decoy: '' };
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
  ids.reprint = await requestReprint(mate, ids.certificate);
  const { rows } = await owner.query(
    `select acknowledgement_number as ack, registration_number as registration, exam_roll_number as roll, run_number as run
       from applications a join certificates c on c.application_id = a.id
       join sheets s on s.certificate_id = c.id join print_runs r on r.id = s.print_run_id
      where a.id = $1`,
    [ids.application],
  );
  const { ack, registration, roll, run } = rows[0];
  Object.assign(papers, {
    candidate: [registration, roll, candidateName, 'Poojary Umesh', 'poojary umesh'],
    acknowledgement: [acknowledgementCode(ack), acknowledgementCode(ack).toLowerCase(), `ACK ${six(ack)}`],
    contact: [mobile],
    draft: [draft.number],
    slip: [slip.slipNumber],
    certificate: [printed.convocationNumber],
    sheet: [serial, serial.toLowerCase()],
    run: [`R-${six(run)}`],
  });
});

type Rows = { rows: { id: string }[] };
type List = (caller: StaffCaller, search: string) => Promise<Rows>;

const lists: Record<string, { of: keyof typeof ids; list: List; finds: string[]; by: () => StaffCaller[] }> =
  {
    applications: {
      of: 'application',
      list: ({ api }, search) => api.applications.listApplications({ search }),
      finds: ['candidate', 'acknowledgement', 'contact', 'draft', 'slip', 'certificate', 'sheet', 'run'],
      by: () => [admin, room.receiver, room.caseWorker, auditor],
    },
    'received applications': {
      of: 'application',
      list: ({ api }, search) => api.applications.listReceivedApplications({ search }),
      finds: ['candidate', 'acknowledgement', 'draft', 'certificate', 'sheet'],
      by: () => [admin],
    },
    certificates: {
      of: 'certificate',
      list: ({ api }, search) => api.certificates.listCertificates({ search }),
      finds: ['candidate', 'certificate', 'sheet', 'run', 'acknowledgement'],
      by: () => [admin, room.receiver, room.caseWorker],
    },
    'certificates of the print room': {
      of: 'certificate',
      list: ({ api }, search) => api.certificates.listCertificates({ search }),
      finds: ['candidate', 'certificate', 'sheet', 'run'],
      by: () => [room.printer],
    },
    'demand drafts': {
      of: 'draft',
      list: ({ api }, search) => api.demandDrafts.listDrafts({ search }),
      finds: ['candidate', 'acknowledgement', 'draft', 'slip'],
      by: () => [admin, room.receiver, auditor],
    },
    'deposit slips': {
      of: 'slip',
      list: ({ api }, search) => api.depositSlips.listDepositSlips({ search }),
      finds: ['slip', 'draft'],
      by: () => [admin, room.receiver],
    },
    'reprint requests': {
      of: 'reprint',
      list: ({ api }, search) => api.reprints.listReprintRequests({ search }),
      finds: ['candidate', 'certificate', 'sheet'],
      by: () => [admin, room.receiver, room.printer],
    },
  };

const found = async (list: List, caller: StaffCaller, search: string) =>
  (await list(caller, search)).rows.map(({ id }) => id);

describe(`a list is searched by every number on the papers of its records (PRINTED_NUMBERS_SEED=${seed})`, () => {
  test.each(Object.entries(lists))('%s', async (_name, { of, list, finds, by }) => {
    for (const caller of by())
      for (const paper of finds)
        for (const search of papers[paper]!)
          expect(await found(list, caller, search), `${caller.actor.role}: ${paper} ${search}`).toEqual([
            ids[of],
          ]);
  });

  test('the acknowledgement number also as the counter says it, without its zeros', async () => {
    const code = papers.acknowledgement![0]!;
    const short = String(Number(code.replace(/\D/g, '')));
    for (const search of [short, `ACK ${short}`, `ack${short}`])
      expect(await found(lists.applications!.list, room.receiver, search), search).toContain(ids.application);
    expect(await found(lists.applications!.list, room.receiver, `ACK ${short}`)).not.toContain(ids.decoy);
  });

  test('both candidates of one first name, and nobody under words of two people', async () => {
    const { list } = lists.applications!;
    expect((await found(list, room.receiver, 'umesh')).toSorted()).toEqual(
      [ids.application, ids.decoy].toSorted(),
    );
    expect(await found(list, room.receiver, 'Shetty Poojary')).toEqual([]);
    expect(await found(list, room.receiver, `Poojary ${digits(9)}`)).toEqual([]);
  });

  test('another college’s person finds none of it under any of its numbers', async () => {
    const { receiver, caseWorker, printer } = outsiders;
    const everything = Object.values(papers).flat();
    for (const [caller, names] of [
      [receiver, ['applications', 'certificates', 'demand drafts', 'deposit slips', 'reprint requests']],
      [caseWorker, ['applications', 'certificates']],
      [printer, ['certificates', 'reprint requests']],
    ] as const)
      for (const name of names)
        for (const search of everything)
          expect(await found(lists[name]!.list, caller, search), `${name}: ${search}`).toEqual([]);
  });

  test('the count says what the rows say', async () => {
    for (const search of [draft.number, papers.acknowledgement![0]!, mobile, serial, 'Poojary Umesh'])
      expect(await room.receiver.api.applications.countApplications({ search }), search).toEqual({
        count: 1,
      });
    for (const search of [serial, papers.run![0]!])
      expect(await room.receiver.api.certificates.countCertificates({ search }), search).toEqual({
        count: 1,
      });
  });
});

test('a bundle is found by its number and by what is in it', async () => {
  const { certificateId, convocationNumber, sheet } = await printedCertificate(portal, room, office, {
    candidateName: 'Harpreet Menon',
  });
  const principal = {
    deliveredTo: 'Dr. Lakshmi Rao',
    designation: 'Principal',
    identitySeen: 'College card',
  };
  const { id } = await room.receiver.api.bundles.handOverBundle({
    certificateIds: [certificateId],
    ...principal,
  });
  const { rows } = await owner.query('select bundle_number as number from bundles where id = $1', [id]);
  const code = `B-${six(rows[0].number)}`;
  for (const search of [code, convocationNumber, sheet.blankSerial]) {
    const bundles = await room.receiver.api.bundles.listBundles({ search });
    expect(
      bundles.rows.map((row) => row.id),
      search,
    ).toEqual([id]);
    expect((await outsiders.receiver.api.bundles.listBundles({ search })).rows, search).toEqual([]);
  }
  for (const caller of [room.receiver, admin]) {
    expect(await found(lists.certificates!.list, caller, code)).toEqual([certificateId]);
    expect(await found(lists.applications!.list, caller, code)).toHaveLength(1);
  }
  expect(await found(lists.certificates!.list, outsiders.receiver, code)).toEqual([]);
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
