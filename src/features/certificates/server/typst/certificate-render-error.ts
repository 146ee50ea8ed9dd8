export type RenderFault =
  | 'too_many_sheets'
  | 'photo_unreadable'
  | 'sheet_unprintable'
  | 'template_faulty'
  | 'renderer_crashed'
  | 'renderer_closed'
  | 'renderer_timed_out'
  | 'renderer_out_of_memory';

/** Why a print file could not be made; the message is a sentence that staff may read. */
export class CertificateRenderError extends Error {
  override readonly name = 'CertificateRenderError';
  readonly code: RenderFault;
  /** The sheet at fault, where there is one. */
  readonly convocationNumber: string | null;

  constructor(fault: { code: RenderFault; message: string; convocationNumber?: string | null }) {
    super(fault.message);
    this.code = fault.code;
    this.convocationNumber = fault.convocationNumber ?? null;
  }
}
