type Sentence = string | ((data: never) => string);

/**
 * A refusal's one sentence, which may use what the refusal carries. Its HTTP status is 409, a record that does not allow
 * it just now, unless it is among those `withStatus`, or 404 where its code ends in `not_found`.
 */
export type ErrorEntries = Record<string, Sentence | { status: number; sentence: Sentence }>;

/** Refusals that have this HTTP status. */
export function withStatus<Sentences extends Record<string, Sentence>>(status: number, sentences: Sentences) {
  const entries = Object.entries(sentences).map(([code, sentence]) => [code, { status, sentence }]);
  return Object.fromEntries(entries) as {
    [Code in keyof Sentences]: { status: number; sentence: Sentences[Code] };
  };
}
