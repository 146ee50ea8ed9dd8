import { t } from '#shared/words.ts';

export const certificateDesigns = {
  ornamental: t`Ornamental border`,
  modern: t`Quiet modern`,
  data_only: t`Data only, for pre-printed paper`,
} as const;
export type CertificateDesign = keyof typeof certificateDesigns;
