import { z } from 'zod';
import { documentOperation } from '#platform/contract/byte-operation.ts';
import { listOperation, operation } from '#platform/contract/operation.ts';
import { Day, Id, Moment, Search, SearchTerm } from '#shared/fields.ts';
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

const text = z.string();
/** The group is a paper, or `applications`, `certificates`, `prints`, `hand_overs`; rupees are those of drafts. */
const Figure = z.object({ group: text, state: text, count: z.int(), rupees: z.int() });
export type Figure = z.infer<typeof Figure>;

const Book = z.object({
  name: z.enum(bookNames),
  /** The first event that it can be rebuilt from. */
  recordedSince: Moment.nullable(),
  /** The newest checkpoint with balances until then, and whether the rebuild equals them. */
  provenBy: z.object({ day: Day, agrees: z.boolean() }).nullable(),
  figures: z.array(Figure),
});
export type Book = z.infer<typeof Book>;
const Books = z.object({ at: Moment, sequence: z.int(), books: z.array(Book) });
export type Books = z.infer<typeof Books>;

/** The id is made from what the row counts. */
export const BookRow = z.object({
  id: z.guid(),
  recordType: text,
  recordId: text,
  label: text,
  since: Moment,
});
export type BookRow = z.infer<typeof BookRow>;
const RowFilters = z.object({
  search: SearchTerm,
  at: Moment,
  book: z.enum(bookNames),
  group: z.string().max(200),
  state: z.string().max(40),
});
export type RowFilters = z.infer<typeof RowFilters>;

const StatementOf = z.object({ kind: z.enum(namesOf(statementLabels)), at: Moment });
/** With whose charge is handed over. */
const NewStatement = StatementOf.extend({ personId: Id.optional() }).refine(
  ({ kind, personId }) => (kind === 'handing_over') === (personId !== undefined),
  { path: ['personId'], message: t`Choose the officer.` },
);
export type NewStatement = z.infer<typeof NewStatement>;

export const Statement = StatementOf.extend({
  ...{ id: Id, personName: text.nullable(), printedBy: text, printedAt: Moment },
});
export type Statement = z.infer<typeof Statement>;

const read = { access: 'books:read', errors: ['books.future'] } as const;

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
  }).output(z.object({ officers: z.array(z.object({ id: Id, name: text, email: text })) })),
  ...listOperation('Statements', {
    path: '/statements',
    of: 'the printed statements, the newest first',
    access: 'books:read',
    row: Statement,
    filters: Search,
  }),
  printStatement: operation('POST /statements', {
    summary: 'Prints a statement, or names the one printed before of the same moment and officer.',
    access: 'books:print',
    errors: ['books.future', 'staff.not_found', 'papers.letters_missing'],
  })
    .input(NewStatement)
    .output(z.object({ id: Id })),
};

export const statementDocument = documentOperation('/statements/{id}/pdf', {
  summary: 'A printed statement: PDF/A, always the same bytes.',
  access: 'books:read',
  notFound: 'books.not_found',
  errors: ['books.not_found'],
});
