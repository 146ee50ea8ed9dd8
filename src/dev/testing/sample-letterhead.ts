import sharp from 'sharp';
import type { Letterhead } from '#features/masters/server/office-document.ts';

const colour = { r: 109, g: 26, b: 38, alpha: 1 };
const crest = await sharp({ create: { width: 60, height: 60, channels: 4, background: colour } })
  .png()
  .toBuffer();

/** A university with everything that the head of a paper shows. */
export const sampleLetterhead: Letterhead = {
  university: {
    name: 'Vishwavidya University of Karnataka',
    names: ['ವಿಶ್ವವಿದ್ಯಾ ಕರ್ನಾಟಕ ವಿಶ್ವವಿದ್ಯಾಲಯ', 'विश्वविद्या कर्नाटक विश्वविद्यालय'],
    languages: ['kn', 'hi'],
    place: 'Mysuru',
    crestKey: 'crest',
  },
  language: 'en',
  crest,
  colour: '#6d1a26',
  printedBy: 'Meera Iyer',
  printedAt: new Date('2026-11-22T05:00:00Z'),
};
