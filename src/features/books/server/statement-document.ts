import { type Letterhead, officeDocument } from '#features/masters/server/office-document.ts';
import { localTemplate, type TypstDocument } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatDay, formatMoment, formatRupees } from '#shared/format.ts';
import { type Book, type Books, bookLabels, type Charge, lineLabels, statementLabels } from '../contract.ts';
import { figureInWords } from '../figures.ts';

const template = localTemplate(import.meta.dirname, 'statement.typ');
/** Only the time limit of the renderer depends on it. */
const rowsOfPage = 40;

type Section = { heading: string; note: string; columns: string[]; rows: string[][] };

/** The four books, each figure with the proof of its book. */
export function booksDocument(head: Letterhead, { at, sequence, books }: Books): TypstDocument {
  const sections = books.map((book) => ({
    heading: bookLabels[book.name],
    note: proofOf(book),
    columns: ['Of', 'State', 'Number', 'Rupees'],
    rows: book.figures.map((figure) => {
      const { group, state } = figureInWords(book.name, figure);
      return [group, state, formatCount(figure.count), book.name === 'drafts' ? formatRupees(figure.rupees) : ''];
    }),
  }));
  const signatures = ['Prepared by', 'Checked by'];
  return statement(head, { title: statementLabels.books, facts: pointOf(at, sequence), sections, signatures });
}

/** What an officer hands over, for both to sign. */
export function chargeDocument(head: Letterhead, { at, sequence, person, lines }: Charge): TypstDocument {
  const sections = [...Map.groupBy(lines, ({ kind }) => kind)].map(([kind, ofKind]) => ({
    heading: lineLabels[kind],
    note: '',
    columns: ['Of', 'Numbers', 'Quantity', 'Rupees'],
    rows: ofKind.map(({ what, numbers, quantity, rupees }) => [
      ...[what, numbers, formatCount(quantity), rupees === null ? '' : formatRupees(rupees)],
    ]),
  }));
  const facts = [{ name: 'Officer', value: person }, ...pointOf(at, sequence)];
  const none = { heading: 'Nothing in charge', note: 'The books hold nothing of this officer.', columns: [], rows: [] };
  return statement(head, {
    title: statementLabels.handing_over,
    facts: [...facts, { name: 'Rule', value: 'GFR 2017, rule 286 (2)' }],
    sections: sections.length > 0 ? sections : [none],
    signatures: [`Handed over by: ${person}`, 'Taken over by'],
  });
}

function statement(
  head: Letterhead,
  input: { title: string; facts: { name: string; value: string }[]; sections: Section[]; signatures: string[] },
) {
  const rows = input.sections.reduce((sum, section) => sum + 3 + section.rows.length, 0);
  return officeDocument(head, { template, input, pages: 1 + Math.ceil(rows / rowsOfPage) });
}

function pointOf(at: string, sequence: number) {
  return [
    { name: 'As of', value: `${formatMoment(at)} IST` },
    { name: 'Newest event of the audit log', value: formatCount(sequence) },
  ];
}

function proofOf({ recordedSince, provenBy, figures }: Book): string {
  if (recordedSince === null || figures.length === 0) return 'Not recorded.';
  const since = `Recorded since ${formatMoment(recordedSince)} IST.`;
  if (!provenBy) return `${since} Not yet proven by a checkpoint.`;
  const day = formatDay(provenBy.day);
  return provenBy.agrees
    ? `${since} Agrees with the checkpoint of ${day}.`
    : `${since} Does not agree with the checkpoint of ${day}.`;
}
