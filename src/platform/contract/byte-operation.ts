import type { z } from 'zod';
import type { ErrorCode, PlainErrorCode } from '#shared/errors.ts';
import type { Access, Permission } from '#shared/permissions.ts';
import type { Path } from './operation.ts';

/** The bytes that an upload takes as its body. */
type AcceptedBody = {
  types: readonly string[];
  maximumBytes: number;
  tooLarge: PlainErrorCode;
  /** What a sender on a slow line may take. */
  seconds: number;
};

/**
 * An operation that carries bytes, which oRPC does not. As with `operation`, everything derives from the declaration:
 * the route, its permission, accepted types and body limit, the OpenAPI document, docs/permissions.md, and the address
 * that a screen links to.
 */
export type ByteOperation<Query extends z.ZodObject = z.ZodObject> = {
  method: 'GET' | 'POST';
  /** Below `/api`, with `{id}` for parameters; `id` is a UUID. */
  path: Path;
  /** One sentence for the OpenAPI document. */
  summary: string;
  /** With several, the handler asks for the one that fits; whoever has none of them is refused before. */
  access: Access | Readonly<Record<string, Permission>>;
  query?: Query;
  body?: AcceptedBody;
  answers: { description: string; types: readonly string[] };
  /** Answered where `{id}` is no UUID. */
  notFound?: PlainErrorCode;
  /** The errors of its own; those that any request can meet are not repeated. */
  errors?: readonly ErrorCode[];
  /** A page asks for it by itself: nobody may be sitting there. */
  isAskedByPage?: true;
  /** Through a compressor a reader who leaves is noticed late. */
  isUncompressed?: true;
};

type Options<Query extends z.ZodObject> = Omit<ByteOperation<Query>, 'method' | 'path' | 'body' | 'answers'>;

/** A document or any other file that is read: a PDF unless it says otherwise. */
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
