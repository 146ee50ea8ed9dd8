import { z } from 'zod';
import { listOperation, operation, readRecord } from '#platform/contract/operation.ts';
import { Day, DayRange, Id, Moment, Search, typedText } from '#shared/fields.ts';
import { addDays, addMonths, dayInIndia } from '#shared/format.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

/** The gravest first. */
export const severityLabels = { control: t`Control bypassed`, risk: t`Loss or risk`, look: t`To look at` };

export const familyLabels = {
  people: t`People`,
  money: t`Money`,
  paper: t`Paper`,
  certificates: t`Certificates`,
};

export const hitStateLabels = {
  new: t`New`,
  open: t`Open`,
  lapsed: t`Explanation lapsed`,
  explained: t`Explained`,
  gone: t`Gone`,
};
export const hitStates = namesOf(hitStateLabels);
export type HitState = (typeof hitStates)[number];

export const ExceptionRule = z.object({
  name: z.string(),
  family: z.enum(namesOf(familyLabels)),
  severity: z.enum(namesOf(severityLabels)),
  title: z.string(),
  meaning: z.string(),
  authority: z.string(),
  counts: z.record(z.enum(hitStates), z.int()),
  /** Hits that are not gone, by the month in which they happened; the current month is the last. */
  months: z.array(z.int()).length(12),
  /** When the oldest hit happened that is neither explained nor gone. */
  oldest: Moment.nullable(),
  ranAt: Moment.nullable(),
  /** Why its last run failed, as the database says it. */
  failure: z.string().nullable(),
});
export type ExceptionRule = z.infer<typeof ExceptionRule>;

/** Whether the last run of a rule failed, or is more than two nights ago. */
export function isBehind({ ranAt, failure }: ExceptionRule): boolean {
  return failure !== null || (ranAt ?? '') <= addDays(dayInIndia(new Date()), -2);
}

export const ExceptionHit = z.object({
  id: Id,
  rule: z.string(),
  sentence: z.string(),
  recordType: z.string(),
  recordId: z.string(),
  recordLabel: z.string(),
  personId: Id.nullable(),
  personName: z.string().nullable(),
  at: Moment,
  collegeName: z.string().nullable(),
  state: z.enum(hitStates),
  firstSeen: Moment,
  lastSeen: Moment,
  goneAt: Moment.nullable(),
  explainedUntil: Day.nullable(),
});
export type ExceptionHit = z.infer<typeof ExceptionHit>;

export const ExceptionNote = z.object({
  text: z.string(),
  until: Day,
  fileId: Id.nullable(),
  writtenBy: z.string(),
  writtenAt: Moment,
});
export type ExceptionNote = z.infer<typeof ExceptionNote>;

const Limit = z.object({
  rule: z.string(),
  title: z.string(),
  name: z.string(),
  label: z.string(),
  value: z.int(),
});
export type Limit = z.infer<typeof Limit>;

const ExceptionHitDetail = ExceptionHit.extend({
  /** As they were when the rule last found it. */
  limits: z.array(Limit),
  /** The newest first. */
  notes: z.array(ExceptionNote),
});
export type ExceptionHitDetail = z.infer<typeof ExceptionHitDetail>;

const HitFilters = Search.extend({
  ...DayRange.shape,
  rule: z.string().max(80).optional(),
  /** `open` is all that is neither explained nor gone. */
  state: z.enum([...hitStates, 'all']).default('open'),
  collegeId: z.literal('all').or(Id).default('all'),
});
export type HitFilters = z.infer<typeof HitFilters>;

export const limitOutcomeLabels = { confirmed: t`Confirmed`, refused: t`Refused` };
const Outcome = z.enum(namesOf(limitOutcomeLabels));

export const LimitChange = z.object({
  id: Id,
  rule: z.string(),
  name: z.string(),
  value: z.int(),
  before: z.int(),
  proposedBy: z.string(),
  proposedAt: Moment,
  decidedBy: z.string().nullable(),
  decidedAt: Moment.nullable(),
  outcome: Outcome.nullable(),
});
export type LimitChange = z.infer<typeof LimitChange>;

/** From today up to a year ahead. */
const ExplainedUntil = Day.refine((day) => {
  const today = dayInIndia(new Date());
  return day >= today && day <= addMonths(today, 12);
}, t`Choose a day from today up to a year ahead.`);

const Difference = z.object({ book: z.string(), figure: z.string(), tables: z.number(), events: z.number() });
const Overview = z.object({
  /** The reader's sign-in before this one. */
  since: Moment.nullable(),
  /** Since when there is nothing to look at; null if there is something. */
  inOrder: Moment.nullable(),
  /** The number of the newest event; null for staff of one college, like `books`. */
  proof: z
    .object({ sequence: z.int(), checkpoint: z.object({ day: Day, sequence: z.int() }).nullable() })
    .nullable(),
  /** Those that have found something or are behind. */
  rules: z.array(ExceptionRule),
  /** Tables beside the audit log; null before they were compared. */
  books: z.object({ at: Moment, agree: z.boolean(), differences: z.array(Difference) }).nullable(),
  /** `due` today or overdue. */
  findings: z.object({ repliesToRead: z.int(), due: z.int(), overdue: z.int() }),
});
export type Overview = z.infer<typeof Overview>;

const university = ['audit.university_only'] as const;
/** Sentences and titles are said by the server, so they change with the reader's preferences. */
const said = ['exceptions', 'auth'] as const;
const read = { access: 'exceptions:read', reads: said } as const;

export const exceptionsContract = {
  listExceptionRules: operation('GET /exceptions/rules', {
    summary: 'What the portal looks for every night, with what it found.',
    ...read,
  }).output(z.object({ rules: z.array(ExceptionRule) })),
  getOverview: operation('GET /auditor-overview', {
    summary: 'What an auditor looks at first.',
    access: 'exceptions:read',
    reads: [...said, 'findings'],
    follows: 'figures',
  }).output(Overview),
  ...listOperation('ExceptionHits', {
    path: '/exceptions/hits',
    of: 'what the rules have found',
    ...read,
    row: ExceptionHit,
    filters: HitFilters,
  }),
  getExceptionHit: readRecord('/exceptions/hits/{id}', {
    summary: 'One hit of a rule with its facts and explanations.',
    ...read,
    errors: ['exceptions.not_found'],
    answer: ExceptionHitDetail,
  }),
  explainHits: operation('POST /exceptions/explain', {
    summary: 'Says why hits may stand, until a day or until their facts change.',
    access: 'exceptions:explain',
    errors: ['exceptions.not_found', 'files.not_usable'],
  })
    .input(
      z.object({
        ids: z.array(Id).min(1).max(1_000),
        text: typedText().trim().min(3, t`Enter the explanation.`).max(1_000),
        until: ExplainedUntil,
        fileId: Id.nullish(),
      }),
    )
    .output(z.object({ explained: z.int() })),
  runRules: operation('POST /exceptions/run', {
    summary: 'Applies all rules now, in the background.',
    access: 'exceptions:explain',
    errors: university,
  })
    .input(z.object({}))
    .output(z.object({})),
  listLimits: operation('GET /exceptions/limits', {
    summary: 'The limits of the rules, and every change of them, the last first.',
    access: 'exceptions:limits',
    reads: said,
  }).output(z.object({ limits: z.array(Limit), changes: z.array(LimitChange) })),
  proposeLimit: operation('POST /exceptions/limits', {
    summary: 'Proposes another limit, which an auditor decides on.',
    access: 'exceptions:propose',
    errors: [
      ...university,
      'exceptions.limit_not_found',
      'exceptions.limit_unchanged',
      'exceptions.limit_proposed',
    ],
  })
    .input(
      z.object({
        rule: z.string().regex(/^[a-z_]{1,80}$/),
        name: z.string().regex(/^[a-zA-Z]{1,40}$/),
        value: z.int().min(0).max(1_000_000),
      }),
    )
    .output(z.object({ id: Id })),
  decideLimit: operation('POST /exceptions/limits/{id}/decide', {
    summary: 'Confirms or refuses a proposed limit. The next run applies it.',
    access: 'exceptions:decide',
    errors: [...university, 'exceptions.limit_not_found', 'exceptions.limit_decided'],
  })
    .input(z.object({ id: Id, outcome: Outcome }))
    .output(z.object({})),
};
