import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { ORPCError } from '@orpc/client';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import { draftEntry, uploadFile } from '#dev/testing/factories.ts';
import { type Caller, callerOf } from '#dev/testing/open-portal.ts';
import { choiceOf } from '#dev/testing/print-room.ts';
import { withClient } from '#platform/server/db/connections.ts';
import { dayInIndia } from '#shared/format.ts';
import type { DemoPortal } from './demo-portal.ts';
import type { Acknowledged } from './retrying-fetch.ts';

/** What the clients were told, for whoever looks whether it is still so. */
type OfficeMessage = {
  files: { id: string; sha256: string }[];
  applications: { id: string; registrationNumber: string }[];
  verified: { id: string; convocationNumber: string }[];
  /** Runs whose print file is composed. */
  runs: string[];
  slips: string[];
  deliveries: string[];
};

/** 25 clients at the sample data's desks: two in three at the counter, the others keep drafts, runs and stock going. */
export type OfficeWork = {
  told: OfficeMessage;
  /** Who sent all files, past the door at which the clients wait. */
  receiver: Caller;
  /** Ends once everybody has finished what they are at, or given up. */
  stop(): Promise<void>;
};

type Desk = {
  people: Record<'receiver' | 'caseWorker' | 'printer' | 'admin' | 'registrar', Caller>;
  told: OfficeMessage;
};

const today = dayInIndia(new Date());
const serials = { next: 1 };
let numbers = 0;

export async function startOfficeWork(
  server: Pick<DemoPortal, 'url' | 'ownerUrl' | 'signIn'>,
  acknowledged: Acknowledged,
): Promise<OfficeWork> {
  const as = async (role: string, name: string, send = acknowledged.fetch) =>
    callerOf(server.url, await server.signIn(role, name), send);
  const people = {
    receiver: await as('receiver', 'receiver'),
    caseWorker: await as('case_worker', 'case-worker'),
    printer: await as('printer', 'printer'),
    admin: await as('admin', 'admin'),
    registrar: await as('admin', 'registrar'),
  };
  const receiver = await as('receiver', 'receiver', fetch);
  const office = await officeOf(server);
  const told: OfficeMessage = {
    files: [],
    applications: [],
    verified: [],
    runs: [],
    slips: [],
    deliveries: [],
  };
  const pictures = await Promise.all([1, 2, 3, 4].map(drawPortrait));
  const desk = { people, told };
  const toVerify: string[] = [];
  const toDeposit: string[] = [];

  const counter = async () => {
    const upload = (kind: 'photo' | 'receipt') => uploadTo(desk, kind, pictures[numbers % pictures.length]!);
    const photoFileId = await upload('photo');
    const receiptFileId = await upload('receipt');
    numbers += 1;
    const registrationNumber = `TORT${String(numbers).padStart(6, '0')}`;
    const draft = draftEntry({ number: String(500_000 + numbers), branch: 'Torture', receiptFileId });
    const { id } = await people.receiver.api.applications.receiveApplication({
      ...office,
      registrationNumber,
      examRollNumber: String(90_000_000 + numbers),
      candidateName: `Candidate ${numbers}`,
      candidateNameNative: '',
      academicYear: '2024-25',
      guideName: '',
      modeOfStudy: 'Regular',
      photoFileId,
      concession: null,
      totalAmount: 700,
      drafts: [draft],
    });
    told.applications.push({ id, registrationNumber });
    toVerify.push(id);
    toDeposit.push(draft.number);
  };
  const verify = async () => {
    const id = await taken(toVerify);
    if (!id) return;
    const { convocationNumber } = await people.caseWorker.api.applications.verifyApplication({
      id,
      version: 1,
    });
    told.verified.push({ id, convocationNumber });
  };
  const deposit = async () => {
    const search = await taken(toDeposit);
    if (!search) return;
    const { rows } = await people.admin.api.demandDrafts.listDrafts({ search });
    const draftIds = rows.map(({ id }) => id);
    const { id } = await people.receiver.api.depositSlips.prepareDepositSlip({
      draftIds,
      account: 'Fee account 1234',
      bankBranch: 'State Bank of India, Mysuru',
    });
    told.slips.push(id);
    await people.receiver.api.depositSlips.depositSlip({ id, version: 1, depositedOn: today });
    await people.admin.api.demandDrafts.realiseDrafts({ draftIds, realisedOn: today });
  };
  let isOver = false;
  const worker = async (act: () => Promise<void>) => {
    while (!isOver) {
      await act().catch((error) => {
        // Two clients at one desk get into each other's way now and then.
        if (isOver || error instanceof ORPCError) return delay(20);
        acknowledged.unforeseen.push(String(error));
      });
    }
  };
  const clients = [
    ...Array.from({ length: 16 }, () => worker(counter)),
    ...Array.from({ length: 3 }, () => worker(verify)),
    ...Array.from({ length: 2 }, () => worker(deposit)),
    ...Array.from({ length: 2 }, () => worker(() => print(desk, office, () => isOver))),
    ...Array.from({ length: 2 }, () => worker(() => stock(desk, office.paperId))),
  ];
  return {
    told,
    receiver,
    stop: async () => {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

async function uploadTo({ people, told }: Desk, kind: 'photo' | 'receipt', picture: Buffer): Promise<string> {
  // A picture may have a tail, which makes each file another.
  const bytes = Buffer.concat([picture, randomBytes(20_000)]);
  const response = await uploadFile(people.receiver, kind, bytes);
  const answer = (await response.json()) as { id: string; code: string };
  if (!response.ok) throw new ORPCError(answer.code, { status: response.status });
  told.files.push({ id: answer.id, sha256: createHash('sha256').update(bytes).digest('hex') });
  return answer.id;
}

async function print({ people, told }: Desk, office: Office, isOver: () => boolean): Promise<void> {
  const { api } = people.printer;
  const { id } = await api.printRuns.preparePrintRun(choiceOf(office, 2)).catch(async (error) => {
    await delay(200);
    throw error;
  });
  let run = await api.printRuns.getPrintRun({ id });
  while (run.document === 'composing' && !isOver()) {
    await delay(100);
    run = await api.printRuns.getPrintRun({ id });
  }
  if (run.document !== 'ready') return;
  told.runs.push(id);
  const { version } = await api.printRuns.startPrintRun({
    id,
    version: run.version,
    topSerial: run.sheets[0]!.blankSerial,
  });
  const [first, second] = run.sheets.map((sheet) => sheet.id);
  await api.printRuns.recordSheets({
    id,
    outcomes: [
      { sheetId: first!, outcome: 'good' },
      { sheetId: second!, outcome: 'spoilt', reason: 'Jam' },
    ],
  });
  await api.printRuns.closePrintRun({ id, version, goodSheets: 1, spoiltSheets: 1 });
}

async function stock({ people, told }: Desk, paperId: string): Promise<void> {
  const firstSerial = serials.next;
  serials.next += 10;
  const { id } = await people.admin.api.stock.receiveBlanks({
    paperId,
    serialPrefix: 'TT',
    firstSerial,
    lastSerial: firstSerial + 9,
    totalQuantity: 10,
    receivedOn: today,
  });
  await people.registrar.api.stock.approveBlanks({ id, version: 1 });
  told.deliveries.push(id);
  await delay(500);
}

/** The next of them, in turn; nothing when there is none for a moment. */
async function taken(queue: string[]): Promise<string | undefined> {
  if (queue.length === 0) await delay(100);
  return queue.shift();
}

type Office = { collegeId: string; courseId: string; paperId: string; certificateType: string };

/** A college, a course, and a paper whose layout is signed off, of the sample data. */
function officeOf({ ownerUrl }: Pick<DemoPortal, 'ownerUrl'>): Promise<Office> {
  return withClient(ownerUrl(), 'backup', async (client) => {
    const { rows } = await client.query<Office>(
      `select (select id from colleges where convocation_fee = 700 limit 1) as "collegeId",
              (select id from courses limit 1) as "courseId",
              papers.id as "paperId", proofs.certificate_type as "certificateType"
         from proofs join papers using (colour)
        where proofs.signed_off_at is not null and proofs.certificate_type = 'Degree' limit 1`,
    );
    return rows[0]!;
  });
}
