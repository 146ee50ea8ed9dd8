import { currentLanguage } from '#platform/web/languages/language.ts';
import { errorSentence, isErrorCode } from '#shared/errors.ts';
import type { Failure } from '#shared/fields.ts';

/** An RFC 9457 body as the portal's server writes it. */
export type Problem = {
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  requestId?: string;
  data?: unknown;
};

/** A refusal in the reader's language; as it was sent where its code is unknown here. */
export function sentenceOf({ code = '', detail, title }: Problem, data: object): string | undefined {
  if (currentLanguage() === 'en' || !isErrorCode(code)) return detail ?? title;
  // What the server sent with the code is what the table of its sentences takes.
  return errorSentence(code, data as never);
}

/** What a record keeps of a refusal, in the reader's language. */
export function failureSentence({ code, data, message }: Failure): string {
  return sentenceOf({ code, detail: message }, (data ?? {}) as object) ?? message;
}
