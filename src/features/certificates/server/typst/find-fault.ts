import sharp from 'sharp';
import { domainError } from '#platform/server/domain-error.ts';
import { RenderError, type RenderFault } from '#platform/server/typst/render-error.ts';
import type { CertificateRun, CertificateSheet } from './certificate-sheet.ts';

/** Rejects with a `RenderError` when the run does not compile. */
type Render = (run: CertificateRun) => Promise<unknown>;

/** Finds the sheet that stopped the run, and why, by rendering parts of it; other errors are passed on. */
export async function faultOf(run: CertificateRun, error: unknown, render: Render): Promise<unknown> {
  if (!(error instanceof RenderError)) return error;
  if (error.code === 'letters_missing') return lettersFault(run, error);
  if (isOfText(error.code)) return textFault(run, error, render);
  if (error.code !== 'not_compiled') return error;
  const detail = error.message;
  if (await fails(() => render({ ...run, sheets: [] })))
    return domainError('certificates.template_faulty', { detail });

  const sheet = await findUnprintable(run, render);
  const withOtherPhoto = { ...sheet, photo: await blankPhoto() };
  const number = numberOf(sheet);
  return (await fails(() => render({ ...run, sheets: [withOtherPhoto] })))
    ? domainError('certificates.not_printable', { number, detail })
    : domainError('certificates.photo_unreadable', { number });
}

function lettersFault({ sheets }: CertificateRun, error: RenderError) {
  const { letters } = error;
  const lettersOf = (sheet: CertificateSheet) =>
    letters.filter((letter) => textsOf(sheet).some((text) => text.includes(letter)));
  const sheet = sheets.find((each) => lettersOf(each).length > 0);
  // Then they are in the university's name or in the template's wording.
  if (!sheet) return domainError('certificates.template_faulty', { detail: error.message });
  return domainError('certificates.letters_missing', {
    number: numberOf(sheet),
    letters: lettersOf(sheet).join(' '),
  });
}

const textFaults = {
  text_not_exact: 'certificates.text_not_exact',
  text_too_long: 'certificates.text_too_long',
} as const;

function isOfText(code: RenderFault): code is keyof typeof textFaults {
  return Object.hasOwn(textFaults, code);
}

/** Found by rendering, because another sheet may contain the same words. */
async function textFault(run: CertificateRun, error: RenderError, render: Render): Promise<unknown> {
  const sheet = await findUnprintable(run, render);
  const code = textFaults[error.code as keyof typeof textFaults];
  return domainError(code, { number: numberOf(sheet), text: error.letters[0] ?? '' });
}

/** The sheet's own texts, without the university's, which are on every sheet. */
function textsOf({ words, signatures }: CertificateSheet): string[] {
  const signed = Object.values(signatures).flatMap((one) => (one ? [one.office, one.holder ?? ''] : []));
  const { university: _, universityNames: __, ...own } = words;
  return [
    ...Object.values(own).flatMap((value) => (typeof value === 'string' ? value : Object.values(value))),
    ...signed,
  ];
}

function numberOf({ words }: CertificateSheet): string {
  return String(words.convocationNumber);
}

/** Halves a failing run until one sheet is left: the compiler's message does not name it. */
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

/** Whether rendering fails to compile; any other failure is not about the sheets and ends the search. */
async function fails(attempt: () => Promise<unknown>): Promise<boolean> {
  try {
    await attempt();
    return false;
  } catch (error) {
    if (error instanceof RenderError && (error.code === 'not_compiled' || isOfText(error.code))) return true;
    throw error;
  }
}
