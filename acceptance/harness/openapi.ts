import { ask, type Json } from './people.ts';
import type { Portal } from './portal.ts';

export type Operation = {
  method: string;
  /** With its placeholders, led by /api. */
  path: string;
  parameters: Json[];
  /** Media types of the body to their schemas. */
  content: Record<string, { schema?: Json }>;
  responses: Record<string, Json>;
};

/** Every operation that the portal declares at /api/openapi.json. */
export async function operationsOf(portal: Portal): Promise<Operation[]> {
  const { body } = await ask(portal, 'GET', '/api/openapi.json');
  return Object.entries<Json>(body.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods)
      .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: `/api${path}`,
        parameters: operation.parameters ?? [],
        content: operation.requestBody?.content ?? {},
        responses: operation.responses ?? {},
      })),
  );
}

/** Values that fit a schema well enough to get past the parsing; `string` makes each string. */
export function example(schema: Json, string: (schema: Json) => string): Json {
  if (!schema) return {};
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf ?? schema.oneOf) return example((schema.anyOf ?? schema.oneOf)[0], string);
  switch (schema.type) {
    case 'object': {
      const required: string[] = Object.keys(schema.properties ?? {});
      return Object.fromEntries(required.map((name) => [name, example(schema.properties[name], string)]));
    }
    case 'array':
      return Array.from({ length: Math.max(1, schema.minItems ?? 1) }, () => example(schema.items, string));
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return string(schema);
  }
}

export function fillPath(operation: Operation, value: (parameter: Json) => string): string {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(value(operation.parameters.find((one) => one.in === 'path' && one.name === name))),
  );
  const query = operation.parameters
    .filter((one) => one.in === 'query' && one.required)
    .map((one) => `${one.name}=${encodeURIComponent(value(one))}`);
  return query.length ? `${path}?${query.join('&')}` : path;
}
