import { ORPCError } from '@orpc/client';
import { client } from './client.ts';

/** A draft on the server, as its page sees it. */
export type ServerDraft = {
  id: string;
  values: Record<string, unknown>;
  opened: Record<string, unknown> | null;
  /** The server's timestamp: it changes with every newer version. */
  keptAt: string;
};

/** The server's drafts of one form; all requests are in the background, so none shows the sign-in dialog. */
export type DraftStore = {
  list: () => Promise<ServerDraft[]>;
  /** Returns the server's timestamp; null if this draft was saved or discarded elsewhere. */
  save: (draft: Omit<ServerDraft, 'keptAt'>) => Promise<string | null>;
  discard: (id: string) => Promise<void>;
};

export function draftStoreOf(formKey: string): DraftStore {
  const quietly = { context: { isQuiet: true } };
  return {
    list: async () => (await client.formDrafts.listFormDrafts({ formKey }, quietly)).drafts,
    save: async (draft) => {
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
