type CertificateFault = 'photo_unreadable' | 'sheet_unprintable' | 'template_faulty';

/** Why a print file could not be made of these sheets; the message is a sentence that staff may read. */
export class CertificateRenderError extends Error {
  override readonly name = 'CertificateRenderError';
  readonly code: CertificateFault;
  /** The sheet at fault, where there is one. */
  readonly convocationNumber: string | null;

  constructor(fault: { code: CertificateFault; message: string; convocationNumber?: string | null }) {
    super(fault.message);
    this.code = fault.code;
    this.convocationNumber = fault.convocationNumber ?? null;
  }
}
