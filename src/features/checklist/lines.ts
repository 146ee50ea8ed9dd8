import { namesOf } from '#shared/labels.ts';
import { paths } from '#shared/paths.ts';
import { translateLabel } from '#shared/translate-label.ts';
import { t } from '#shared/words.ts';

/** Work that is blocked until the university is set up for it. */
export const works = ['receiving', 'printing'] as const;
export type Work = (typeof works)[number];

type Line = {
  /** Its name in the checklist, at the counter and in error messages. */
  label: string;
  /** The work that it blocks; `nothing` only warns. */
  blocks: Work | 'nothing';
  /** What to do, if its page does not say so. */
  hint?: string;
  /** Any row of this table completes the item; other conditions are in the checklist's server code. */
  rows?: string;
};

/** What a university needs before it can work, in setup order. */
const lines = {
  university: {
    label: t`University`,
    blocks: 'receiving',
    rows: 'university',
  },
  courses: { label: t`Courses`, blocks: 'receiving' },
  number_series: {
    label: t`Number series`,
    blocks: 'receiving',
    rows: 'number_series',
  },
  certificate_types: {
    label: t`Certificate types`,
    blocks: 'receiving',
  },
  papers: {
    label: t`Papers`,
    blocks: 'receiving',
    hint: t`A kind of paper is added on the form of a delivery.`,
    rows: 'papers',
  },
  fees: {
    label: t`Fees`,
    blocks: 'receiving',
    rows: 'fee_schedule',
  },
  colleges: {
    label: t`Colleges`,
    blocks: 'receiving',
    rows: 'colleges',
  },
  receiver: {
    label: t`A receiver`,
    blocks: 'receiving',
  },
  case_worker: { label: t`A case worker`, blocks: 'receiving' },
  offices: {
    label: t`Offices`,
    blocks: 'printing',
    rows: 'offices',
  },
  convocation: {
    label: t`Convocation`,
    blocks: 'printing',
    rows: 'convocations',
  },
  blanks: {
    label: t`Approved blanks`,
    blocks: 'printing',
    hint: t`One administrator records a delivery of numbered paper, another approves it.`,
    rows: 'blanks',
  },
  two_who_print: {
    label: t`Two people who may print`,
    blocks: 'printing',
    hint: t`Printers and administrators: a proof sheet is signed off by somebody who did not make it.`,
  },
  proof: {
    label: t`Template proof`,
    blocks: 'printing',
    hint: t`One person makes a proof sheet, another signs it off.`,
  },
  second_administrator: {
    label: t`A second administrator`,
    blocks: 'nothing',
    hint: t`Deliveries and reprints need two. On the server: npm run staff:create-admin -- EMAIL NAME`,
  },
  auditor: { label: t`An auditor`, blocks: 'nothing' },
  mail: {
    label: t`Mail tested`,
    blocks: 'nothing',
    hint: t`Send a test mail to yourself, and look whether it arrives.`,
  },
} as const satisfies Record<string, Line>;

export type LineName = keyof typeof lines;
/** The items that a row of their own table completes. */
export type LineWithRows = {
  [Name in LineName]: (typeof lines)[Name] extends { rows: string } ? Name : never;
}[LineName];
export const checklistLines: Readonly<Record<LineName, Line>> = lines;
export const lineNames = namesOf(lines);

/** Where an administrator completes each. */
export const checklistPaths: Readonly<Record<LineName, () => string>> = {
  university: () => paths.admin.master('university'),
  courses: () => paths.admin.master('courses'),
  number_series: () => paths.admin.master('number_series'),
  certificate_types: () => paths.admin.master('certificate_types'),
  papers: () => paths.admin.addCertificateStock,
  fees: () => paths.admin.master('fee_schedule'),
  colleges: () => paths.admin.collegeManagement,
  receiver: () => paths.admin.addApplicationReceiver,
  case_worker: () => paths.admin.addCaseWorker,
  offices: () => paths.admin.master('offices'),
  convocation: () => paths.admin.master('convocations'),
  blanks: () => paths.admin.certificateStock,
  two_who_print: () => paths.admin.addPrinter,
  proof: () => paths.printer.proofs,
  second_administrator: () => paths.admin.userManagement,
  auditor: () => paths.admin.addAuditor,
  mail: () => paths.admin.checklist,
};

/** The labels as a list within a sentence: Courses, Fees, A case worker. */
export function labelsOf(names: readonly LineName[]): string {
  return names.map((name) => translateLabel(checklistLines[name].label)).join(', ');
}
