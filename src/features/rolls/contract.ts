import { z } from 'zod';
import { FallenDraft } from '#features/demand-drafts/contract.ts';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { changeRecord, listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Day, Id, Moment, SearchTerm, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const rollStateLabels = { open: t`Open`, closed: t`Closed`, resolved: t`Resolved` };
const rollStates = namesOf(rollStateLabels);

/** Why an entry is struck; `withheld` only for certificates on no roll. */
export const struckReasonLabels = {
  revoked: t`Revoked`,
  reopened: t`Application reopened`,
  draft_returned: t`Draft returned by the bank`,
  draft_replaced: t`Draft replaced`,
  withheld: t`Withheld`,
};
const StruckReason = z.enum(namesOf(struckReasonLabels));

export const Roll = z.object({
  id: Id,
  convocationId: Id,
  convocationNumber: z.string(),
  convocationName: z.string().nullable(),
  /** 0 is the main roll; 1, 2, … are supplements. */
  number: z.int(),
  state: z.enum(rollStates),
  /** Null while the roll is open: its members are counted only on its own page. */
  entryCount: z.int().nullable(),
  struckCount: z.int(),
  openedBy: z.string(),
  openedAt: Moment,
  closedBy: z.string().nullable(),
  closedById: Id.nullable(),
  closedAt: Moment.nullable(),
  resolutionBody: z.string().nullable(),
  resolutionNumber: z.string().nullable(),
  resolutionDate: Day.nullable(),
  resolvedBy: z.string().nullable(),
  resolvedAt: Moment.nullable(),
  version: Version,
});
export type Roll = z.infer<typeof Roll>;

/** One roll; the members of an open one are counted now. */
export const RollDetail = Roll.extend({ entryCount: z.int() });
export type RollDetail = z.infer<typeof RollDetail>;

const text = z.string().nullable();
const figure = z.number().nullable();

/** The approved facts of an entry: written when the roll is closed, and never changed. */
export const RollFacts = z.object({
  convocationNumber: z.string(),
  candidateName: z.string(),
  candidateNameNative: text,
  registrationNumber: z.string(),
  examRollNumber: z.string(),
  fatherName: text,
  motherName: text,
  guardianName: text,
  collegeCode: z.string(),
  college: z.string(),
  /** The course's code; `degree` is the title on the certificate. */
  course: z.string(),
  degree: z.string(),
  certificateType: z.string(),
  academicYear: z.string(),
  division: text,
  rank: text,
  cgpa: figure,
  cgpaScale: figure,
  percentage: figure,
});
export type RollFacts = z.infer<typeof RollFacts>;

const struck = {
  struckAt: Moment.nullable(),
  struckReason: StruckReason.nullable(),
  /** The remark typed; for a reopening without one its reason, a `ChoiceValue`. */
  struckRemark: z.string().nullable(),
  /** The draft that caused it, shown in place of the remark. */
  fallenDraft: FallenDraft.nullable(),
};

export const RollEntry = RollFacts.extend({
  certificateId: Id,
  position: z.int(),
  ...struck,
  struckBy: z.string().nullable(),
});
export type RollEntry = z.infer<typeof RollEntry>;

/** One issued copy as its sheet says. What the sheet lacks comes from the roll, then from the award record. */
export const RegisterEntry = z.object({
  /** The sheet's id. */
  id: Id,
  certificateId: Id,
  /** The roll's number: 0 the main roll, 1, 2, … supplements; null for a certificate on no roll. */
  section: z.int().nullable(),
  resolution: z.string().nullable(),
  /** Position within the section. */
  position: z.int(),
  convocationNumber: z.string(),
  candidateName: z.string(),
  candidateNameNative: z.string().nullable(),
  fatherName: z.string().nullable(),
  motherName: z.string().nullable(),
  degree: z.string(),
  college: z.string(),
  collegeCode: z.string(),
  certificateType: z.string(),
  division: z.string().nullable(),
  rank: z.string().nullable(),
  serial: z.string(),
  copyNumber: z.int(),
  /** The date of issue on the sheet. */
  givenOn: Day,
  printedAt: Moment,
  ...struck,
});
export type RegisterEntry = z.infer<typeof RegisterEntry>;

/** `printed` equals the lists' and the dashboard's count: standing − reprinting + withheld. */
export const RegisterTotals = z.object({
  entries: z.int(),
  standing: z.int(),
  struck: z.int(),
  /** Standing entries whose new copy is still to be printed. */
  reprinting: z.int(),
  /** Struck entries whose copy stays valid until the application is verified again and a new copy printed. */
  withheld: z.int(),
  printed: z.int(),
});
export type RegisterTotals = z.infer<typeof RegisterTotals>;

/** A convocation with the state of its rolls. */
export const RollConvocation = z.object({
  id: Id,
  number: z.string(),
  name: z.string().nullable(),
  heldOn: Day,
  academicYears: z.string(),
  rollCount: z.int(),
  hasOpenRoll: z.boolean(),
});
export type RollConvocation = z.infer<typeof RollConvocation>;

const RollFilters = z.object({
  /** Searches convocation and resolution. */
  search: SearchTerm,
  state: z.enum(['all', ...rollStates]).default('all'),
});
export type RollFilters = z.infer<typeof RollFilters>;

const show = z.enum(['all', 'standing', 'struck']).default('all');
const RollEntryFilters = z.object({ search: SearchTerm, rollId: Id, show });
export type RollEntryFilters = z.infer<typeof RollEntryFilters>;
const RegisterFilters = z.object({ search: SearchTerm, convocationId: Id, show });
export type RegisterFilters = z.infer<typeof RegisterFilters>;

const university = ['rolls.university_only'] as const;
/** The members of an open roll, and what is issued, change with these. */
const ofCertificates = ['rolls', 'certificates', 'applications', 'convocations'] as const;
const read = { access: 'rolls:read', reads: ofCertificates } as const;

/** Rolls belong to the whole university, like the meeting that approves them. */
export const rollsContract = {
  ...listOperation('Rolls', {
    path: '/rolls',
    of: 'the rolls of convocations and their supplements',
    ...read,
    errors: university,
    row: Roll,
    filters: RollFilters,
  }),
  getRoll: readRecord('/rolls/{id}', {
    summary: 'One roll with the number of its entries.',
    ...read,
    errors: [...university, 'rolls.not_found'],
    answer: RollDetail,
  }),
  listRollConvocations: operation('GET /roll-convocations', {
    summary: 'The convocations, the last first, with the number of their rolls.',
    ...read,
    errors: university,
  }).output(z.object({ convocations: z.array(RollConvocation) })),
  ...listOperation('RollEntries', {
    path: '/roll-entries',
    of: 'who is on a roll, by college, course and merit; of an open one, who would be if it was closed now',
    ...read,
    errors: [...university, 'rolls.not_found'],
    row: RollEntry,
    filters: RollEntryFilters,
  }),
  ...listOperation('Register', {
    path: '/degree-register',
    of: 'everything that was issued at a convocation, by roll and supplement; what was struck stays',
    ...read,
    errors: [...university, 'rolls.no_convocation'],
    row: RegisterEntry,
    filters: RegisterFilters,
  }),
  getRegisterTotals: operation('GET /degree-registers/{id}/totals', {
    summary: 'The totals of the degree register of a convocation.',
    ...read,
    notFound: 'rolls.no_convocation',
    errors: [...university, 'rolls.no_convocation'],
  })
    .input(z.object({ id: Id }))
    .output(RegisterTotals),
  openRoll: operation('POST /rolls', {
    summary: 'Opens the roll of a convocation, or its next supplement once the one before is closed.',
    access: 'rolls:keep',
    errors: [...university, 'rolls.no_convocation', 'rolls.one_open'],
  })
    .input(z.object({ convocationId: Id }))
    .output(z.object({ id: Id })),
  closeRoll: changeRecord('/rolls/{id}/close', {
    summary:
      'Closes a roll for good: who is verified now stands on it, who is verified later joins the next supplement.',
    access: 'rolls:keep',
    errors: [...university, 'rolls.not_found', 'rolls.not_open', 'rolls.empty'],
  }),
  resolveRoll: changeRecord('/rolls/{id}/resolve', {
    summary: 'Enters the resolution that approves a closed roll, by another person than who closed it.',
    access: 'rolls:keep',
    errors: [...university, 'rolls.not_found', 'rolls.not_closed', 'rolls.own_roll', 'rolls.resolved_later'],
    fields: {
      resolutionBody: typedText()
        .trim()
        .min(2, t`Enter the body that resolved, for example Syndicate.`)
        .max(80),
      resolutionNumber: typedText().trim().min(1, t`Enter the number of the resolution.`).max(60),
      resolutionDate: Day,
    },
  }),
};

export const rollDocuments = {
  roll: documentOperation('/rolls/{id}/document', {
    summary: 'A closed roll for the meeting, by college, course and merit, with totals: PDF/A.',
    access: 'rolls:read',
    notFound: 'rolls.not_found',
    errors: [...university, 'rolls.still_open', 'papers.letters_missing'],
  }),
  register: documentOperation('/degree-registers/{id}/document', {
    summary: 'The degree register of a convocation, with page totals and places for signatures: PDF/A.',
    access: 'rolls:read',
    notFound: 'rolls.no_convocation',
    errors: [...university, 'papers.letters_missing'],
  }),
};
