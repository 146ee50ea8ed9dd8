import '../words.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { partOf } from '#platform/server/contract-part.ts';
import type { ServerFeature } from '#platform/server/feature.ts';
import { namesOf } from '#shared/labels.ts';
import { templatesLayout } from '../columns.ts';
import { templatesContract } from '../contract.ts';
import { pictureContract } from '../picture-contract.ts';
import { addTemplate } from './commands/add-template.ts';
import { bringIntoForce } from './commands/bring-into-force.ts';
import { deleteDraft } from './commands/delete-draft.ts';
import { saveTemplate } from './commands/save-template.ts';
import { layScan } from './commands/set-scan.ts';
import { drawPicture } from './picture.ts';
import { countTemplates, getTemplate, listTemplates } from './templates.ts';

const templatesPart = partOf(templatesContract, {
  queries: {
    listTemplates,
    countTemplates,
    getTemplate: async (db, { id }) => {
      const template = await getTemplate(db, id);
      const { artwork: _, drawing: __, ...content } = template.content;
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

const templatePicturesPart = partOf(pictureContract, { commands: { drawTemplate: drawPicture } });

export const server: ServerFeature = {
  parts: { templates: templatesPart, templatePictures: templatePicturesPart },
  masterEvents: ['templates'],
  constraints: {
    templates__name_unique: { code: 'templates.name_taken', field: 'name' },
    templates_certificate_type_fkey: { code: 'masters.unknown_name', field: 'certificateType' },
    template_versions__never_changed: 'templates.in_force',
    template_versions__not_before_today: { code: 'templates.before_today', field: 'from' },
    template_versions__proved: 'templates.no_proof',
  },
  files: [
    {
      kind: 'template_scan',
      records: (db, id) => db.selectFrom('templates').select('id').where('scan_file_id', '=', id),
    },
  ],
};
