import type { z } from 'zod';
import type { Line } from '../../template.ts';

type Sketch = Partial<z.input<typeof Line>> & Pick<Line, 'text' | 'size' | 'advance'>;

/** A line that may shrink to 70 %, but not below 6 points. */
export function line(sketch: Sketch): z.input<typeof Line> {
  return { floor: Math.max(6, Math.round(sketch.size * 0.7 * 2) / 2), ...sketch };
}

/** Letters of a name that stand in one row; more would be hard to read from where a certificate hangs. */
export const longestRow = 64;

/** The wording between name and degree in the state's language. */
export function conferredIn(size: number, advance: number): z.input<typeof Line>[] {
  const wording = {
    kn: 'ಇವರು ವಿಶ್ವವಿದ್ಯಾಲಯದ ಎಲ್ಲ ನಿಯಮಗಳನ್ನು ಪೂರೈಸಿರುವುದರಿಂದ ಈ ಪದವಿಯನ್ನು ಪ್ರದಾನ ಮಾಡಲಾಗಿದೆ',
    mr: 'यांनी विद्यापीठाच्या सर्व अटी पूर्ण केल्यामुळे त्यांना ही पदवी प्रदान करण्यात येत आहे',
    hi: 'को विश्वविद्यालय के सभी नियम पूर्ण करने पर यह उपाधि प्रदान की जाती है',
  } as const;
  return Object.entries(wording).map(([language, text]) =>
    line({ text, language: language as keyof typeof wording, size, advance }),
  );
}

/** Class, rank and examination, if known. */
export const achievement = '[{division}][ • {rank}][ • CGPA {cgpa}][ • Examination of {examination}]';

/** Ordinance and resolution of the convocation. */
export const authority = '[{ordinance}][ • {resolution}]';

/** The number below its caption, and which copy it is. */
export const number = [
  line({ text: 'Convocation No.', size: 9.5, advance: 10, isTracked: true, colour: 'grey' }),
  line({ text: '{convocationNumber}', size: 17, floor: 7.5, advance: 18, weight: 'bold', colour: 'ink' }),
  line({ text: '{copy}', size: 11, advance: 15, weight: 'bold', colour: 'ink' }),
];

/** The data that /verify asks for, beside the QR code. */
export const verification = [
  line({ text: 'No. {convocationNumber}', size: 9, advance: 10 }),
  line({ text: 'Code {verificationCode}', size: 9, advance: 11, weight: 'bold' }),
  line({ text: 'Scan, or type both at', size: 7, advance: 9, colour: 'grey' }),
  line({ text: '{verifyAt}', size: 7, floor: 4.5, advance: 8, below: 2, colour: 'grey' }),
];
