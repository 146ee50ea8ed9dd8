import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type Template, versionStateLabels } from './contract.ts';

export const templatesLayout = {
  name: 'templates',
  columns: {
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, card: 'line' },
    name: { header: t`Name`, card: 'title' },
    design: { header: t`Design`, value: ({ design }) => certificateDesigns[design] },
    number: { header: t`Version`, kind: 'number', value: newest('number') },
    state: {
      header: t`State`,
      value: ({ versions: [newest] }) => (newest ? versionStateLabels[newest.state] : null),
      card: 'badge',
    },
    inForceFrom: {
      header: t`In force from`,
      kind: 'day',
      // The newest version with a date; a draft has none.
      value: ({ versions }) => versions.find(({ inForceFrom }) => inForceFrom)?.inForceFrom ?? null,
      card: 'line',
    },
    madeBy: { header: t`Saved by`, value: newest('madeBy'), card: 'line' },
    madeAt: { header: t`Saved at`, kind: 'moment', value: newest('madeAt') },
  },
} as const satisfies ListLayout<Template>;

/** A field of the newest version. */
function newest<Field extends keyof Template['versions'][number]>(field: Field) {
  return ({ versions: [version] }: Template) => version?.[field] ?? null;
}
