import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actorOf, type RequestContext, type Services } from '#server/context.ts';
import { guard } from '#server/http/guard.ts';
import { readBody } from '#server/http/read-body.ts';
import { refusal } from '#server/refusal.ts';
import { mediaTypes, type SheetFormat } from '#server/sheets/sheet-row.ts';
import { maximumStatementBytes, StatementColumns } from '../contract.ts';
import { refuseUnlessUniversity } from './lock-line.ts';
import { takeStatementIn } from './take-statement-in.ts';

const Upload = z.object({
  name: z.string().trim().min(1).max(200),
  headerRow: z.coerce.number().int().min(1).max(100_000).optional(),
  columns: z
    .string()
    .max(2_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        context.addIssue({ code: 'custom', message: 'no JSON' });
        return z.NEVER;
      }
    })
    .pipe(StatementColumns)
    .optional(),
});

type ContextOf = (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>;

/**
 * Plain routes for bytes: `POST /api/bank-statements?name=april.csv` takes the file of the bank as body, with
 * `headerRow` and `columns` where its headers are not known, and `GET /api/bank-statements/{id}/file` gives it back.
 */
export function registerStatementRoutes(
  app: FastifyInstance,
  services: Services,
  contextOf: ContextOf,
): void {
  app.post('/api/bank-statements', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'demand_drafts:settle');
    refuseUnlessUniversity(actorOf(context));
    const asked = Upload.safeParse(request.query);
    if (!asked.success) throw refusal('request.unreadable');
    const { name, headerRow, columns } = asked.data;
    const bytes = await readBody(request, maximumStatementBytes, 'bank_statements.too_large');
    return takeStatementIn(context, {
      fileName: name,
      bytes,
      ...(headerRow && columns ? { asked: { headerRow, columns } } : {}),
    });
  });

  app.get<{ Params: { id: string } }>('/api/bank-statements/:id/file', async (request, reply) => {
    const context = await contextOf(request, reply);
    guard(context, 'fees:read');
    refuseUnlessUniversity(actorOf(context));
    const { id } = request.params;
    const statement = z.uuid().safeParse(id).success
      ? await services.db
          .selectFrom('bank_statements')
          .select(['file_name', 'storage_key', 'format'])
          .where('id', '=', id)
          .executeTakeFirst()
      : undefined;
    if (!statement) throw refusal('bank_statements.not_found');
    return reply
      .type(mediaTypes[statement.format as SheetFormat])
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(statement.file_name)}`,
      )
      .send(await services.files.getStream(statement.storage_key));
  });
}
