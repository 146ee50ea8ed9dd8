import { TemplateContent } from '../../template.ts';
import { achievement, line, longestRow, verification } from './parts.ts';

/** Only the data that differ between sheets, for security paper with everything else pre-printed. Landscape A4. */
export const dataOnly = TemplateContent.parse({
  paper: 'landscape',
  background: 'none',
  boxes: [
    {
      kind: 'text',
      x: 50,
      y: 82,
      width: 197,
      height: 32,
      align: 'center',
      lines: [
        line({
          text: '{candidateName}',
          size: 28,
          floor: 7.5,
          advance: 30,
          breaksAfter: longestRow,
          weight: 'bold',
          isHeading: true,
        }),
        line({
          text: '{candidateNameNative}',
          size: 24,
          floor: 7.5,
          advance: 32,
          breaksAfter: longestRow,
          weight: 'bold',
        }),
      ],
    },
    {
      kind: 'text',
      x: 50,
      y: 118,
      width: 197,
      height: 32,
      align: 'center',
      lines: [
        line({ text: '{degreeTitle}[ in {subject}]', size: 20, floor: 7.5, advance: 22, weight: 'bold' }),
        line({ text: achievement, size: 12, floor: 8, advance: 20 }),
        line({ text: '{college}', size: 12, advance: 18 }),
        line({ text: '{issuedOn}', size: 12, advance: 20 }),
      ],
    },
    {
      kind: 'text',
      x: 20,
      y: 20,
      width: 60,
      height: 16,
      align: 'left',
      lies: 'top',
      lines: [
        line({ text: '{convocationNumber}', size: 15, floor: 8, advance: 15, weight: 'bold' }),
        line({ text: '{copy}', size: 11, advance: 15, weight: 'bold' }),
      ],
    },
    { kind: 'photo', x: 249, y: 20, width: 28, height: 36 },
    { kind: 'signature', side: 'left', x: 65, y: 160, width: 52, height: 27 },
    { kind: 'seal', x: 129.5, y: 156, width: 38, height: 38 },
    { kind: 'signature', side: 'right', x: 180, y: 160, width: 52, height: 27 },
    { kind: 'qr', x: 20, y: 164, width: 26, height: 26 },
    {
      kind: 'text',
      x: 20,
      y: 154,
      width: 44,
      height: 9.5,
      align: 'left',
      lines: verification.slice(0, 2),
    },
    {
      kind: 'text',
      x: 236,
      y: 186,
      width: 41,
      height: 4,
      align: 'right',
      lines: [line({ text: '{blankSerial}', size: 7, floor: 5, advance: 7 })],
    },
  ],
});
