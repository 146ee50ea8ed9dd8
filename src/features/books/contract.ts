import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation } from '#platform/contract/operation.ts';
import { Day, Id, Moment, SearchTerm } from '#shared/fields.ts';
import { namesOf } from '#shared/labels.ts';
import { t } from '#shared/words.ts';

export const bookLabels = {
  blanks: t`Blank sheets`,
  drafts: t`Demand drafts`,
  certificates: t`Applications and certificates`,
  prints: t`Prints and hand-overs`,
};
export const bookNames = namesOf(bookLabels);
export type BookName = keyof typeof bookLabels;

export const statementLabels = { books: t`The four books`, handing_over: t`Handing over of charge` };
const Kind = z.enum(namesOf(statementLabels));

const Figure = z.object({
  /** The paper, or `applications`, `certificates`, `prints`, `hand_overs`; '' in a book without groups. */
  group: z.string(),
  state: z.string(),
  count: z.int(),
  /** Whole rupees of drafts; 0 in other books. */
  rupees: z.int(),
});
export type Figure = z.infer<typeof Figure>;

const Book = z.object({
  name: z.enum(bookNames),
  /** The first event that it can be rebuilt from. */
  recordedSince: Moment.nullable(),
  /** The newest checkpoint with balances up to that moment, and whether the rebuild then equals them. */
  provenBy: z.object({ day: Day, agrees: z.boolean() }).nullable(),
  figures: z.array(Figure),
});
export type Book = z.infer<typeof Book>;

export const Books = z.object({ at: Moment, sequence: z.int(), books: z.array(Book) });
export type Books = z.infer<typeof Books>;

export const BookRow = z.object({
  id: Id,
  recordType: z.string(),
  recordId: z.string(),
  label: z.string(),
  since: Moment,
});
export type BookRow = z.infer<typeof BookRow>;

export const RowFilters = z.object({
  search: SearchTerm,
  at: Moment,
  book: z.enum(bookNames),
  group: z.string().max(200).optional(),
  state: z.string().max(40).optional(),
});
export type RowFilters = z.infer<typeof RowFilters>;

export const lineLabels = {
  issued: t`Sheets issued`,
  bound: t`Sheets bound to a print run`,
  spoilt: t`Sheets spoilt`,
  drafts: t`Drafts in hand`,
  runs: t`Open print runs`,
  proposals: t`Open proposals`,
};

/** What an officer answers for. `numbers` are ranges of serials, or the number of one draft or run. */
const ChargeLine = z.object({
  kind: z.enum(namesOf(lineLabels)),
  what: z.string(),
  numbers: z.string(),
  quantity: z.int(),
  rupees: z.int().nullable(),
});
export type ChargeLine = z.infer<typeof ChargeLine>;

export const Charge = z.object({
  at: Moment,
  sequence: z.int(),
  person: z.string(),
  lines: z.array(ChargeLine),
});
export type Charge = z.infer<typeof Charge>;

export const Statement = z.object({
  id: Id,
  kind: Kind,
  at: Moment,
  sequence: z.int(),
  personName: z.string().nullable(),
  printedBy: z.string(),
  printedAt: Moment,
  sha256: z.string(),
});
export type Statement = z.infer<typeof Statement>;

const read = { access: 'books:read', errors: ['books.future'] } as const;
const ofOfficer = ['books.future', 'books.person_not_found'] as const;

export const booksContract = {
  getBooks: operation('GET /books', { summary: 'The four books as of a past moment.', ...read })
    .input(z.object({ at: Moment }))
    .output(Books),
  ...listOperation('BookRows', {
    ...read,
    path: '/books/rows',
    of: 'the records that a figure of a book counts at a past moment',
    row: BookRow,
    filters: RowFilters,
  }),
  listOfficers: operation('GET /books/officers', {
    summary: 'Those who may hold paper, drafts or runs.',
    access: 'books:read',
  }).output(z.object({ officers: z.array(z.object({ id: Id, name: z.string(), email: z.string() })) })),
  getCharge: operation('GET /books/handing-over', {
    summary: 'What an officer answers for at a past moment (GFR 2017, rule 286 (2)).',
    access: 'books:read',
    errors: ofOfficer,
  })
    .input(z.object({ at: Moment, personId: Id }))
    .output(Charge),
  ...listOperation('Statements', {
    access: 'books:read',
    path: '/statements',
    of: 'the printed statements',
    row: Statement,
    filters: z.object({ search: SearchTerm }),
  }),
  printStatement: operation('POST /statements', {
    summary: 'Prints a statement, or names the one that was printed for the same moment and officer.',
    access: 'books:print',
    errors: [...ofOfficer, 'papers.letters_missing'],
  })
    .input(z.object({ kind: Kind, at: Moment, personId: Id.optional() }))
    .output(z.object({ id: Id })),
};

export const statementDocument = documentOperation('/statements/{id}/pdf', {
  summary: 'A printed statement: PDF/A, always the same bytes.',
  access: 'books:read',
  notFound: 'books.not_found',
  errors: ['books.not_found'],
});
