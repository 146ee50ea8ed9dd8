import type { ApplicationEntry } from '#features/applications/entry-contract.ts';
import { correctApplication } from '#features/applications/server/commands/correct-application.ts';
import { receiveApplication } from '#features/applications/server/commands/receive-application.ts';
import { rejectApplication } from '#features/applications/server/commands/reject-application.ts';
import { reopenApplication } from '#features/applications/server/commands/reopen-application.ts';
import { returnApplication } from '#features/applications/server/commands/return-application.ts';
import { verifyApplication } from '#features/applications/server/commands/verify-application.ts';
import { withdrawContactConsent } from '#features/applications/server/commands/withdraw-contact-consent.ts';
import { addStudent } from '#features/students/server/commands/add-student.ts';
import { contactNoticeVersion } from '#shared/contact-notice.ts';
import { addDays, dayInIndia } from '#shared/format.ts';
import type { CaseAct, DemoCase, DemoDraft, Moment } from './demo-case.ts';
import type { Act, DemoOffice } from './demo-office.ts';
import { drawDraftPhoto, drawPortrait, writeDraftScan } from './demo-pictures.ts';
import { academicYearOf, demoStudent } from './demo-students.ts';
import type { Upload } from './uploads.ts';

/** The present state of an application and its certificate. */
export type CaseWork = {
  plan: DemoCase;
  id: string;
  photoFileId: string;
  /** Whether the fault has been corrected. */
  isCorrected: boolean;
  /** The valid copy: its sheet and the blank's serial. */
  certificateId: string;
  copy: { sheetId: string; serial: string } | null;
  /** The serial of the copy that was handed over. */
  outSerial: string | null;
  reprintRequestId: string;
  revocationId: string;
  happened: Set<Moment>;
  /** Number of acts so far, used in their keys. */
  acts: number;
};

export type When = Pick<Act, 'at' | 'key'>;
/** Returns the moment that it brings about, if other acts follow from it. */
export type ActOnCase = (office: DemoOffice, work: CaseWork, when: When) => Promise<Moment | null>;

/** Drafts already registered: a further candidate of the same draft brings no receipt. */
const registered = new WeakMap<DemoOffice, Set<DemoDraft>>();

export async function enrol(office: DemoOffice, plan: DemoCase): Promise<void> {
  const { key, inMaster, enrolledAt: at } = plan;
  if (inMaster === 'missing') return;
  await office.once({ by: 'admin', at, key: `${key}-student` }, (context) =>
    addStudent(context, { ...studentOf(office, plan), ...inMaster }),
  );
}

/** The ids of photo and receipt; no receipt if the draft was registered before. */
export type Uploaded = { photoFileId: string; receiptFileId: string | undefined };

export async function uploadFor(office: DemoOffice, plan: DemoCase): Promise<Uploaded> {
  const { key, receivedAt: at, receiver: by, draft } = plan;
  const act = (step: string) => ({ by, at, key: `${key}-${step}` });
  const known = registered.get(office) ?? new Set();
  registered.set(office, known);
  const [photoFileId, receiptFileId] = await Promise.all([
    office.upload(act('photo'), photoOf(plan)),
    known.has(draft) || isWaived(plan) ? undefined : office.upload(act('receipt'), receiptOf(draft)),
  ]);
  known.add(draft);
  return { photoFileId, receiptFileId };
}

export async function receive(
  office: DemoOffice,
  plan: DemoCase,
  { photoFileId, receiptFileId }: Uploaded,
): Promise<CaseWork> {
  const { key, receivedAt: at, receiver: by, draft } = plan;
  const { id } = await office.once({ by, at, key: `${key}-receive` }, (context) =>
    receiveApplication(context, {
      ...entryOf(office, plan, { photoFileId, isCorrected: false }),
      drafts: isWaived(plan) ? [] : [{ ...faceOf(draft), ...(receiptFileId && { receiptFileId }) }],
    }),
  );
  return {
    plan,
    id,
    photoFileId,
    isCorrected: false,
    certificateId: '',
    copy: null,
    outSerial: null,
    reprintRequestId: '',
    revocationId: '',
    happened: new Set(),
    acts: 0,
  };
}

/** This many numbers on, the same face appears before another background. */
const sameFace = 770;

/** The uploads of an application, to be drawn ahead of time. */
export function uploadsOf(plan: DemoCase, isFirstOfDraft: boolean): [key: string, upload: Upload][] {
  const photo: [string, Upload] = [`${plan.key}-photo`, photoOf(plan)];
  return isFirstOfDraft && !isWaived(plan)
    ? [photo, [`${plan.key}-receipt`, receiptOf(plan.draft)]]
    : [photo];
}

const returned: { reason: string; remark: string }[] = [
  { reason: 'photo', remark: 'The face is not clearly visible; please scan the photo again.' },
  { reason: 'receipt', remark: 'The date of the draft cannot be read.' },
  { reason: 'registration', remark: 'The roll number is that of another student of the college.' },
  { reason: 'name', remark: 'The marks card has the initial before the name.' },
];

export const applicationActs = {
  verify: async (office, work, when) => {
    const { plan, id, isCorrected } = work;
    const explained = isCorrected && plan.misspelt;
    await office.once({ ...when, by: plan.caseWorker }, async (context) =>
      verifyApplication(context, {
        id,
        version: await office.versionOf('applications', id),
        ...(explained && { differences: { fields: ['candidateName'], reason: 'marks_card' as const } }),
      }),
    );
    work.certificateId ||= await certificateOf(office, id);
    return 'verified';
  },
  reject: async (office, { plan, id }, when) => {
    await office.once({ ...when, by: plan.caseWorker }, async (context) =>
      rejectApplication(context, {
        id,
        version: await office.versionOf('applications', id),
        reason: 'short_fee',
        remark: '',
      }),
    );
    return null;
  },
  return: async (office, { plan, id }, when) => {
    // The later correction replaces the photo.
    const isToBeCorrected = plan.story.received?.some(([, act]) => act === 'correct');
    const { reason, remark } = returned[isToBeCorrected ? 0 : plan.index % returned.length]!;
    await office.once({ ...when, by: plan.caseWorker }, async (context) =>
      returnApplication(context, {
        id,
        version: await office.versionOf('applications', id),
        reasons: [reason],
        remark,
      }),
    );
    return null;
  },
  correct: async (office, work, when) => {
    const { plan, id } = work;
    work.isCorrected = true;
    if (!plan.misspelt)
      work.photoFileId = await office.upload(
        { ...when, by: plan.receiver, key: `${when.key}-photo` },
        { ...photoOf(plan), draw: () => drawPortrait(plan.index + sameFace) },
      );
    await office.once({ ...when, by: plan.receiver }, async (context) =>
      correctApplication(context, {
        ...entryOf(office, plan, work),
        id,
        version: await office.versionOf('applications', id),
        drafts: [],
        replacedReceipts: [],
        answers: [{ reason: plan.misspelt ? 'name' : 'photo', answer: 'corrected', remark: '' }],
      }),
    );
    return null;
  },
  payUp: async (office, work, when) => {
    const { plan, id } = work;
    const by = plan.receiver;
    const further = furtherDraft(plan.draft, when.at, totalOf(office, plan) - plan.draft.amount);
    const receiptFileId = await office.upload(
      { ...when, by, key: `${when.key}-receipt` },
      receiptOf(further),
    );
    await office.once({ ...when, by }, async (context) =>
      correctApplication(context, {
        ...entryOf(office, plan, work),
        id,
        version: await office.versionOf('applications', id),
        drafts: [{ ...faceOf(further), receiptFileId }],
        replacedReceipts: [],
        answers: [],
      }),
    );
    return null;
  },
  reopen: async (office, { plan, id }, when) => {
    const [reason, remark] = plan.misspelt
      ? (['name', `The marks card has ${plan.name}.`] as const)
      : (['photo', 'The photo is that of a brother.'] as const);
    await office.once({ ...when, by: 'registrar' }, async (context) =>
      reopenApplication(context, { id, version: await office.versionOf('applications', id), reason, remark }),
    );
    return null;
  },
  withdrawConsent: async (office, { plan, id }, when) => {
    await office.once({ ...when, by: plan.receiver }, async (context) =>
      withdrawContactConsent(context, { id, version: await office.versionOf('applications', id) }),
    );
    return null;
  },
} satisfies Partial<Record<CaseAct, ActOnCase>>;

/** A draft that replaces or supplements another; its number is the next one. */
export function furtherDraft(draft: DemoDraft, at: Date, amount: number): DemoDraft {
  const { bank, branch, number } = draft;
  return { bank, branch, amount, number: String(Number(number) + 1), drawnOn: addDays(dayInIndia(at), -2) };
}

export function faceOf({ number, drawnOn, bank, branch, amount }: DemoDraft) {
  return { number, drawnOn, bank, branch, amount };
}

export function receiptOf(draft: DemoDraft): Upload {
  const { number, photoTurned } = draft;
  const isPhoto = photoTurned !== undefined;
  return {
    kind: 'receipt',
    name: `dd-${number}.${isPhoto ? 'jpg' : 'pdf'}`,
    draw: () => (isPhoto ? drawDraftPhoto(draft, photoTurned) : writeDraftScan(draft)),
  };
}

function photoOf({ name, index }: DemoCase): Upload {
  const slug = name.toLowerCase().replaceAll(' ', '-');
  return { kind: 'photo', name: `${slug}.jpg`, draw: () => drawPortrait(index) };
}

function studentOf(office: DemoOffice, plan: DemoCase) {
  const college = office.colleges.get(plan.college)!;
  const name = plan.misspelt ?? plan.name;
  const courseId = office.courses.get(plan.course)!;
  return demoStudent(
    { name, native: plan.native },
    { index: plan.index, year: plan.year, college, courseId },
  );
}

function totalOf(office: DemoOffice, { college, concession, lateFee = 0 }: DemoCase): number {
  return office.colleges.get(college)!.convocationFee + lateFee - (concession?.amount ?? 0);
}

/** A candidate who pays nothing brings no draft. */
function isWaived({ draft }: DemoCase): boolean {
  return draft.amount === 0;
}

function entryOf(
  office: DemoOffice,
  plan: DemoCase,
  { photoFileId, isCorrected }: Pick<CaseWork, 'photoFileId' | 'isCorrected'>,
): ApplicationEntry {
  const { registrationNumber, examRollNumber, collegeId, name, nameNative } = studentOf(office, plan);
  const { concession, certificateType } = plan;
  const isWithdrawn = plan.story.verified?.some(([, act]) => act === 'withdrawConsent');
  return {
    registrationNumber,
    examRollNumber,
    candidateName: isCorrected ? plan.name : name,
    candidateNameNative: nameNative,
    courseId: office.courses.get(plan.course)!,
    collegeId,
    academicYear: academicYearOf(plan),
    guideName: '',
    modeOfStudy: 'Regular',
    certificateType,
    paperId: office.papers.get(plan.paper)!,
    photoFileId,
    concession,
    // Two of three candidates leave contact details.
    contactNotice: plan.index % 3 > 0 || isWithdrawn ? contactNoticeVersion : null,
    totalAmount: totalOf(office, plan),
  };
}

async function certificateOf({ services }: DemoOffice, applicationId: string): Promise<string> {
  const { id } = await services.db
    .selectFrom('certificates')
    .where('application_id', '=', applicationId)
    .select('certificates.id')
    .executeTakeFirstOrThrow();
  return id;
}
