import type { RawResponse } from '#dev/testing/raw-request.ts';
import { type Endpoint, isDeclared, matchEndpoint } from './endpoints.ts';
import type { FuzzRequest } from './request.ts';

/** The endpoint that a request reaches: one that was distorted may reach another, or none. */
export function endpointOf({ method, path }: FuzzRequest): Endpoint | undefined {
  try {
    // The server, too, resolves dots and letters that are written as numbers.
    const { pathname } = new URL(path.replace(/^\/+/, '/'), 'http://x');
    const plain = pathname.replace(/%(?:4[1-9a-f]|5[0-9a]|6[1-9a-f]|7[0-9a])/gi, decodeURIComponent);
    const asked = plain.replace(/^\/api/, '');
    // A record without an id is asked of the list, where there is one; a file without an id is no file.
    return (matchEndpoint(method, asked.replace(/\/$/, '')) ?? matchEndpoint(method, asked))?.endpoint;
  } catch {
    return undefined;
  }
}

/** What is wrong with an answer: a 500, an error that is not declared, or one that lacks what every error carries. */
export function faultsOf(request: FuzzRequest, answer: RawResponse, asked: Endpoint | undefined): string[] {
  const { status, headers, code = '' } = answer;
  if (status < 400) return [];
  const faults: string[] = [];
  if (status >= 500 && status !== 503) faults.push(`answered ${status} ${code}`);
  if (!headers['x-request-id']) faults.push(`${status} without x-request-id`);
  if ((status === 429 || status === 503) && !headers['retry-after'])
    faults.push(`${status} without retry-after`);
  if (request.method === 'HEAD') return faults;
  if (!isProblem(answer)) faults.push(`${status} is no problem: ${answer.text.slice(0, 100)}`);
  else if (!isDeclared(asked, code)) faults.push(`${code} is not declared`);
  return faults;
}

function isProblem({ text, headers, status }: RawResponse): boolean {
  if (!headers['content-type']?.startsWith('application/problem+json')) return false;
  const problem = JSON.parse(text) as Record<string, unknown>;
  return (
    problem.status === status && problem.requestId === headers['x-request-id'] && Boolean(problem.detail)
  );
}
