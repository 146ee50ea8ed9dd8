import { OpenAPIGenerator } from '@orpc/openapi';
import type { AnyRouter } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { exportFormats } from '#shared/export-format.ts';

/**
 * The OpenAPI 3.1 document: the operations as the contract declares them, their refusals as RFC 9457 bodies, and the
 * plain routes that carry bytes.
 */
export async function describeApi(router: AnyRouter) {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  const document = await generator.generate(router, {
    info: { title: 'Dikshant', version: '1.0.0' },
    servers: [{ url: '/api' }],
    customErrorResponseBodySchema: (refusals, status) =>
      problemSchema(
        refusals.map(([code]) => code),
        status,
      ),
  });
  const paths: Record<string, object | undefined> = { ...document.paths };
  // An address may have both: `GET /imports` is an operation, `POST /imports` takes bytes.
  for (const [path, routes] of Object.entries(plainRoutes)) paths[path] = { ...paths[path], ...routes };
  return { ...document, paths };
}

function problemSchema(codes: string[], status: number) {
  return {
    type: 'object' as const,
    required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
    properties: {
      type: { const: 'about:blank' },
      title: { type: 'string' as const },
      status: { const: status },
      detail: { type: 'string' as const, description: 'The sentence for the person.' },
      code: { enum: codes },
      requestId: { type: 'string' as const },
      data: { description: 'What the refusal carries, such as the issues of single fields.' },
    },
  };
}

const id = {
  name: 'id',
  in: 'path' as const,
  required: true,
  schema: { type: 'string' as const, format: 'uuid' },
};
const bytes = (description: string, ...types: string[]) => ({
  200: { description, content: Object.fromEntries(types.map((type) => [type, {}])) },
});
const uploadTypes = ['application/octet-stream', 'image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

const fileName = {
  name: 'name',
  in: 'query' as const,
  required: true,
  schema: { type: 'string' as const, maxLength: 200 },
};
const sheetFormat = { name: 'format', in: 'query' as const, schema: { enum: ['csv', 'xlsx'] } };
const sheetTypes = ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'];

const plainRoutes = {
  '/files': {
    post: {
      summary:
        'Uploads a photo, bank receipt, invoice or photo of a misprint: the raw bytes as body, at most 5 MiB; known by content, not by name.',
      parameters: [
        {
          name: 'kind',
          in: 'query' as const,
          required: true,
          schema: { enum: ['photo', 'receipt', 'invoice', 'error_photo'] },
        },
        fileName,
      ],
      requestBody: { required: true, content: Object.fromEntries(uploadTypes.map((type) => [type, {}])) },
      responses: bytes('The file reference: id, name, mediaType, byteSize.', 'application/json'),
    },
  },
  '/files/{id}': {
    get: {
      summary: 'The bytes of a file; `download=1` saves it under its original name.',
      parameters: [id, { name: 'download', in: 'query' as const, schema: { enum: ['1'] } }],
      responses: bytes('The file as it was uploaded.', ...uploadTypes.slice(1)),
    },
  },
  '/files/{id}/thumbnail': {
    get: {
      summary: 'A picture of 96 by 96 pixels.',
      parameters: [id],
      responses: bytes('JPEG.', 'image/jpeg'),
    },
  },
  '/deposit-slips/{id}/document': {
    get: {
      summary:
        'The pay-in slip for the bank with its counterfoil: PDF/A, as many A4 pages as its drafts need.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/applications/{id}/receipt': {
    get: {
      summary:
        'The acknowledgement receipt as it stands now: PDF/A, the candidate’s and the office’s copy on one A4.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/bundles/{id}/document': {
    get: {
      summary:
        'The list of a bundle, with places to sign for the college and for each student: PDF/A, as many A4 pages as it needs.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/print-runs/{id}/document': {
    get: {
      summary:
        'The print file of a run: PDF/A, one page a sheet in their order; from its start to the first outcome.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/print-runs/{id}/remaining-document': {
    get: {
      summary: 'The pages of the sheets without an outcome, as long as the first of them is sheet `from`.',
      parameters: [
        id,
        {
          name: 'from',
          in: 'query' as const,
          required: true,
          schema: { type: 'integer' as const, minimum: 1 },
        },
      ],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/print-runs/{id}/report': {
    get: {
      summary: 'The report of a closed run: PDF/A with its counts, its spoilt serials and every sheet.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/printers/{id}/calibration-sheet': {
    get: {
      summary: 'A sheet from which the offset of a printer is read off: PDF/A, one landscape A4.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/proofs/{id}/document': {
    get: {
      summary: 'The proof sheet: PDF/A, one landscape A4 with sample data, marked PROOF.',
      parameters: [id],
      responses: bytes('The PDF.', 'application/pdf'),
    },
  },
  '/bank-statements': {
    post: {
      summary:
        'Uploads a bank statement: the raw bytes as body, at most 5 MiB; CSV or XLSX by content. Nothing is taken from a file with a cell that cannot be read; one that was taken before is found again.',
      parameters: [
        fileName,
        { name: 'headerRow', in: 'query' as const, schema: { type: 'integer' as const, minimum: 1 } },
        {
          name: 'columns',
          in: 'query' as const,
          description:
            'JSON: which column, counted from 0, holds which field, where the headers do not say it.',
          schema: { type: 'string' as const },
        },
      ],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
      responses: bytes(
        'The id of the statement, whether it is new, and how many lines were taken, repeated and settled.',
        'application/json',
      ),
    },
  },
  '/bank-statements/{id}/file': {
    get: {
      summary: 'The file of a bank statement as it was uploaded.',
      parameters: [id],
      responses: bytes('The file.', ...sheetTypes),
    },
  },
  '/imports': {
    post: {
      summary:
        'Uploads a sheet of students or colleges: the raw bytes as body, at most 100 MiB; CSV or XLSX by content. It is checked, and written by its own operation.',
      parameters: [
        { name: 'of', in: 'query' as const, required: true, schema: { enum: ['students', 'colleges'] } },
        fileName,
      ],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
      responses: bytes('The id of the upload.', 'application/json'),
    },
  },
  '/imports/{id}/mended-rows': {
    post: {
      summary: 'Uploads the mended file of faulty rows, which take the place of those in the upload.',
      parameters: [id, fileName],
      requestBody: { required: true, content: { 'application/octet-stream': {} } },
      responses: bytes('The id of the upload.', 'application/json'),
    },
  },
  '/imports/{id}/faulty-rows': {
    get: {
      summary: 'The faulty rows of an upload as they came, with a last column that says what is wrong.',
      parameters: [id, sheetFormat],
      responses: bytes('The sheet.', ...sheetTypes),
    },
  },
  '/import-templates/{kind}': {
    get: {
      summary: 'A sheet with the right headers and one example row.',
      parameters: [
        { name: 'kind', in: 'path' as const, required: true, schema: { enum: ['students', 'colleges'] } },
        sheetFormat,
      ],
      responses: bytes('The sheet.', ...sheetTypes),
    },
  },
  '/exports/{list}': {
    get: {
      summary:
        'Every row of a list as a file, with the search, filters and sort of the list’s own operation as further parameters.',
      parameters: [
        { ...id, name: 'list', schema: { type: 'string' as const } },
        { name: 'format', in: 'query' as const, required: true, schema: { enum: exportFormats } },
        {
          name: 'columns',
          in: 'query' as const,
          description: 'Keys of columns in their order, joined by commas; all of them if it is not said.',
          schema: { type: 'string' as const },
        },
      ],
      responses: bytes(
        'UTF-8 with a byte order mark and CRLF, or a workbook.',
        'text/csv',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      ),
    },
  },
  '/changes': {
    get: {
      summary: 'Server-sent events: who did what, how often; no records.',
      responses: bytes(
        'A stream of `changed` events, and one `signed_out` when the session ends.',
        'text/event-stream',
      ),
    },
  },
};
