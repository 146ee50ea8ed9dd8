import { expect, test } from 'vitest';
import { type Box, paperSize } from '../../template.ts';
import { drawBackground, microtextInset } from '../typst/background.ts';
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

test.each(Object.entries({ ornamental, modern, dataOnly }))(
  '%s sets the native name like the Latin one, and the verification code beside the QR code',
  (_name, { boxes }) => {
    const boxOf = (text: string) =>
      boxes.find((box) => box.kind === 'text' && box.lines.some((line) => line.text.includes(text)))!;
    const lineOf = (text: string) => {
      const box = boxOf(text);
      return box.kind === 'text' ? box.lines.find((line) => line.text === text)! : null;
    };
    const [latin, native] = [lineOf('{candidateName}')!, lineOf('{candidateNameNative}')!];
    expect(native).toMatchObject({ font: latin.font, weight: latin.weight, colour: latin.colour });
    expect(native.size / latin.size).toBeGreaterThan(0.8);

    const [code, qr] = [boxOf('{verificationCode}'), boxes.find(({ kind }) => kind === 'qr')!];
    const gap = (from: number, length: number, to: number, other: number) =>
      Math.max(0, from - (to + other), to - (from + length));
    expect(gap(code.x, code.width, qr.x, qr.width)).toBeLessThan(5);
    expect(gap(code.y, code.height, qr.y, qr.height)).toBeLessThan(5);
    const photo = boxes.find(({ kind }) => kind === 'photo')!;
    expect(photo.width / photo.height).toBeCloseTo(35 / 45, 2);
  },
);

test.each(Object.entries({ ornamental, modern }))(
  '%s says in each language of a state, and in its letters alone, what was conferred',
  (_name, { boxes }) => {
    const lines = boxes.flatMap((box) => (box.kind === 'text' ? box.lines : []));
    const said = lines.filter(({ language }) => language !== undefined);
    expect(said.map(({ language }) => language)).toEqual(['kn', 'mr', 'hi']);
    for (const { language, text } of said)
      expect(text).toMatch(
        language === 'kn' ? /^[\p{Script=Kannada}\s]+$/u : /^[\p{Script=Devanagari}\s]+$/u,
      );
  },
);

test.each(Object.entries({ ornamental, modern }))(
  '%s is woven of curves alone, which have no facets however large they are drawn',
  (_name, template) => {
    const paths = [...drawBackground(template)!.matchAll(/ d="([^"]+)"/g)].map(([, path]) => path!);
    expect(paths.length).toBeGreaterThanOrEqual(10);
    for (const path of paths) expect(path).toMatch(/^[MCQTZqt\d\s.-]+$/);
  },
);

test('data only draws nothing on the paper but its boxes', () => {
  expect(drawBackground(dataOnly)).toBeNull();
});
