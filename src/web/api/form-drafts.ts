import { client } from './client.ts';

/** What the server keeps of a form, as its page sees it. */
export type ServerDraft = {
  values: Record<string, unknown>;
  opened: Record<string, unknown> | null;
  /** The server's stamp: it differs whenever anybody kept something newer. */
  keptAt: string;
};

/** The drafts of one form at the server; all of it behind the person's back, so nobody is asked to sign in for it. */
export type DraftStore = {
  find: () => Promise<ServerDraft | null>;
  keep: (draft: Omit<ServerDraft, 'keptAt'>) => Promise<string>;
  discard: () => Promise<void>;
};

export function draftStoreOf(formKey: string): DraftStore {
  const quietly = { context: { isQuiet: true } };
  return {
    find: async () => (await client.formDrafts.findFormDraft({ formKey }, quietly)).draft,
    keep: async (draft) => (await client.formDrafts.keepFormDraft({ formKey, ...draft }, quietly)).keptAt,
    discard: async () => {
      await client.formDrafts.discardFormDraft({ formKey }, quietly);
    },
  };
}
