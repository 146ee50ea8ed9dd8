import { domainError } from '#platform/server/domain-error.ts';
import { openStored } from '#platform/server/files/stored-files.ts';
import { serveBytes } from '#platform/server/http/byte-route.ts';
import { uploadTypes } from '#shared/spreadsheet-format.ts';
import { statementFiles } from '../contract.ts';
import { importStatement } from './import-statement.ts';
import { assertWholeUniversity } from './lock-line.ts';

export const statementRoutes = [
  serveBytes(statementFiles.upload, async ({ services, context, query, readBytes }) => {
    assertWholeUniversity(services.db);
    const { name, headerRow, columns, sheet } = query;
    return importStatement(context, {
      fileName: name,
      bytes: await readBytes(),
      ...(sheet !== undefined && { sheet }),
      ...(headerRow && columns ? { asked: { headerRow, columns } } : {}),
    });
  }),
  serveBytes(statementFiles.file, async ({ services, params, reply }) => {
    assertWholeUniversity(services.db);
    const statement = await services.db
      .selectFrom('bank_statements')
      .select(['file_name', 'storage_key', 'format'])
      .where('id', '=', params.id!)
      .executeTakeFirstOrThrow(() => domainError('bank_statements.not_found'));
    const { stream } = await openStored(services, statement.storage_key);
    return reply
      .type(uploadTypes[statement.format as keyof typeof uploadTypes])
      .header('cache-control', 'private, no-store')
      .header(
        'content-disposition',
        `attachment; filename*=UTF-8''${encodeURIComponent(statement.file_name)}`,
      )
      .send(stream);
  }),
];
