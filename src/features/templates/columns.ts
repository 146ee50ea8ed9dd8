import { certificateDesigns } from '#features/masters/declared/certificate-designs.ts';
import { certificateTypeInWords } from '#shared/choice-lists.ts';
import type { ListLayout } from '#shared/list-layout.ts';
import { t } from '#shared/words.ts';
import { type Template, versionStateLabels } from './contract.ts';

export const templatesLayout = {
  name: 'templates',
  columns: {
    certificateType: { header: t`Certificate type`, value: certificateTypeInWords, width: 125, card: 'line' },
    name: { header: t`Name`, width: 190, card: 'title' },
    design: { header: t`Design`, value: ({ design }) => certificateDesigns[design], width: 165 },
    number: { header: t`Version`, kind: 'number', value: newest('number'), width: 75 },
    state: {
      header: t`State`,
      value: ({ versions: [newest] }) => (newest ? versionStateLabels[newest.state] : null),
      width: 170,
      card: 'badge',
    },
    inForceFrom: {
      header: t`In force from`,
      kind: 'day',
      // The newest version with a date; a draft has none.
      value: ({ versions }) => versions.find(({ inForceFrom }) => inForceFrom)?.inForceFrom ?? null,
      width: 125,
      card: 'line',
    },
    madeBy: { header: t`Saved by`, value: newest('madeBy'), width: 150, card: 'line' },
    madeAt: { header: t`Saved at`, kind: 'moment', value: newest('madeAt'), width: 150 },
  },
} as const satisfies ListLayout<Template>;

/** A field of the newest version. */
function newest<Field extends keyof Template['versions'][number]>(field: Field) {
  return ({ versions: [version] }: Template) => version?.[field] ?? null;
}
