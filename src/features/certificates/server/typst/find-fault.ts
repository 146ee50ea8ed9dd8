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
  if (error.code === 'text_not_exact') return textFault(run, error, 'certificates.text_not_exact');
  if (error.code === 'text_too_long') return textFault(run, error, 'certificates.text_too_long');
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
  // Then they stand in the name of the university, or in the wording.
  if (!sheet) return domainError('certificates.template_faulty', { detail: error.message });
  return domainError('certificates.letters_missing', {
    number: numberOf(sheet),
    letters: lettersOf(sheet).join(' '),
  });
}

/** The text of a line holds what stands on every sheet, too: whose it is says the longest of its words. */
function textFault({ sheets }: CertificateRun, error: RenderError, code: TextFault) {
  const [text = ''] = error.letters;
  const longest = (sheet: CertificateSheet) =>
    Math.max(0, ...textsOf(sheet).map((own) => (text.includes(own.trim()) ? own.length : 0)));
  const [sheet] = sheets.toSorted((one, other) => longest(other) - longest(one));
  if (!sheet) return domainError('certificates.template_faulty', { detail: error.message });
  return domainError(code, { number: numberOf(sheet), text });
}

type TextFault = 'certificates.text_not_exact' | 'certificates.text_too_long';

function textsOf({ words, signatures }: CertificateSheet): string[] {
  const signed = Object.values(signatures).flatMap((one) => (one ? [one.office, one.holder ?? ''] : []));
  return [
    ...Object.values(words).flatMap((value) => (typeof value === 'string' ? value : Object.values(value))),
    ...signed,
  ];
}

function numberOf({ words }: CertificateSheet): string {
  return String(words.convocationNumber);
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
