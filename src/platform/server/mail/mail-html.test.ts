import { expect, test } from 'vitest';
import { mailHtml } from './mail-html.ts';

const look = { university: 'Vishwavidya <University>', colour: '#1b4f8a', crest: 'cid:crest' };

test('a mail says the same under crest and colour, and nothing of its text is read as HTML', () => {
  const html = mailHtml('Namaste <b>\n\n1234\n\nhttp://localhost:3000/verify?n=1&c=2.\n', look);
  expect(html).toContain('Namaste &lt;b&gt;');
  expect(html).toContain('Vishwavidya &lt;University&gt;');
  expect(html).toContain('<img src="cid:crest"');
  expect(html).toContain('border-top:4px solid #1b4f8a');
  expect(html).toContain('<a href="http://localhost:3000/verify?n=1&amp;c=2">');
  expect(html).toMatch(/letter-spacing[^>]*>1234</);
});

test('without a university the portal has its own colour and no picture', () => {
  const html = mailHtml('Namaste', { university: '', colour: null, crest: null });
  expect(html).toContain('#23345f');
  expect(html).not.toContain('<img');
});
