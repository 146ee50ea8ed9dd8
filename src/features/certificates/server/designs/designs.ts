import type { CertificateDesign } from '#features/masters/declared/certificate-designs.ts';
import type { TemplateContent } from '../../template.ts';
import { dataOnly } from './data-only.ts';
import { modern } from './modern.ts';
import { ornamental } from './ornamental.ts';

const designs: Record<CertificateDesign, TemplateContent> = { ornamental, modern, data_only: dataOnly };

/** The design named by `certificate_types.template`; by default the ornamental border. */
export function designOf(template: string | null): TemplateContent {
  return designs[(template ?? 'ornamental') as CertificateDesign];
}
