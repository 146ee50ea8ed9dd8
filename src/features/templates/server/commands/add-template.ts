import { designOf } from '#features/certificates/server/designs/designs.ts';
import { beginTemplate } from '../drafts.ts';
import { templateCommand } from '../templates.ts';

/** Starts a template from a built-in design. Constraints check the name and the certificate type. */
export const addTemplate = templateCommand('addTemplate', async (transaction, entry) => ({
  id: await beginTemplate(transaction, { ...entry, content: designOf(entry.design) }),
}));
