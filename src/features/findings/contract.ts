import { z } from 'zod';
import { ExceptionHit, ExceptionNote } from '#features/exceptions/contract.ts';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import {
  changeRecord,
  listOperation,
  operation,
  type Path,
  readRecord,
} from '#platform/contract/operation.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { Day, Id, Moment, Search, typedText, Version } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const findingPartLabels = { A: t`Part II-A: serious`, B: t`Part II-B: other` };
export const findingStateLabels = {
  open: t`Waits for a reply`,
  replied: t`Replied`,
  settled: t`Settled`,
  dropped: t`Dropped`,
};
export const entryLabels = {
  observation: t`Observation`,
  interim_reply: t`Interim reply`,
  reply: t`Reply`,
  remark: t`Further remarks`,
  settled: t`Settled`,
  dropped: t`Dropped`,
};
export type EntryKind = keyof typeof entryLabels;

export const Finding = z.object({
  id: Id,
  /** `2026/3`, without gaps in a calendar year. */
  number: z.string(),
  title: z.string(),
  part: z.enum(namesOf(findingPartLabels)),
  state: z.enum(namesOf(findingStateLabels)),
  /** The day of the reply; null unless one is waited for. */
  dueOn: Day.nullable(),
  isOverdue: z.boolean(),
  raisedBy: z.string(),
  raisedAt: Moment,
  /** Null for a finding about the whole university. */
  collegeName: z.string().nullable(),
  /** Numbered on through all inspection reports; null until one has it. */
  para: z.int().nullable(),
  version: Version,
});
export type Finding = z.infer<typeof Finding>;

export const FindingEntry = ExceptionNote.omit({ until: true }).extend({
  id: Id,
  kind: z.enum(namesOf(entryLabels)),
});

/** The record is named as it was when the finding was raised. */
const named = { id: true, recordType: true, recordId: true, recordLabel: true, sentence: true } as const;
const FindingItem = ExceptionHit.pick(named);

const FindingDetail = Finding.extend({ entries: z.array(FindingEntry), items: z.array(FindingItem) });
export type FindingDetail = z.infer<typeof FindingDetail>;

export const FindingFilters = Search.extend({
  /** `due`: the reply is due today or overdue. */
  state: z.enum(['all', 'due', ...namesOf(findingStateLabels)]).default('all'),
});
export type FindingFilters = z.infer<typeof FindingFilters>;

export const maximumText = 4_000;
const Text = typedText().trim().min(3, t`Enter the text.`).max(maximumText);

export const InspectionReport = z.object({ id: Id, number: z.string(), fromDay: Day, toDay: Day });

const university = ['audit.university_only'] as const;
const entry = { text: Text, fileId: Id.nullish() };
const entryErrors = ['findings.not_found', 'findings.over', 'files.not_usable'] as const;

function entryOfAuditor(path: Path, summary: string, errors: readonly ErrorCode[] = entryErrors) {
  return changeRecord(path, { summary, access: 'findings:write', errors, fields: entry });
}

export const findingsContract = {
  ...listOperation('Findings', {
    path: '/findings',
    of: 'the findings of the auditors, the newest first',
    access: 'findings:read',
    row: Finding,
    filters: FindingFilters,
  }),
  getFinding: readRecord('/findings/{id}', {
    summary: 'One finding with its entries in order, and the exceptions that it is about.',
    access: 'findings:read',
    errors: ['findings.not_found'],
    answer: FindingDetail,
  }),
  raiseFinding: operation('POST /findings', {
    summary: 'Raises a finding, to which the admins reply within four weeks.',
    access: 'findings:write',
    errors: ['findings.hit_unknown', 'files.not_usable'],
  })
    .input(
      z.object({
        title: typedText().trim().min(3, t`Enter a title.`).max(160),
        part: z.enum(namesOf(findingPartLabels)),
        hitIds: z.array(Id).max(1_000).default([]),
        ...entry,
      }),
    )
    .output(z.object({ id: Id, number: z.string() })),
  replyToFinding: changeRecord('/findings/{id}/reply', {
    summary: 'Replies to a finding, or names in an interim reply the day of the final one.',
    access: 'findings:reply',
    errors: [...entryErrors, 'findings.reply_given', 'findings.final_day'],
    fields: { ...entry, kind: z.enum(['interim', 'final']), finalOn: Day.optional() },
  }),
  remarkOnFinding: entryOfAuditor(
    '/findings/{id}/remark',
    'Makes further remarks on a reply; another reply is due within four weeks.',
    [...entryErrors, 'findings.not_replied'],
  ),
  settleFinding: entryOfAuditor('/findings/{id}/settle', 'Settles a finding: what it asked for is done.'),
  dropFinding: entryOfAuditor('/findings/{id}/drop', 'Drops a finding that turned out not to be one.'),
  listInspectionReports: operation('GET /inspection-reports', {
    summary: 'The inspection reports, the last first.',
    access: 'findings:read',
    errors: university,
  }).output(z.object({ reports: z.array(InspectionReport) })),
  closeInspection: operation('POST /inspection-reports', {
    summary:
      'Closes an inspection: every open finding becomes a para of its report, or keeps the one that it has.',
    access: 'findings:write',
    errors: [
      ...university,
      'findings.days_of_inspection',
      'findings.changed_since',
      'papers.letters_missing',
      'papers.text_not_exact',
      'papers.text_too_long',
    ],
  })
    .input(z.object({ from: Day, to: Day }))
    .output(z.object({ id: Id })),
};

export const findingDocuments = {
  report: documentOperation('/inspection-reports/{id}/pdf', {
    summary: 'An inspection report as it was closed, the same bytes at every request: PDF/A.',
    access: 'findings:read',
    notFound: 'inspection_reports.not_found',
    errors: university,
  }),
  bundle: documentOperation('/findings/{id}/bundle', {
    summary:
      'The evidence of a finding as a zip: records, files with their SHA-256, and what proves their events without the portal.',
    access: 'findings:read',
    notFound: 'findings.not_found',
    answers: { description: 'The zip.', types: ['application/zip'] },
    isUncompressed: true,
  }),
};
