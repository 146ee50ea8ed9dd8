import { designOf } from '#features/certificates/server/designs/designs.ts';
import { beginTemplate } from '../drafts.ts';
import { templateCommand } from '../templates.ts';

/** Begins a template with a design of the portal. That name and certificate type fit is for the constraints to say. */
export const addTemplate = templateCommand('addTemplate', async (transaction, entry) => ({
  id: await beginTemplate(transaction, { ...entry, content: designOf(entry.design) }),
}));
