import { assertVersion } from '#platform/server/command.ts';
import { saveDraft } from '../drafts.ts';
import { lockTemplate, templateCommand, withStored } from '../templates.ts';

/** Saves the draft. A version in force does not change: the edit starts the next draft. */
export const saveTemplate = templateCommand(
  'saveTemplate',
  async (transaction, { id, version, name, content }) => {
    const template = await lockTemplate(transaction.db, id);
    await assertVersion(transaction.db, { type: 'template', row: template }, version);
    return saveDraft(transaction, template, { name, content: withStored(content, template.content) });
  },
);
