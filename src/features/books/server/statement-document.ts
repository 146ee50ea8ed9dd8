import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { wholePast } from '#platform/server/db/audit-chain.ts';
import type { Db } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { localTemplate } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatMoment, formatRupees } from '#shared/format.ts';
import { proofOf, wordsOf } from '../columns.ts';
import { type Books, bookLabels, type NewStatement, statementLabels } from '../contract.ts';
import { type ChargeLine, chargeQueries } from './charge.ts';
import { officers } from './queries.ts';
import type { Point } from './rebuild.ts';

const template = localTemplate(import.meta.dirname, 'statement.typ');

type Fact = { name: string; value: string };
type Section = { heading: string; note: string; rows: string[][] };
/** The facts after the moment, a table for each book or kind of thing, and who signs. */
type Content = { facts: Fact[]; sections: Section[]; signatures: string[] };

export function statementPdf(
  head: Letterhead,
  { kind, at, sequence }: Pick<NewStatement, 'kind'> & Point,
  { facts, sections, signatures }: Content,
) {
  const moment = [
    { name: 'As of', value: `${formatMoment(at)} IST` },
    { name: 'Newest event of the audit log', value: String(sequence) },
  ];
  const rows = sections.reduce((sum, section) => sum + 3 + section.rows.length, 0);
  const input = { title: statementLabels[kind], facts: [...moment, ...facts], sections, signatures };
  return officeDocument(head, { template, input, pages: 1 + Math.ceil(rows / 40) });
}

export function booksContent({ books }: Books): Content {
  const sections = books.map((book) => ({
    heading: bookLabels[book.name],
    note: proofOf(book),
    rows: book.figures.map(({ count, rupees, ...figure }) => [
      ...[...wordsOf(figure), formatCount(count), book.name === 'drafts' ? formatRupees(rupees) : ''],
    ]),
  }));
  return { facts: [], sections, signatures: ['Prepared by: signature', 'Checked by: signature'] };
}

/** What an officer hands over, for both to sign. */
export async function chargeContent(db: Db, point: Point, personId = ''): Promise<Content> {
  const officer = await officers(db)
    .where('id', '=', personId)
    .executeTakeFirstOrThrow(() => domainError('staff.not_found'));
  const lines: ChargeLine[] = [];
  for (const query of chargeQueries(point, officer.id))
    lines.push(...(await query.execute(wholePast(db))).rows);
  const sections = [...Map.groupBy(lines, ({ kind }) => kind)].map(([heading, ofKind]) => ({
    ...{ heading, note: '' },
    rows: ofKind.map(({ what, numbers, quantity, rupees }) => [
      ...[what, numbers, formatCount(quantity), rupees === null ? '' : formatRupees(rupees)],
    ]),
  }));
  const none = { heading: 'Nothing in charge', note: 'The books hold nothing of this officer.', rows: [] };
  return {
    facts: [
      { name: 'Officer', value: officer.name },
      { name: 'Rule', value: 'GFR 2017, rule 286 (2)' },
    ],
    sections: sections.length > 0 ? sections : [none],
    signatures: [`Handed over by: ${officer.name}, signature`, 'Taken over by: name, signature'],
  };
}
