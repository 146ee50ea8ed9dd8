import { expect, test } from 'vitest';
import { type Box, paperSize } from '../../template.ts';
import { microtextInset } from '../typst/background.ts';
import { dataOnly } from './data-only.ts';
import { modern } from './modern.ts';
import { ornamental } from './ornamental.ts';

const isOver = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

test.each(Object.entries({ ornamental, modern, dataOnly }))(
  '%s has QR code, photo and seal apart from everything else, within the frame',
  (_name, template) => {
    const { boxes, background } = template;
    const { width, height } = paperSize(template);
    const inset = background === 'none' ? 0 : (microtextInset[background] / 72) * 25.4;
    for (const box of boxes) {
      const { kind, x, y } = box;
      expect(Math.min(x, y, width - x - box.width, height - y - box.height), kind).toBeGreaterThan(inset);
      if (kind === 'qr' || kind === 'photo' || kind === 'seal')
        expect(boxes.filter((other) => other !== box && isOver(box, other))).toEqual([]);
    }
  },
);
