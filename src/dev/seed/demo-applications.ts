import { receiveApplication } from '#features/applications/server/commands/receive-application.ts';
import { rejectApplication } from '#features/applications/server/commands/reject-application.ts';
import { returnApplication } from '#features/applications/server/commands/return-application.ts';
import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { listApplicationChoices } from '#features/applications/server/queries.ts';
import { addStudent } from '#features/students/server/commands/add-student.ts';
import type { Actor, Services } from '#platform/server/context.ts';
import { wholeUniversity } from '#platform/server/db/database.ts';
import { receiveFile } from '#platform/server/files/receive-file.ts';
import { contactNoticeVersion } from '#shared/contact-notice.ts';
import { addMonths, dayInIndia } from '#shared/format.ts';
import { actingAs } from './acting.ts';
import { type DemoCandidate, demoCandidates } from './demo-candidates.ts';
import { drawDraftPhoto, drawPortrait, writeDraftScan } from './demo-pictures.ts';
import { demoStudent } from './demo-students.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** What the case worker finds on those that still wait, in their order: what the master says, the receipt, the fee. */
type Oddity = {
  inMaster?: { name?: string; examRollNumber?: string } | 'missing';
  photoTurned?: number;
  isShort?: boolean;
};
const oddities: Oddity[] = [
  { inMaster: { name: 'Imran A Khan' }, photoTurned: 0 },
  {},
  { inMaster: { examRollNumber: '24101999' }, photoTurned: 1 },
  { inMaster: 'missing', isShort: true },
];

function oddityOf(candidate: DemoCandidate): Oddity {
  const waiting = demoCandidates.filter(({ ending }) => ending === 'received');
  return oddities[waiting.indexOf(candidate)] ?? {};
}

export type DemoDesk = { admin: Actor; receiver: Actor; caseWorker: Actor };
type Choices = Awaited<ReturnType<typeof listApplicationChoices>>;
const banks = [
  ['State Bank of India', 'Mysuru Main'],
  ['Canara Bank', 'Mandya'],
  ['Karnataka Bank', 'Mangaluru Hampankatta'],
] as const;

/**
 * Receives and decides on the forty applications, one after the other from January 2024 up to yesterday. Each candidate
 * is in the student master a few hours before.
 */
export async function seedApplications(services: Services, desk: DemoDesk, now: Date): Promise<void> {
  const choices = await listApplicationChoices(services.db, wholeUniversity);
  const first = Date.UTC(2024, 0, 9, 5);
  const step = (now.getTime() - 2 * day - first) / (demoCandidates.length - 1);
  for (const [index, candidate] of demoCandidates.entries()) {
    const receivedAt = new Date(first + index * step);
    await seedApplication(services, desk, choices, { index, candidate, receivedAt });
  }
}

type Case = { index: number; candidate: DemoCandidate; receivedAt: Date };

async function seedApplication(
  services: Services,
  desk: DemoDesk,
  choices: Choices,
  { index, candidate, receivedAt }: Case,
) {
  const key = (step: string) => `demo-${String(index).padStart(3, '0')}-${step}`;
  const atCounter = (step: string) => actingAs(services, desk.receiver, { now: receivedAt, key: key(step) });
  const today = dayInIndia(receivedAt);
  const college = choices.colleges[index % choices.colleges.length]!;
  const [bank, branch] = banks[index % banks.length]!;
  const total = college.convocationFee;
  const oddity = oddityOf(candidate);
  const isShort = candidate.ending === 'rejected' || oddity.isShort;
  const draft = {
    number: String(410_200 + index * 137),
    drawnOn: addMonths(today, -1),
    bank,
    branch,
    amount: isShort ? (total === 700 ? 500 : 60_000) : total,
  };
  const parchments = choices.papers.filter((paper) => paper.name === 'Parchment');
  const slug = candidate.name.toLowerCase().replaceAll(' ', '-');
  const photo = await receiveFile(atCounter('photo'), {
    kind: 'photo',
    name: `${slug}.jpg`,
    bytes: await drawPortrait(index),
  });
  const isPhoto = oddity.photoTurned !== undefined;
  const receipt = await receiveFile(atCounter('receipt'), {
    kind: 'receipt',
    name: `dd-${draft.number}.${isPhoto ? 'jpg' : 'pdf'}`,
    bytes: isPhoto ? await drawDraftPhoto(draft, oddity.photoTurned!) : writeDraftScan(draft),
  });
  const year = Number(today.slice(0, 4)) - 1;
  const student = demoStudent(candidate, { index, year, college });
  const enrolledAt = new Date(receivedAt.getTime() - 3 * hour);
  if (oddity.inMaster !== 'missing') {
    const enrolling = actingAs(services, desk.admin, { now: enrolledAt, key: key('student') });
    await addStudent(enrolling, { ...student, ...oddity.inMaster });
  }
  const { id } = await receiveApplication(atCounter('receive'), {
    registrationNumber: student.registrationNumber,
    examRollNumber: student.examRollNumber,
    candidateName: student.name,
    candidateNameNative: student.nameNative,
    courseId: choices.courses[index % choices.courses.length]!.id,
    collegeId: college.id,
    academicYear: `${year}-${String((year + 1) % 100).padStart(2, '0')}`,
    guideName: '',
    modeOfStudy: 'Regular',
    certificateType: 'Degree',
    paperId: parchments[index % parchments.length]!.id,
    photoFileId: photo.id,
    concession: null,
    // Two of three candidates leave contact details.
    contactNotice: index % 3 === 0 ? null : contactNoticeVersion,
    totalAmount: total,
    drafts: [{ ...draft, receiptFileId: receipt.id }],
  });
  await decide(services, desk, candidate, {
    id,
    key: key('decide'),
    decidedAt: new Date(receivedAt.getTime() + 20 * hour),
  });
}

async function decide(
  services: Services,
  desk: DemoDesk,
  candidate: DemoCandidate,
  { id, key, decidedAt }: { id: string; key: string; decidedAt: Date },
) {
  const context = actingAs(services, desk.caseWorker, { now: decidedAt, key });
  if (candidate.ending === 'received') return;
  if (candidate.ending === 'rejected') {
    await rejectApplication(context, { id, version: 1, reason: 'short_fee', remark: '' });
  } else if (candidate.ending === 'returned') {
    await returnApplication(context, {
      id,
      version: 1,
      reasons: ['photo'],
      remark: 'The face is not clearly visible; please scan the photo again.',
    });
  } else {
    await verifyApplication(context, { id, version: 1 });
  }
}
