import { expect, test } from 'vitest';
import { layoutFingerprint, templateVersion } from './layout-fingerprint.ts';
import { sampleUniversity } from './sample-sheet.testing.ts';

const layout = { university: sampleUniversity, certificateType: 'Degree', colour: 'Maroon' };

test.each([
  ['the certificate type', { certificateType: 'Diploma' }],
  ['the colour', { colour: 'Navy' }],
  ['the university’s name', { university: { ...sampleUniversity, name: 'Another university' } }],
  ['a native name', { university: { ...sampleUniversity, names: [sampleUniversity.names[0]!] } }],
  ['the crest', { university: { ...sampleUniversity, crestKey: 'uploads/another.png' } }],
  ['the place', { university: { ...sampleUniversity, place: 'Mysuru' } }],
])('another layout comes of %s', (_what, change) => {
  expect(layoutFingerprint({ ...layout, ...change })).not.toBe(layoutFingerprint(layout));
});

test('the same layout comes of a colour that is written otherwise, as it is printed', () => {
  expect(layoutFingerprint({ ...layout, colour: ' maroon' })).toBe(layoutFingerprint(layout));
  expect(layoutFingerprint(layout)).toMatch(/^[0-9a-f]{64}$/);
  expect(templateVersion).toMatch(/^[0-9a-f]{8}$/);
});
