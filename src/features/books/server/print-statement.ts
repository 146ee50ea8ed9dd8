import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { type Letterhead, officeDocument, readLetterhead } from '#features/masters/server/office-document.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { localTemplate } from '#platform/server/typst/typst-document.ts';
import { formatCount, formatMoment, formatRupees } from '#shared/format.ts';
import { proofOf, wordsOf } from '../columns.ts';
import {
  type Books,
  bookLabels,
  type NewStatement,
  statementDocument,
  statementLabels,
} from '../contract.ts';
import { type Content, chargeContent } from './charge.ts';
import { getBooks } from './queries.ts';
import { type Point, pointAt } from './rebuild.ts';

const template = localTemplate(import.meta.dirname, 'statement.typ');

type Drawn = NewStatement & { sequence: number; pdf: Buffer };

/** Prints a statement once; later requests for the same get the id of that one. */
export async function printStatement(context: RequestContext, asked: NewStatement): Promise<{ id: string }> {
  const { services } = context;
  const earlier = await findStatement(services.db, asked);
  if (earlier) return { id: earlier.id };
  const point = await pointAt(services.db, asked.at);
  const head = await readLetterhead(services, context);
  const content =
    asked.kind === 'books'
      ? booksContent(await getBooks(services, point.at))
      : await chargeContent(services.exportDb, point, asked.personId!);
  const pdf = await renderPdf(statementPdf(head, { ...asked, ...point }, content));
  const keep = command<NewStatement, { id: string }>('printStatement', (transaction) =>
    keepStatement(transaction, { ...asked, at: point.at, sequence: point.sequence, pdf: Buffer.from(pdf) }),
  );
  return keep(context, asked);
}

function findStatement(db: Db, { kind, at, personId }: NewStatement) {
  return db
    .selectFrom('statements')
    .select(['id', 'sequence', 'sha256'])
    .where('kind', '=', kind)
    .where('at', '=', new Date(at))
    .where('person_id', 'is not distinct from', personId ?? null)
    .where('college_id', 'is not distinct from', collegeOf(db))
    .executeTakeFirst();
}

/** Two who print the same at once get the first one's. */
async function keepStatement({ db, actor, now, audit }: CommandTransaction, drawn: Drawn) {
  const { kind, at, personId = null, sequence, pdf } = drawn;
  const collegeId = collegeOf(db);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  const people = { person_id: personId, college_id: collegeId, printed_by: actor.id };
  await db
    .insertInto('statements')
    .values({ id: uuid(), kind, at, sequence, ...people, pdf, sha256, printed_at: now })
    .onConflict((conflict) => conflict.constraint('statements__printed_once').doNothing())
    .execute();
  const { id, ...kept } = (await findStatement(db, drawn))!;
  audit({
    event: 'books.printed',
    record: { type: 'statement', id, label: `${statementLabels[kind]}, ${formatMoment(at)}` },
    collegeId,
    after: { kind, at, ...kept, officerId: personId },
  });
  return { id };
}

/** `GET /api/statements/{id}/pdf` */
export const statementRoute = servePdf(statementDocument, async ({ services, params }) => {
  const { pdf, kind } = await services.db
    .selectFrom('statements')
    .select(['pdf', 'kind'])
    .where('id', '=', params.id!)
    .executeTakeFirstOrThrow(() => domainError('books.not_found'));
  return { name: `statement-${kind.replace('_', '-')}`, pdf };
});

function statementPdf(
  head: Letterhead,
  { kind, at, sequence }: Pick<NewStatement, 'kind'> & Point,
  content: Content,
) {
  const facts = [
    { name: 'As of', value: `${formatMoment(at)} IST` },
    { name: 'Newest event of the audit log', value: String(sequence) },
    ...content.facts,
  ];
  const sections = content.sections.map(({ lines, ...section }) => ({
    ...section,
    rows: lines.map(({ what, numbers, quantity, rupees }) => {
      const sum = rupees === null ? '' : formatRupees(rupees);
      return [what, numbers, formatCount(quantity), sum];
    }),
  }));
  const rows = sections.reduce((sum, section) => sum + 3 + section.rows.length, 0);
  const input = { ...content, title: statementLabels[kind], facts, sections };
  return officeDocument(head, { template, input, pages: 1 + Math.ceil(rows / 40) });
}

function booksContent({ books }: Books): Content {
  const sections = books.map((book) => ({
    heading: bookLabels[book.name],
    note: proofOf(book),
    lines: book.figures.map((figure) => {
      const [what, numbers] = wordsOf(figure);
      return { what, numbers, quantity: figure.count, rupees: book.name === 'drafts' ? figure.rupees : null };
    }),
  }));
  return { facts: [], sections, signatures: ['Prepared by: signature', 'Checked by: signature'] };
}
