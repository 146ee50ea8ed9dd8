import type { z } from 'zod';
import type { ErrorCode, PlainErrorCode } from '#shared/errors.ts';
import type { Access, Permission } from '#shared/permissions.ts';
import type { Path } from './operation.ts';

type AcceptedBody = {
  types: readonly string[];
  maximumBytes: number;
  tooLarge: PlainErrorCode;
  /** Time limit for a sender on a slow line. */
  seconds: number;
};

/**
 * An operation that transfers bytes, which oRPC does not support. As with `operation`, everything derives from the
 * declaration: route, permission, accepted types, body limit, OpenAPI document, docs/permissions.md, and the URL that
 * screens link to.
 */
export type ByteOperation<Query extends z.ZodObject = z.ZodObject> = {
  method: 'GET' | 'POST';
  /** Below `/api`, with `{id}` for parameters; `id` is a UUID. */
  path: Path;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** With several, the handler checks the one that applies; callers with none of them are refused before. */
  access: Access | Readonly<Record<string, Permission>>;
  query?: Query;
  body?: AcceptedBody;
  answers: { description: string; types: readonly string[] };
  /** Error if `{id}` is not a UUID. */
  notFound?: PlainErrorCode;
  /** Its own errors, without those that every request can meet. */
  errors?: readonly ErrorCode[];
  /** Requested by the page itself, without a user action. */
  isAskedByPage?: true;
  /** Compression delays noticing that the client disconnected. */
  isUncompressed?: true;
};

type Options<Query extends z.ZodObject> = Omit<ByteOperation<Query>, 'method' | 'path' | 'body' | 'answers'>;

/** A document or other file to read; a PDF by default. */
export function documentOperation<Query extends z.ZodObject>(
  path: Path,
  options: Options<Query> & { answers?: ByteOperation['answers'] },
): ByteOperation<Query> {
  const answers = { description: 'The PDF.', types: ['application/pdf'] };
  return { method: 'GET', path, answers, ...options };
}

/** A file that is sent as the raw body; the answer is JSON. */
export function uploadOperation<Query extends z.ZodObject>(
  path: Path,
  {
    answer,
    types = ['application/octet-stream'],
    maximumBytes,
    tooLarge,
    seconds,
    ...options
  }: Options<Query> & Omit<AcceptedBody, 'types'> & { types?: readonly string[]; answer: string },
): ByteOperation<Query> {
  const answers = { description: answer, types: ['application/json'] };
  return { method: 'POST', path, answers, body: { types, maximumBytes, tooLarge, seconds }, ...options };
}
