import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import type { Services } from '#platform/server/context.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { localTemplate } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { wordsOf } from '../columns.ts';
import { type Book, bookLabels, statementLabels } from '../contract.ts';
import { type ChargeLine, chargeQueries } from './charge.ts';
import { getBooks, officers } from './queries.ts';
import { allRecords, type Point } from './rebuild.ts';

const template = localTemplate(import.meta.dirname, 'statement.typ');
type Section = { heading: string; note: string; rows: string[][] };

/** The four books, each with its proof. */
export async function booksDocument(services: Services, head: Letterhead, point: Point) {
  const { books } = await getBooks(services, point.at);
  const sections = books.map((book) => ({
    heading: bookLabels[book.name],
    note: proofOf(book),
    rows: book.figures.map(({ count, rupees, ...figure }) => [
      ...wordsOf(figure),
      ...[formatCount(count), book.name === 'drafts' ? formatRupees(rupees) : ''],
    ]),
  }));
  const signatures = ['Prepared by', 'Checked by'];
  return drawn(head, point, { title: statementLabels.books, officer: '', sections, signatures });
}

/** What an officer hands over, for both to sign. */
export async function chargeDocument(
  { db }: Services,
  head: Letterhead,
  { point, personId }: { point: Point; personId: string | undefined },
) {
  const officer = personId && (await officers(db).where('id', '=', personId).executeTakeFirst());
  if (!officer) throw domainError('books.person_not_found');
  const lines: ChargeLine[] = [];
  for (const query of chargeQueries(point, officer.id))
    lines.push(...(await query.execute(allRecords(db))).rows);
  const sections = [...Map.groupBy(lines, ({ kind }) => kind)].map(([heading, ofKind]) => ({
    ...{ heading, note: '' },
    rows: ofKind.map(({ what, numbers, quantity, rupees }) => [
      ...[what, numbers, formatCount(quantity), rupees === null ? '' : formatRupees(rupees)],
    ]),
  }));
  const none = { heading: 'Nothing in charge', note: 'The books hold nothing of this officer.', rows: [] };
  return drawn(head, point, {
    title: statementLabels.handing_over,
    officer: officer.name,
    sections: sections.length > 0 ? sections : [none],
    signatures: [`Handed over by: ${officer.name}`, 'Taken over by'],
  });
}

type Statement = { title: string; officer: string; sections: Section[]; signatures: string[] };

function drawn(head: Letterhead, { at, sequence }: Point, { officer, ...statement }: Statement) {
  const facts = [
    { name: 'As of', value: `${formatMoment(at)} IST` },
    { name: 'Newest event of the audit log', value: String(sequence) },
    ...(officer
      ? [
          { name: 'Officer', value: officer },
          { name: 'Rule', value: 'GFR 2017, rule 286 (2)' },
        ]
      : []),
  ];
  const rows = statement.sections.reduce((sum, section) => sum + 3 + section.rows.length, 0);
  return officeDocument(head, { template, input: { ...statement, facts }, pages: 1 + Math.ceil(rows / 40) });
}

function proofOf({ provenBy, figures }: Book): string {
  if (figures.length === 0) return 'Not recorded.';
  if (!provenBy) return 'Not yet proven by a checkpoint.';
  return `${provenBy.agrees ? 'Agrees' : 'Does not agree'} with the checkpoint of ${formatDay(provenBy.day)}.`;
}
