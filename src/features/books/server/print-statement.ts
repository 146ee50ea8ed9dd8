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
import { type Statement, statementDocument, statementLabels } from '../contract.ts';
import { getCharge } from './charge.ts';
import { getBooks } from './queries.ts';
import { booksDocument, chargeDocument } from './statement-document.ts';

type Asked = { kind: Statement['kind']; at: string; personId?: string | undefined };

/** Prints a statement once; later requests for the same get the id of that one. */
export async function printStatement(context: RequestContext, { kind, at, ...asked }: Asked) {
  const { services } = context;
  const personId = kind === 'books' ? undefined : asked.personId;
  const earlier = await findStatement(services.db, { kind, at, personId });
  if (earlier) return earlier;
  const head = await readLetterhead(services, context);
  const content =
    kind === 'books' ? await getBooks(services, at) : await getCharge(services.db, { at, ...(personId && { personId }) });
  const document = 'books' in content ? booksDocument(head, content) : chargeDocument(head, content);
  const pdf = Buffer.from(await renderPdf(document));
  const { sequence } = content;
  return keepStatement(context, { kind, at, personId, sequence, pdf, ...('person' in content && { officer: content.person }) });
}

function findStatement(db: Db, { kind, at, personId }: Asked) {
  return db
    .selectFrom('statements')
    .select('id')
    .where('kind', '=', kind)
    .where('at', '=', at as never)
    .where('person_id', 'is not distinct from', personId ?? null)
    .where('college_id', 'is not distinct from', collegeOf(db))
    .executeTakeFirst();
}

type Drawn = Asked & { sequence: number; pdf: Buffer; officer?: string };

/** Two who print the same at once get the first one's. */
const keepStatement = command('keepStatement', async (transaction: CommandTransaction, drawn: Drawn) => {
  const { db, actor, now, audit } = transaction;
  const { kind, at, personId, sequence, pdf, officer } = drawn;
  const collegeId = collegeOf(db);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  await db
    .insertInto('statements')
    .values({
      ...{ id: uuid(), kind, at, sequence, person_id: personId ?? null, college_id: collegeId },
      ...{ pdf, sha256, printed_by: actor.id, printed_at: now },
    })
    .onConflict((conflict) => conflict.constraint('statements__printed_once').doNothing())
    .execute();
  const { id } = (await findStatement(db, drawn))!;
  audit({
    event: 'books.printed',
    record: { type: 'statement', id, label: `${statementLabels[kind]}, ${formatMoment(at)}` },
    collegeId,
    after: { kind, at, sequence, sha256, ...(officer !== undefined && { officer }) },
  });
  return { id };
});

/** `GET /api/statements/{id}/pdf` */
export const statementRoute = servePdf(statementDocument, async ({ services, params }) => {
  const { pdf, kind } = await services.db
    .selectFrom('statements')
    .select(['pdf', 'kind'])
    .where('id', '=', params.id!)
    .executeTakeFirstOrThrow(() => domainError('books.not_found'));
  return { name: `statement-${kind.replace('_', '-')}`, pdf };
});
