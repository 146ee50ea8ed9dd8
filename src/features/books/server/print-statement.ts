import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { readLetterhead } from '#features/masters/server/office-document.ts';
import { type CommandTransaction, command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { formatMoment } from '#shared/format.ts';
import { type NewStatement, statementDocument, statementLabels } from '../contract.ts';
import { getBooks } from './queries.ts';
import { pointAt } from './rebuild.ts';
import { booksContent, chargeContent, statementPdf } from './statement-document.ts';

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
      : await chargeContent(services.db, point, asked.personId);
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
