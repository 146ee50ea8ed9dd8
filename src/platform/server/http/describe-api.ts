import { OpenAPIGenerator } from '@orpc/openapi';
import type { AnyRouter } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { z } from 'zod';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';
import { type ByteRoute, errorsOf } from './byte-route.ts';

/** The OpenAPI 3.1 document: the operations of the contract, their errors as RFC 9457 bodies, and the byte routes. */
export async function describeApi(router: AnyRouter, byteRoutes: readonly ByteRoute[]) {
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
  // A path may have both: `GET /imports` is an operation, `POST /imports` takes bytes.
  for (const route of byteRoutes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeByteRoute(route) };
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

/** A byte route as an OpenAPI operation, from its declaration. */
function describeByteRoute(route: ByteRoute) {
  const { path, summary, query, body, answers, notFound } = route;
  const content = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]));
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name: name!,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' as const, ...(notFound && { format: 'uuid' }) },
  }));
  return {
    summary,
    parameters: [...parameters, ...(query ? queryParameters(query) : [])],
    ...(body && { requestBody: { required: true, content: content(body.types) } }),
    responses: {
      200: { description: answers.description, content: content(answers.types) },
      ...problemsOf(errorsOf(route)),
    },
  };
}

function problemsOf(errors: readonly ErrorCode[]) {
  const byStatus = Map.groupBy(errors, errorStatus);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/problem+json': { schema: problemSchema(codes, status) } },
      },
    ]),
  );
}

function queryParameters(query: z.ZodObject) {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    schema,
  }));
}
