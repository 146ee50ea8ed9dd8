import { currentLanguage } from '#platform/web/languages/language.ts';
import { errorSentence, isErrorCode } from '#shared/errors.ts';
import type { Failure } from '#shared/fields.ts';

/** An RFC 9457 body as our server writes it. */
export type Problem = {
  title?: string;
  status?: number;
  detail?: string;
  code?: string;
  requestId?: string;
  data?: unknown;
};

/** An error message in the user's language; as sent, if the code is unknown here. */
export function sentenceOf({ code = '', detail, title }: Problem, data: object): string | undefined {
  if (currentLanguage() === 'en' || !isErrorCode(code)) return detail ?? title;
  // The server's data has the type that this code's message needs.
  return errorSentence(code, data as never);
}

/** The message of a stored error, in the user's language. */
export function failureSentence({ code, data, message }: Failure): string {
  return sentenceOf({ code, detail: message }, (data ?? {}) as object) ?? message;
}
