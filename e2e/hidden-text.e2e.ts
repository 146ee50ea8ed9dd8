import { expect, test } from '@playwright/test';
import { findHiddenText, type HiddenText } from './hidden-text.ts';

const college = 'ಸಹ್ಯಾದ್ರಿ College of Engineering';
const narrow = 'width:60px;overflow:hidden;white-space:nowrap';
const dotted = `${narrow};text-overflow:ellipsis`;
const dialog = 'role="dialog" aria-modal="true" style="position:fixed;inset:0;background:#fff"';

const faulty: Record<string, [HiddenText['kind'], string]> = {
  'cut sideways': ['cut', `<div style="${narrow}">${college}</div>`],
  'cut below': ['cut', '<div style="height:9px;overflow:hidden;line-height:20px">ಶೀರ್ಷಿಕೆ Heading</div>'],
  'cut by an outer box': ['cut', `<div style="${narrow}"><p><b>${college}</b></p></div>`],
  'cut in a dialog': ['cut', `<div ${dialog}><div style="${narrow}">${college}</div></div>`],
  'shortened without the full text': ['ellipsis', `<div style="${dotted}">${college}</div>`],
  'shortened with another title': ['ellipsis', `<div title="A name" style="${dotted}">${college}</div>`],
  'beyond the right edge': [
    'outside',
    `<div style="position:absolute;left:780px;width:200px">${college}</div>`,
  ],
  'fixed below the window': [
    'outside',
    '<div style="position:fixed;top:620px">Nobody can scroll to it</div>',
  ],
  'two texts in one place': [
    'over',
    '<div style="position:relative"><span style="position:absolute">The first text</span><span style="position:absolute;left:20px">The second text</span></div>',
  ],
  'a placeholder longer than its field': ['field', `<input placeholder="${college}" style="width:80px">`],
  'a choice longer than its field': [
    'field',
    `<select style="width:70px"><option>${college}</option></select>`,
  ],
};

const sound: Record<string, string> = {
  'plain text': `<p>${college}</p>`,
  'shortened with the full title': `<div title="${college}" style="${dotted}">${college}</div>`,
  'shortened with a tooltip': `<div onmouseenter="document.getElementById('tip').hidden=false" style="${dotted}">${college}</div><div id="tip" role="tooltip" hidden style="margin-top:90px">${college}</div>`,
  'text to scroll to': `<div style="width:80px;height:30px;overflow:auto">${`${college}<br>`.repeat(3)}</div>`,
  'rows of a virtual list': `<div style="height:90px;overflow:auto"><div style="height:9000px"><div style="position:sticky;top:0;height:90px;overflow:hidden">${'<p style="margin:0;height:40px">A row</p>'.repeat(5)}</div></div></div>`,
  'text for screen readers':
    '<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap">Only read aloud</span>',
  'a frozen column over scrolled text':
    '<div style="position:relative"><span style="position:absolute">Scrolled text</span><div style="position:absolute;width:200px;background:#fff">Frozen name</div></div>',
  'the page below a dialog': `<div style="${narrow}">${college}</div><div ${dialog}>What the dialog says</div>`,
  'a long typed text': `<input value="${college}" style="width:80px">`,
};

test('the measure of text finds each fault, and nothing in sound text', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 600 });
  const kindsIn = async (html: string) => {
    await page.setContent(`<!doctype html><title>t</title><body style="font:16px sans-serif">${html}`);
    return [...new Set((await findHiddenText(page)).map(({ kind }) => kind))];
  };
  for (const [name, [kind, html]] of Object.entries(faulty))
    expect(await kindsIn(html), name).toEqual([kind]);
  for (const [name, html] of Object.entries(sound)) expect(await kindsIn(html), name).toEqual([]);
});
