import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { drawPortrait } from '#dev/seed/demo-pictures.ts';
import type { ReceiveApplicationInput } from '#features/applications/entry-contract.ts';
import type { CollegeEntry } from '#features/colleges/contract.ts';
import type { DraftEntry } from '#features/demand-drafts/contract.ts';
import type { Layout } from '#features/print-runs/proof-contract.ts';
import type { ReprintEntry } from '#features/reprints/contract.ts';
import type { StudentEntry } from '#features/students/contract.ts';
import type { Services } from '#platform/server/context.ts';
import type { FileKind } from '#shared/file-kinds.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import type { Portal, StaffCaller } from './portal.ts';
import { unique } from './unique.ts';

/** The records that every application refers to. */
export type Office = {
  collegeId: string;
  otherCollegeId: string;
  courseId: string;
  paperId: string;
  certificateType: string;
};

const firstOffices = new WeakMap<Services, Promise<Office>>();

/**
 * Sets an empty portal up. Where several files share a portal, each further call gives two colleges and a paper of the
 * caller's own beside the first office's course, certificate type and signed-off layout.
 */
export async function createOffice(portal: Portal): Promise<Office> {
  const { services } = portal;
  const first = firstOffices.get(services);
  if (!first) {
    const office = setUpOffice(portal);
    firstOffices.set(services, office);
    return office;
  }
  const office = { ...(await first), collegeId: uuid(), otherCollegeId: uuid(), paperId: uuid() };
  await createCollege(services, office.collegeId, `OWN${unique()}`);
  await createCollege(services, office.otherCollegeId, `OTHER${unique()}`);
  await createPaper(services, office.paperId, { code: `PAPER${unique()}`, name: `Paper ${unique()}` });
  return office;
}

async function setUpOffice(portal: Portal): Promise<Office> {
  const { services } = portal;
  const office = {
    collegeId: uuid(),
    otherCollegeId: uuid(),
    courseId: uuid(),
    paperId: uuid(),
    certificateType: 'Degree',
  };
  await services.db
    .insertInto('university')
    .values({
      id: uuid(),
      name: 'Vishwavidya University of Karnataka',
      names: JSON.stringify({ kn: 'ವಿಶ್ವವಿದ್ಯಾ ಕರ್ನಾಟಕ ವಿಶ್ವವಿದ್ಯಾಲಯ', hi: 'विश्वविद्या कर्नाटक विश्वविद्यालय' }),
      place: 'Mysuru',
    })
    .execute();
  await createCollege(services, office.collegeId, 'COL001');
  await createCollege(services, office.otherCollegeId, 'COL002');
  await services.db.insertInto('courses').values({ id: office.courseId, name: 'ECE' }).execute();
  await services.db
    .insertInto('number_series')
    .values({ id: uuid(), name: 'Certificates', pattern: '{year}/{n:6}', scope: ['year'], next_number: 1 })
    .execute();
  await services.db
    .insertInto('certificate_types')
    .values({ name: 'Degree', number_series: 'Certificates' })
    .execute();
  await createPaper(services, office.paperId, { code: 'PAR-MAR', name: 'Parchment' });
  await completeChecklist(services);
  await signOffLayout(portal, { certificateType: 'Degree', colour: 'Maroon' });
  return office;
}

/** What nothing is received or printed without, as far as the office above does not have it. */
async function completeChecklist({ db }: Services): Promise<void> {
  await db
    .insertInto('offices')
    .values({
      id: uuid(),
      office: 'Chancellor',
      holder: 'Dr. Sumathi Rao',
      held_from: '2000-01-01',
      held_until: '2000-12-31',
      signs: 'no',
    })
    .execute();
  await db
    .insertInto('convocations')
    .values({ id: uuid(), number: '0', held_on: '2001-03-14', academic_years: '2000-01' })
    .execute();
  // Of years that no test asks about.
  await db
    .insertInto('fee_schedule')
    .values({ id: uuid(), charge: 'reprint', level: 'diploma', academic_year: '2000-01', amount: 0 })
    .execute();
  for (const role of ['receiver', 'case_worker'] as const) {
    await db
      .insertInto('staff')
      .values({
        id: uuid(),
        role,
        name: `Office ${role}`,
        email: `office-${role}@dikshant.example`,
        password_hash: 'none',
      })
      .execute();
  }
}

async function createCollege({ db }: Services, id: string, code: string): Promise<void> {
  await db
    .insertInto('colleges')
    .values({
      id,
      code,
      name: `College ${code}`,
      contact_number: '0821 241 5600',
      address: 'Mysuru',
      convocation_fee: 700,
    })
    .execute();
}

async function createPaper(
  { db }: Services,
  id: string,
  paper: { code: string; name: string },
): Promise<void> {
  await db
    .insertInto('papers')
    .values({ id, ...paper, colour: 'Maroon' })
    .execute();
}

/** Lets runs of a layout start: one person makes its proof sheet, another signs it off. */
async function signOffLayout(portal: Portal, layout: Layout): Promise<void> {
  const [maker, second] = await portal.asEach('printer', 'printer');
  const { id } = await maker.api.proofs.makeProof(layout);
  await second.api.proofs.signOffProof({ id, version: 1 });
}

/** Numbered paper in store: received by one person and approved by another. */
export async function stockBlanks(portal: Portal, paperId: string, count: number): Promise<void> {
  const [storekeeper, approver] = await portal.asEach('admin', 'admin');
  // A serial has six digits; long forms stock more often than that.
  const place = unique() - 1;
  const firstSerial = ((place % 999) + 1) * 1_000;
  const { id } = await storekeeper.api.stock.receiveBlanks({
    paperId,
    serialPrefix: String.fromCharCode('A'.charCodeAt(0) + Math.floor(place / 999)),
    firstSerial,
    lastSerial: firstSerial + count - 1,
    totalQuantity: count,
    receivedOn: dayInIndia(new Date()),
  });
  await approver.api.stock.approveBlanks({ id, version: 1 });
}

export async function uploadFile(
  caller: Pick<StaffCaller, 'fetch'>,
  kind: FileKind,
  bytes?: Buffer,
  name = kind === 'receipt' ? 'receipt.jpg' : 'photo.jpg',
): Promise<Response> {
  // A picture serves as well as a PDF, for which a second process would have to start.
  const body = bytes ?? (await drawPortrait(unique()));
  return caller.fetch(`/api/files?kind=${kind}&name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });
}

export function draftEntry(overrides: Partial<DraftEntry> = {}): DraftEntry {
  return {
    number: String(100_000 + unique()),
    drawnOn: addMonths(dayInIndia(new Date()), -1),
    bank: 'State Bank of India',
    branch: 'Mysuru Main',
    amount: 700,
    ...overrides,
  };
}

/** A draft that is brought with its bank receipt, which is uploaded now unless it is there already. */
export async function withReceipt(caller: StaffCaller, draft: DraftEntry): Promise<DraftEntry> {
  return { ...draft, receiptFileId: draft.receiptFileId ?? (await uploadedId(caller, 'receipt')) };
}

/** The first upload of each kind, by portal. */
const firstUploads = new WeakMap<Services, Map<FileKind, string>>();

/**
 * A file that the caller uploaded, for tests that are about something else: the first of its kind is uploaded, each further
 * one is another row with its pictures. To draw, send, read and store a picture takes longer than to receive an application.
 */
async function uploadedId(caller: StaffCaller, kind: FileKind): Promise<string> {
  const { services, actor } = caller;
  const known = firstUploads.get(services) ?? new Map<FileKind, string>();
  firstUploads.set(services, known);
  const files = services.db;
  const first = await files
    .selectFrom('files')
    .selectAll()
    .where('id', '=', known.get(kind) ?? uuid())
    .executeTakeFirst();
  if (!first) {
    const { id } = (await (await uploadFile(caller, kind)).json()) as { id: string };
    known.set(kind, id);
    return id;
  }
  const id = uuid();
  const own = { id, uploaded_by: actor.id, uploaded_at: new Date(), college_id: actor.scope.collegeId };
  // Two drafts with one receipt look alike, so each has bytes of its own by its digest.
  const sha256 = createHash('sha256').update(id).digest('hex');
  await files
    .insertInto('files')
    .values({ ...first, ...own, sha256 })
    .execute();
  return id;
}

/** What a receiver types for a candidate whose draft pays the fee; the files are uploaded as that receiver. */
export async function applicationEntry(
  receiver: StaffCaller,
  office: Office,
  overrides: Partial<ReceiveApplicationInput> = {},
): Promise<ReceiveApplicationInput> {
  const number = unique();
  return {
    registrationNumber: `REG${String(number).padStart(6, '0')}`,
    examRollNumber: String(24_000_000 + number),
    candidateName: `Candidate ${number}`,
    candidateNameNative: '',
    courseId: office.courseId,
    collegeId: office.collegeId,
    academicYear: '2024-25',
    guideName: '',
    modeOfStudy: 'Regular',
    certificateType: office.certificateType,
    paperId: office.paperId,
    photoFileId: overrides.photoFileId ?? (await uploadedId(receiver, 'photo')),
    concession: null,
    totalAmount: 700,
    ...overrides,
    drafts: await Promise.all(
      (overrides.drafts ?? [draftEntry()]).map((draft) => withReceipt(receiver, draft)),
    ),
  };
}

/** A received application, as its receiver sees it. */
export async function receiveApplication(
  receiver: StaffCaller,
  office: Office,
  overrides: Partial<ReceiveApplicationInput> = {},
): Promise<string> {
  const { id } = await receiver.api.applications.receiveApplication(
    await applicationEntry(receiver, office, overrides),
  );
  return id;
}

/** A verified application's certificate, waiting to be printed. */
export async function verifiedCertificate(
  people: { receiver: StaffCaller; caseWorker: StaffCaller },
  office: Office,
  overrides: Partial<ReceiveApplicationInput> = {},
): Promise<{ applicationId: string; certificateId: string; convocationNumber: string }> {
  const applicationId = await receiveApplication(people.receiver, office, overrides);
  const { convocationNumber } = await people.caseWorker.api.applications.verifyApplication({
    id: applicationId,
    version: 1,
  });
  const application = await people.caseWorker.api.applications.getApplication({ id: applicationId });
  return { applicationId, certificateId: application.certificateId!, convocationNumber };
}

/** What somebody who asks for a reprint of a printed certificate sends; the photo is uploaded as that person. */
export async function reprintEntry(
  caller: StaffCaller,
  certificateId: string,
  overrides: Partial<ReprintEntry> = {},
): Promise<ReprintEntry> {
  return {
    certificateId,
    reason: 'The seal is smudged.',
    cause: 'candidate',
    errorPhotoFileId: overrides.errorPhotoFileId ?? (await uploadedId(caller, 'error_photo')),
    ...overrides,
  };
}

/** What an administrator types of a college that no other test has. */
export function collegeEntry(overrides: Partial<CollegeEntry> = {}): CollegeEntry {
  const number = unique();
  return {
    name: `New College ${number}`,
    code: `NEW${String(number).padStart(4, '0')}`,
    contactNumber: '0821 241 5600',
    address: 'Vijayanagar, Mysuru 570017',
    convocationFee: 700,
    email: '',
    ...overrides,
  };
}

/** What an administrator types of a student of the office's college. */
export function studentEntry(
  office: Pick<Office, 'collegeId'>,
  overrides: Partial<StudentEntry> = {},
): StudentEntry {
  const number = unique();
  return {
    name: 'Priya Nair',
    nameNative: '',
    collegeId: office.collegeId,
    address: 'Vijayanagar, Mysuru 570017',
    registrationNumber: `STU${String(number).padStart(6, '0')}`,
    examRollNumber: String(25_000_000 + number),
    ...overrides,
  };
}

/** A bundle that a college took along, before anything is in it. */
export async function addBundle(
  { services }: Portal,
  {
    collegeId,
    handedOverBy,
    deliveredTo = 'Dr. Lakshmi Rao',
  }: { collegeId: string; handedOverBy: string; deliveredTo?: string },
): Promise<string> {
  const id = uuid();
  await services.db
    .insertInto('bundles')
    .values({
      id,
      bundle_number: unique(),
      college_id: collegeId,
      delivered_to: deliveredTo,
      designation: 'Principal',
      identity_seen: 'College card',
      handed_over_by: handedOverBy,
      handed_over_at: new Date(),
    })
    .execute();
  return id;
}
