import sharp from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import { RenderError } from '#platform/server/typst/render-error.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';

/** Rejects with a `RenderError` when the run does not compile. */
type Render = (run: CertificateRun) => Promise<unknown>;

/** Finds out which sheet stopped the run, and why, by rendering parts of it; what is nobody's fault is passed on. */
export async function faultOf(run: CertificateRun, error: unknown, render: Render): Promise<unknown> {
  if (!(error instanceof RenderError)) return error;
  if (error.code === 'letters_missing') return lettersFault(run, error);
  if (error.code !== 'not_compiled') return error;
  const detail = error.message;
  if (await fails(() => render({ ...run, sheets: [] })))
    return domainError('certificates.template_faulty', { detail });

  const sheet = await findUnprintable(run, render);
  const withOtherPhoto = { ...sheet, photo: await blankPhoto() };
  const number = sheet.convocationNumber;
  return (await fails(() => render({ ...run, sheets: [withOtherPhoto] })))
    ? domainError('certificates.not_printable', { number, detail })
    : domainError('certificates.photo_unreadable', { number });
}

function lettersFault({ sheets }: CertificateRun, error: RenderError) {
  const { letters } = error;
  const lettersOf = (sheet: CertificateSheet) => {
    const words = Object.values(sheet).filter((value) => typeof value === 'string');
    return letters.filter((letter) => words.some((word) => word.includes(letter)));
  };
  const sheet = sheets.find((each) => lettersOf(each).length > 0);
  // Then they stand in the name of the university.
  if (!sheet) return domainError('certificates.template_faulty', { detail: error.message });
  const number = sheet.convocationNumber;
  return domainError('certificates.letters_missing', { number, letters: lettersOf(sheet).join(' ') });
}

/** Halves a failing run until one sheet is left: the compiler's own message does not say which it was. */
async function findUnprintable(run: CertificateRun, render: Render): Promise<CertificateSheet> {
  let suspects = run.sheets;
  while (suspects.length > 1) {
    const half = suspects.slice(0, Math.ceil(suspects.length / 2));
    const isInHalf = await fails(() => render({ ...run, sheets: half }));
    suspects = isInHalf ? half : suspects.slice(half.length);
  }
  return suspects[0]!;
}

function blankPhoto(): Promise<Uint8Array> {
  return sharp({ create: { width: 7, height: 9, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
}

/** Whether the part does not compile; a renderer that was stopped says nothing about it and ends the search. */
async function fails(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (error instanceof RenderError && error.code === 'not_compiled') return true;
    throw error;
  }
}
