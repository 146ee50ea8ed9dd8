import type { PrintedOffice } from '../../sheet-facts.ts';
import type { CertificateSheet, Signature } from './certificate-sheet.ts';

/** Printed below a signature line if no signing office is set up for it. */
const unnamed = { left: 'Registrar', right: 'Vice-Chancellor' } as const;

/** The two signatories of a sheet; `pictures` are the bytes by their keys in the file store. */
export function signatoriesOf(
  offices: readonly PrintedOffice[],
  pictures: ReadonlyMap<string, Uint8Array> = new Map(),
): CertificateSheet['signatures'] {
  const at = (side: 'left' | 'right'): Signature => {
    const signing = offices.find(({ signs }) => signs === side);
    if (!signing) return { office: unnamed[side], holder: null, picture: null };
    const { office, holder, signatureKey } = signing;
    return { office, holder, picture: (signatureKey && pictures.get(signatureKey)) || null };
  };
  return { left: at('left'), right: at('right') };
}
