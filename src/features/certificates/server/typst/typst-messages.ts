import type { RenderFault } from './certificate-render-error.ts';

/** What the child answers to a `CertificateRun`; an Error would lose its fields on the way. */
export type RenderAnswer =
  | { pdf: Uint8Array }
  | { fault: { code: RenderFault; message: string; convocationNumber: string | null } };
