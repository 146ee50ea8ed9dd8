import { assertVersion } from '#platform/server/command.ts';
import { saveDraft } from '../drafts.ts';
import { lockTemplate, templateCommand } from '../templates.ts';

/** Saves the draft. A version in force does not change: the edit starts the next draft. */
export const saveTemplate = templateCommand(
  'saveTemplate',
  async (transaction, { id, version, name, content }) => {
    const template = await lockTemplate(transaction.db, id);
    await assertVersion(transaction.db, { type: 'template', row: template }, version);

    // The studio cannot edit the drawing from a pack, so keep it.
    const { drawing } = template.content;
    const kept = drawing === undefined ? content : { ...content, drawing };
    return saveDraft(transaction, template, { name, content: kept });
  },
);
