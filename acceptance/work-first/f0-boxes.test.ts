import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '../harness/browser.ts';
import { pick } from '../harness/random.ts';
import { measure } from './f-boxes.ts';

// Done when 4: "a test fails on text that is clipped, overlaps or leaves the viewport (measured boxes)". The instrument
// itself, on a page whose faults are known: each is found, and nothing of what is right.

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser({ slowMo: 0 });
  page = await browser.newPage({ viewport: { width: 800, height: 600 } });
});
afterAll(() => browser?.close());

const long = pick([
  'Sahyadri College of Engineering',
  'ಸಹ್ಯಾದ್ರಿ ಇಂಜಿನಿಯರಿಂಗ್ ಕಾಲೇಜು ಮೈಸೂರು',
  'सह्याद्रि अभियांत्रिकी महाविद्यालय',
]);

const wrong: Record<string, [string, string]> = {
  'cut sideways': ['cut', `<div style="width:60px;overflow:hidden;white-space:nowrap">${long}</div>`],
  'cut below': [
    'cut',
    '<div style="height:9px;overflow:hidden;line-height:20px;font-size:16px">Kannada header ಶೀರ್ಷಿಕೆ</div>',
  ],
  'cut by a grandparent that clips': [
    'cut',
    `<div style="width:60px;overflow:clip"><p style="margin:0;white-space:nowrap"><b>${long}</b></p></div>`,
  ],
  'dots without the full text': [
    'ellipsis',
    `<div style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${long}</div>`,
  ],
  'dots with another title': [
    'ellipsis',
    `<div title="A name" style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${long}</div>`,
  ],
  'out of the window': ['outside', `<div style="position:absolute;left:760px;width:200px">${long}</div>`],
  'fixed below the window': [
    'outside',
    '<div style="position:fixed;top:620px;left:0">A bar that nobody can scroll to</div>',
  ],
  'cut in a dialog over the page': [
    'cut',
    `<style>html,body{overflow:hidden}</style><div aria-modal="true" role="dialog" style="position:fixed;inset:0;background:#fff"><div style="width:60px;overflow:hidden;white-space:nowrap">${long}</div></div>`,
  ],
  'cut in a dialog of the browser': [
    'cut',
    `<dialog><div style="width:60px;overflow:hidden;white-space:nowrap">${long}</div></dialog><script>document.querySelector('dialog').showModal()</script>`,
  ],
  'a choice out of a dialog that leaves the window': [
    'outside',
    `<div aria-modal="true" role="dialog" style="position:fixed;inset:0;background:#fff">Which college?</div><div role="listbox" style="position:fixed;top:620px">${long}</div>`,
  ],
  'two texts at one place': [
    'over',
    '<div style="position:relative;height:30px"><span style="position:absolute;left:0">The first text</span><span style="position:absolute;left:20px">The second text</span></div>',
  ],
  'two columns that run into each other': [
    'over',
    `<div style="display:flex;gap:0"><div style="width:50px;white-space:nowrap">${long}</div><div style="width:200px">The next column</div></div>`,
  ],
  'a placeholder that does not fit': [
    'field',
    '<input placeholder="Search by name, roll no, college..." style="width:80px">',
  ],
  'a choice that does not fit': [
    'field',
    '<select style="width:70px"><option>Only those that wait for the roll</option></select>',
  ],
};

const right: Record<string, string> = {
  'plain text': `<p>${long}</p>`,
  'dots with the full title': `<div title="${long}" style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${long}</div>`,
  'text to be scrolled to': `<div style="width:80px;height:30px;overflow:auto;white-space:nowrap">${long}<br>${long}<br>${long}</div>`,
  'rows that a list moves by itself': `<div style="height:90px;overflow:auto"><div style="height:9000px"><div style="position:sticky;top:0;height:90px;overflow:hidden">${'<p style="margin:0;height:40px">A row of the list</p>'.repeat(5)}</div></div></div>`,
  'text for readers':
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap">Only read aloud, and long enough</span>',
  'hidden text':
    '<div style="visibility:hidden;width:10px;overflow:hidden;white-space:nowrap">Nobody sees this text</div><div hidden>Nor this</div>',
  'a folded part': '<div style="height:0;overflow:hidden">What a person may unfold</div>',
  'a frozen column over what scrolled':
    '<div style="position:relative;height:30px"><span style="position:absolute;left:0">Scrolled text here</span><div style="position:absolute;left:0;width:200px;background:#fff">Frozen name</div></div>',
  'a dialog over the page':
    '<p>What lies below it</p><div style="position:fixed;inset:0;background:#fff"><p>What the dialog says</p></div>',
  'a long page that stands still behind a dialog': `<style>body{overflow:hidden}</style><div style="height:900px">What lies below it</div><p>What is further down</p><input placeholder="${long}" style="width:40px"><div aria-modal="true" role="dialog" style="position:fixed;top:100px;left:100px;background:#fff">What the dialog says</div>`,
  'a long page behind a dialog of the browser': `<style>body{overflow:hidden}</style><div style="height:900px">What lies below it</div><p>What is further down</p><dialog>What it says</dialog><script>document.querySelector('dialog').showModal()</script>`,
  'high lines of a small font':
    '<div style="height:22px;line-height:22px;overflow:hidden;font:14px sans-serif">Numbers 123</div>',
  'an absolute box that leaves a box that does not hold it': `<div style="overflow:hidden;width:40px;height:20px"><div style="position:absolute;white-space:nowrap">${long}</div></div>`,
  'a long typed text':
    '<input value="A very long name that a person typed into this field" style="width:80px">',
};

describe('measured boxes', () => {
  for (const [name, [kind, html]] of Object.entries(wrong)) {
    test(`finds: ${name}`, async () => {
      await page.setContent(`<!doctype html><title>t</title><body style="font:16px sans-serif">${html}`);
      const kinds = (await measure(page)).map((fault) => fault.kind);
      expect(kinds).toContain(kind);
      // A text that leaves the window makes the page scroll: that is two sentences of one fault.
      expect(new Set(kinds)).toEqual(new Set([kind]));
    });
  }
  for (const [name, html] of Object.entries(right)) {
    test(`leaves alone: ${name}`, async () => {
      await page.setContent(`<!doctype html><title>t</title><body style="font:16px sans-serif">${html}`);
      expect(await measure(page)).toEqual([]);
    });
  }
  test('allows a tooltip that comes with the pointer and says it all', async () => {
    const cut = `<div onmouseenter="document.getElementById('tip').hidden=false" style="width:60px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap">${long}</div>`;
    await page.setContent(
      `<!doctype html><body style="font:16px sans-serif">${cut}<div id="tip" role="tooltip" hidden style="margin-top:90px">${long}</div>`,
    );
    expect(await measure(page)).toEqual([]);
  });
});
