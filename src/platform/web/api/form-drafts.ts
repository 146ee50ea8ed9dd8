import { ORPCError } from '@orpc/client';
import { client } from './client.ts';

/** What the server keeps of a form, as its page sees it. */
export type ServerDraft = {
  id: string;
  values: Record<string, unknown>;
  opened: Record<string, unknown> | null;
  /** The server's stamp: it differs whenever something newer was kept. */
  keptAt: string;
};

/** The drafts of one form at the server; all of it behind the person's back, so nobody is asked to sign in for it. */
export type DraftStore = {
  list: () => Promise<ServerDraft[]>;
  /** Answers the server's stamp; null when this draft was saved or discarded elsewhere. */
  keep: (draft: Omit<ServerDraft, 'keptAt'>) => Promise<string | null>;
  discard: (id: string) => Promise<void>;
};

export function draftStoreOf(formKey: string): DraftStore {
  const quietly = { context: { isQuiet: true } };
  return {
    list: async () => (await client.formDrafts.listFormDrafts({ formKey }, quietly)).drafts,
    keep: async (draft) => {
      try {
        return (await client.formDrafts.keepFormDraft({ formKey, ...draft }, quietly)).keptAt;
      } catch (error) {
        if (error instanceof ORPCError && error.code === 'form_drafts.ended') return null;
        throw error;
      }
    },
    discard: async (id) => {
      await client.formDrafts.discardFormDraft({ formKey, id }, quietly);
    },
  };
}
