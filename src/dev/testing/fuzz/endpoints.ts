import { isContractProcedure } from '@orpc/contract';
import type { z } from 'zod';
import { byteRoutes } from '#app/server/features.ts';
import { contract } from '#features/features.ts';
import { errorsOf } from '#platform/server/http/byte-route.ts';
import { type ErrorCode, errorStatus } from '#shared/errors.ts';

/** An operation or a byte route, as its declaration says it. */
export type Endpoint = {
  name: string;
  method: string;
  /** Below `/api`, with `{id}` for parameters. */
  path: string;
  input: z.ZodType | undefined;
  errors: readonly string[];
  /** The content types of a body of bytes. */
  bytes: readonly string[] | null;
};

const operations: Endpoint[] = Object.entries(contract).flatMap(([feature, procedures]) =>
  Object.entries(procedures).map(([name, procedure]) => {
    if (!isContractProcedure(procedure)) throw new Error(`${feature}.${name} is no operation`);
    const { route, errorMap, inputSchema } = procedure['~orpc'];
    return {
      name: `${feature}.${name}`,
      method: route.method!,
      path: route.path!,
      input: inputSchema as z.ZodType | undefined,
      errors: Object.keys(errorMap),
      bytes: null,
    };
  }),
);

const routesOfBytes: Endpoint[] = byteRoutes.map((route) => ({
  name: `${route.method} ${route.path}`,
  method: route.method,
  path: route.path,
  input: route.query,
  errors: errorsOf(route),
  bytes: route.body?.types ?? (route.method === 'GET' ? [] : null),
}));

export const endpoints: readonly Endpoint[] = [...operations, ...routesOfBytes];

/** What any request may be answered, whatever it asks for; declarations do not repeat it. */
const general =
  /^(request\.|auth\.(signed_out|not_permitted|change_password_first|enrol_authenticator_first)$)/;

export function isDeclared(endpoint: Endpoint | undefined, code: string): boolean {
  return general.test(code) || (endpoint?.errors.includes(code) ?? false);
}

/** An error of the office's rules, and no refusal of the person (401, 403) or of the input. */
export function isDomainError(endpoint: Endpoint, code: string): boolean {
  return domainErrors(endpoint).includes(code);
}

export function domainErrors({ errors }: Endpoint): readonly string[] {
  return errors.filter((code) => ![401, 403].includes(errorStatus(code as ErrorCode)));
}

const patterns = endpoints.map((endpoint) => ({
  endpoint,
  // A route of bytes is asked for with an empty parameter, too.
  pattern: new RegExp(
    `^${endpoint.path.replace(/\{(\w+)\}/g, endpoint.bytes ? '(?<$1>[^/]*)' : '(?<$1>[^/]+)')}$`,
  ),
  // `/colleges/count` is an address of its own and no college.
  parameters: endpoint.path.split('{').length,
}));
patterns.sort((one, other) => one.parameters - other.parameters);

/** Which endpoint an address belongs to, and the parameters of its path. */
export function matchEndpoint(method: string, path: string) {
  for (const { endpoint, pattern } of patterns) {
    const found = endpoint.method === method ? pattern.exec(path) : null;
    if (!found) continue;
    const params = Object.entries(found.groups ?? {}).map(([name, value]) => [
      name,
      decodeURIComponent(value),
    ]);
    return { endpoint, params: Object.fromEntries(params) as Record<string, string> };
  }
  return null;
}
