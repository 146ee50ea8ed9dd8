import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { readLetterhead } from '#features/masters/server/office-document.ts';
import { command } from '#platform/server/command.ts';
import type { RequestContext } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { collegeOf } from '#platform/server/db/scope.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { servePdf } from '#platform/server/http/byte-route.ts';
import { renderPdf } from '#platform/server/typst/render-pdf.ts';
import { formatMoment } from '#shared/format.ts';
import { type StatementKind, statementDocument, statementLabels } from '../contract.ts';
import { pointAt } from './rebuild.ts';
import { booksDocument, chargeDocument } from './statement-document.ts';

type Asked = { kind: StatementKind; at: string; personId?: string | undefined };

/** Prints a statement once; later requests for the same get the id of that one. */
export async function printStatement(context: RequestContext, { kind, at, personId }: Asked) {
  const { services } = context;
  const asked = { kind, at, personId: kind === 'books' ? undefined : personId };
  const earlier = await findStatement(services.db, asked);
  if (earlier) return earlier;
  const point = await pointAt(services.db, at);
  const head = await readLetterhead(services, context);
  const draw =
    kind === 'books'
      ? booksDocument(services, head, point)
      : chargeDocument(services, head, { point, personId });
  const pdf = Buffer.from(await renderPdf(await draw));
  // The statement itself is kept once, so it needs no idempotency key.
  return keepStatement({ ...context, idempotencyKey: null }, { ...asked, sequence: point.sequence, pdf });
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

/** Two who print the same at once get the first one's. */
const keepStatement = command(
  'keepStatement',
  async ({ db, actor, now, audit }, { pdf, ...drawn }: Asked & { sequence: number; pdf: Buffer }) => {
    const { personId, ...asked } = drawn;
    const collegeId = collegeOf(db);
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const signed = { college_id: collegeId, pdf, sha256, printed_by: actor.id, printed_at: now };
    await db
      .insertInto('statements')
      .values({ id: uuid(), ...asked, person_id: personId ?? null, ...signed })
      .onConflict((conflict) => conflict.constraint('statements__printed_once').doNothing())
      .execute();
    const { id } = (await findStatement(db, drawn))!;
    const label = `${statementLabels[asked.kind]}, ${formatMoment(asked.at)}`;
    audit({
      event: 'books.printed',
      record: { type: 'statement', id, label },
      collegeId,
      after: { ...asked, sha256, ...(personId && { officerId: personId }) },
    });
    return { id };
  },
);

/** `GET /api/statements/{id}/pdf` */
export const statementRoute = servePdf(statementDocument, async ({ services, params }) => {
  const { pdf, kind } = await services.db
    .selectFrom('statements')
    .select(['pdf', 'kind'])
    .where('id', '=', params.id!)
    .executeTakeFirstOrThrow(() => domainError('books.not_found'));
  return { name: `statement-${kind.replace('_', '-')}`, pdf };
});
