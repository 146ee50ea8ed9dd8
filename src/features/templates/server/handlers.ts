import { designOf } from '#features/certificates/server/designs/designs.ts';
import { partOf } from '#platform/server/contract-part.ts';
import { certificateDesigns } from '#shared/certificate-designs.ts';
import { namesOf } from '#shared/labels.ts';
import { templatesLayout } from '../columns.ts';
import { templatesContract } from '../contract.ts';
import { pictureContract } from '../picture-contract.ts';
import { addTemplate } from './commands/add-template.ts';
import { bringIntoForce } from './commands/bring-into-force.ts';
import { deleteDraft } from './commands/delete-draft.ts';
import { layScan } from './commands/lay-scan.ts';
import { saveTemplate } from './commands/save-template.ts';
import { drawPicture } from './picture.ts';
import { countTemplates, getTemplate, listTemplates } from './templates.ts';

export const templatesPart = partOf(templatesContract, {
  queries: {
    listTemplates,
    countTemplates,
    getTemplate: async (db, _scope, { id }) => {
      const template = await getTemplate(db, id);
      const { drawing: _, ...content } = template.content;
      return { ...template, content };
    },
    listDesigns: async () => ({
      designs: namesOf(certificateDesigns).map((design) => ({
        design,
        name: certificateDesigns[design],
        paper: designOf(design).paper,
      })),
    }),
  },
  commands: { addTemplate, saveTemplate, deleteDraft, bringIntoForce, layScan },
  layouts: { listTemplates: [templatesLayout] },
});

export const templatePicturesPart = partOf(pictureContract, { commands: { drawTemplate: drawPicture } });
