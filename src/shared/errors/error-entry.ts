type Sentence = string | ((data: never) => string);

/**
 * A refusal's one sentence, which may use what the refusal carries. Its HTTP status is 409, a record that does not allow
 * it just now, unless the entry names another.
 */
export type ErrorEntries = Record<string, Sentence | { status: number; sentence: Sentence }>;
