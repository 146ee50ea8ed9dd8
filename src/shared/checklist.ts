import { said } from '#shared/saying.ts';
import { t } from '#shared/words.ts';
import { namesOf } from './labels.ts';
import { paths } from './paths.ts';

/** Work that is blocked until the university is set up for it. */
export const works = ['receiving', 'printing'] as const;
export type Work = (typeof works)[number];

type Line = {
  /** Its name in the checklist, at the counter and in error messages. */
  label: string;
  /** The work that it blocks; `nothing` only warns. */
  blocks: Work | 'nothing';
  /** Where an administrator completes it. */
  to: string;
  /** What to do, if its page does not say so. */
  hint?: string;
  /** Any row of this table completes the item; other conditions are in the checklist's server code. */
  rows?: string;
};

const { admin, printer } = paths;

/** What a university needs before it can work, in setup order. */
const lines = {
  university: {
    label: t`University`,
    blocks: 'receiving',
    to: admin.master('university'),
    rows: 'university',
  },
  courses: { label: t`Courses`, blocks: 'receiving', to: admin.master('courses') },
  number_series: {
    label: t`Number series`,
    blocks: 'receiving',
    to: admin.master('number_series'),
    rows: 'number_series',
  },
  certificate_types: {
    label: t`Certificate types`,
    blocks: 'receiving',
    to: admin.master('certificate_types'),
  },
  papers: {
    label: t`Papers`,
    blocks: 'receiving',
    to: admin.addCertificateStock,
    hint: t`A kind of paper is added on the form of a delivery.`,
    rows: 'papers',
  },
  fees: { label: t`Fees`, blocks: 'receiving', to: admin.master('fee_schedule'), rows: 'fee_schedule' },
  colleges: { label: t`Colleges`, blocks: 'receiving', to: admin.collegeManagement, rows: 'colleges' },
  receiver: { label: t`A receiver`, blocks: 'receiving', to: admin.addApplicationReceiver },
  case_worker: { label: t`A case worker`, blocks: 'receiving', to: admin.addCaseWorker },
  offices: { label: t`Offices`, blocks: 'printing', to: admin.master('offices'), rows: 'offices' },
  convocation: {
    label: t`Convocation`,
    blocks: 'printing',
    to: admin.master('convocations'),
    rows: 'convocations',
  },
  blanks: {
    label: t`Approved blanks`,
    blocks: 'printing',
    to: admin.certificateStock,
    hint: t`One administrator records a delivery of numbered paper, another approves it.`,
    rows: 'blanks',
  },
  two_who_print: {
    label: t`Two people who may print`,
    blocks: 'printing',
    to: admin.addPrinter,
    hint: t`Printers and administrators: a proof sheet is signed off by somebody who did not make it.`,
  },
  proof: {
    label: t`Template proof`,
    blocks: 'printing',
    to: printer.proofs,
    hint: t`One person makes a proof sheet, another signs it off.`,
  },
  second_administrator: {
    label: t`A second administrator`,
    blocks: 'nothing',
    to: admin.userManagement,
    hint: t`Deliveries and reprints need two. On the server: npm run staff:create-admin -- EMAIL NAME`,
  },
  auditor: { label: t`An auditor`, blocks: 'nothing', to: admin.addAuditor },
  mail: {
    label: t`Mail tested`,
    blocks: 'nothing',
    to: admin.checklist,
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

/** The labels as a list within a sentence: Courses, Fees, A case worker. */
export function labelsOf(names: readonly LineName[]): string {
  return names.map((name) => said(checklistLines[name].label)).join(', ');
}
