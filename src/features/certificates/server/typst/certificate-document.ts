import { join } from 'node:path';
import {
  indianFamilies,
  type TypstDocument,
  type TypstTemplate,
} from '#platform/server/typst/typst-document.ts';
import { type Box, paperSize, type TemplateContent } from '../../template.ts';
import { drawBackground, microtextInset } from './background.ts';
import type { CertificateRun, CertificateSheet, Signature } from './certificate-sheet.ts';
import { type FilledLine, fillLines, piecesOf } from './fill-lines.ts';

export const certificateTemplate: TypstTemplate = {
  folder: join(import.meta.dirname, 'template'),
  main: 'certificate.typ',
  fontFamilies: ['Alex Brush', 'Cormorant Garamond', ...indianFamilies],
};

/** The run as one document, one page per sheet. */
export function certificateDocument(run: CertificateRun): TypstDocument {
  const { template, crest, offset, sheets, boundAt, proofMark = 'PROOF', proofLegend = null } = run;
  const { university } = sheets[0]?.words ?? { university: '' };
  const pictures = namesOfPictures(sheets);
  const background = drawBackground(template);
  const drawn = sheets.map((sheet, position) => ({
    ink: inkOf(sheet.colour),
    ...(template.drawing !== undefined && { words: sheet.words }),
    boxes: template.boxes.flatMap((box) => drawnBox(box, { sheet, position, pictures })),
  }));
  const crestBox = template.boxes.find(({ kind }) => kind === 'crest');
  return {
    template: certificateTemplate,
    input: {
      title: `Convocation certificates, ${String(university)}`,
      author: String(university),
      paper: paperSize(template),
      offset,
      proofMark,
      proofLegend,
      background: background && backgroundName,
      drawing: template.drawing === undefined ? null : drawingName,
      microtext: microtextOf(template, String(university)),
      crest: crest && crestBox ? { ...crestBox, picture: crestName } : null,
      sheets: drawn,
    },
    files: {
      ...Object.fromEntries(sheets.map(({ photo }, position) => [photoName(position), photo])),
      ...Object.fromEntries([...pictures].map(([picture, name]) => [name, picture])),
      ...(crest && crestBox && { [crestName]: crest }),
      ...(background && { [backgroundName]: Buffer.from(background) }),
      ...(template.drawing !== undefined && { [drawingName]: Buffer.from(template.drawing) }),
    },
    qrCodes: sheets.map(({ verifyUrl }) => verifyUrl),
    exactTexts: drawn.flatMap(({ boxes }) => boxes.flatMap((box) => indianTexts(box))),
    isAccessible: true,
    madeAt: boundAt,
    pages: sheets.length,
  };
}

/** Null if the background has no frame. */
function microtextOf({ background }: TemplateContent, university: string) {
  return background === 'none' ? null : { text: `${university} • `, inset: microtextInset[background] };
}

const crestName = 'crest.png';
const backgroundName = 'background.svg';
const drawingName = 'drawing.typ';

/** Named by position, not by candidate, because Typst never frees a name. */
const photoName = (position: number) => `photo-${position}.jpg`;

/** Each picture once, however many sheets use it. */
function namesOfPictures(sheets: readonly CertificateSheet[]): Map<Uint8Array, string> {
  const pictures = sheets.flatMap(({ signatures }) =>
    Object.values(signatures).flatMap((one) => one?.picture ?? []),
  );
  return new Map([...new Set(pictures)].map((picture, index) => [picture, `signature-${index}.png`]));
}

/** The ink for each paper colour; an unknown colour prints in ink grey rather than failing. */
const inks: Record<string, string> = {
  maroon: '#6d1a26',
  red: '#8a1c1c',
  navy: '#1b2f5e',
  blue: '#1c4a86',
  green: '#1d4d33',
  purple: '#48245f',
  brown: '#553621',
};

function inkOf(colour: string): string {
  return inks[colour.trim().toLowerCase()] ?? '#2b2f38';
}

type DrawnBox = Pick<Box, 'kind' | 'x' | 'y' | 'width' | 'height'> & { lines?: FilledLine[] } & Record<
    string,
    unknown
  >;
type Drawing = { sheet: CertificateSheet; position: number; pictures: ReadonlyMap<Uint8Array, string> };

/** The box as the Typst template draws it; nothing if it is empty. The crest is part of the background. */
function drawnBox(box: Box, { sheet, position, pictures }: Drawing): DrawnBox[] {
  switch (box.kind) {
    case 'text': {
      const lines = fillLines(box.lines, sheet);
      return lines.length > 0 ? [{ ...box, lines }] : [];
    }
    case 'photo':
      return [
        { ...box, picture: photoName(position), alt: `Photograph of ${String(sheet.words.candidateName)}` },
      ];
    case 'qr':
      return [{ ...box, content: sheet.verifyUrl }];
    case 'signature': {
      const signature = sheet.signatures[box.side];
      if (!signature) return [];
      const { office, picture } = signature;
      return [
        {
          ...box,
          picture: picture && pictures.get(picture)!,
          alt: office,
          lines: signatureLines(signature, sheet),
        },
      ];
    }
    case 'crest':
    case 'seal':
      return [];
  }
}

const signatureStyle = {
  font: 'serif',
  floor: 6,
  isItalic: false,
  isTracked: false,
  isHeading: false,
} as const;

function signatureLines({ office, holder }: Signature, { languages }: CertificateSheet): FilledLine[] {
  const rows = (text: string) => [piecesOf(text, languages)];
  return [
    { ...signatureStyle, rows: rows(office), size: 12, advance: 14, colour: 'ink', weight: 'bold' },
    ...(holder
      ? [
          {
            ...signatureStyle,
            rows: rows(holder),
            size: 9.5,
            advance: 11,
            colour: 'grey',
            weight: 'regular',
          } as const,
        ]
      : []),
  ];
}

function indianTexts({ lines = [] }: DrawnBox): string[] {
  const pieces = lines.flatMap(({ rows }) => rows.flat());
  return pieces.filter(({ script }) => script !== 'latin').map(({ text }) => text);
}
