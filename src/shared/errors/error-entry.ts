/** A refusal's HTTP status and its one sentence; the sentence may use what the refusal carries. */
type ErrorEntry = { status: number; sentence: string | ((data: never) => string) };

export type ErrorEntries = Record<string, ErrorEntry>;
