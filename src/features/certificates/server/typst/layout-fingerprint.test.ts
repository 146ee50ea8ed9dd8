import { expect, test } from 'vitest';
import { fontPaths } from '#platform/server/typst/fonts.ts';
import { modern } from '../designs/modern.ts';
import { ornamental } from '../designs/ornamental.ts';
import { hashOfRenderer, layoutFingerprint, versionOfTemplate } from './layout-fingerprint.ts';

const university = {
  name: 'Vishwavidya University of Karnataka',
  names: ['ವಿಶ್ವವಿದ್ಯಾ ಕರ್ನಾಟಕ ವಿಶ್ವವಿದ್ಯಾಲಯ', 'विश्वविद्या कर्नाटक विश्वविद्यालय'],
  languages: ['kn', 'hi'],
  place: 'Bengaluru',
  crestKey: null,
};
const layout = { university, certificateType: 'Degree', template: ornamental, colour: 'Maroon' };

test.each([
  ['the certificate type', { certificateType: 'Diploma' }],
  ['the template', { template: modern }],
  ['the colour', { colour: 'Navy' }],
  ['the university’s name', { university: { ...university, name: 'Another university' } }],
  ['a native name', { university: { ...university, names: [university.names[0]!] } }],
  ['the crest', { university: { ...university, crestKey: 'uploads/another.png' } }],
  ['the place', { university: { ...university, place: 'Mysuru' } }],
])('another layout comes of %s', (_what, change) => {
  expect(layoutFingerprint({ ...layout, ...change })).not.toBe(layoutFingerprint(layout));
});

test('another layout comes of a renderer with other fonts', () => {
  expect(layoutFingerprint(layout, hashOfRenderer(fontPaths()))).toBe(layoutFingerprint(layout));
  expect(layoutFingerprint(layout, hashOfRenderer(fontPaths().slice(1)))).not.toBe(layoutFingerprint(layout));
});

test('the same layout comes of a colour that is written otherwise, as it is printed', () => {
  expect(layoutFingerprint({ ...layout, colour: ' maroon' })).toBe(layoutFingerprint(layout));
  expect(layoutFingerprint(layout)).toMatch(/^[0-9a-f]{64}$/);
  expect(versionOfTemplate(ornamental)).toMatch(/^[0-9a-f]{8}$/);
});
