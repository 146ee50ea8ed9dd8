type Sentence = string | ((data: never) => string);

/**
 * The message of an error, which may use its data. The HTTP status is 409, for a record whose state does not allow the
 * request, unless set by `withStatus`; 404 if the code ends in `not_found`.
 */
export type ErrorEntries = Record<string, Sentence | { status: number; sentence: Sentence }>;

export function withStatus<Sentences extends Record<string, Sentence>>(status: number, sentences: Sentences) {
  const entries = Object.entries(sentences).map(([code, sentence]) => [code, { status, sentence }]);
  return Object.fromEntries(entries) as {
    [Code in keyof Sentences]: { status: number; sentence: Sentences[Code] };
  };
}
