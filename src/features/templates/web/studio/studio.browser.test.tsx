import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen } from '#dev/testing/web/render-screen.tsx';
import { type Box, TemplateContent } from '#features/certificates/template.ts';
import { newLine, textBox } from './sheet-fields.ts';
import { Studio } from './studio.tsx';

const heading = textBox({ x: 100, y: 20, width: 97, height: 10 }, [newLine('Degree Certificate')]);
const texts = textBox({ x: 50, y: 80, width: 197, height: 40 }, [
  newLine('{candidateName}'),
  newLine('{degreeTitle}[ in {subject}]'),
]);
const photo: Box = { kind: 'photo', x: 249, y: 20, width: 28, height: 36 };

const draft = TemplateContent.parse({
  paper: 'landscape',
  background: 'none',
  boxes: [heading, texts, photo],
});

const template = {
  id: '0197a1a0-0000-7000-8000-000000000010',
  name: 'Security paper 2026',
  certificateType: 'Degree',
  design: 'data_only' as const,
  versions: [
    {
      id: '0197a1a0-0000-7000-8000-000000000011',
      number: 1,
      state: 'draft' as const,
      inForceFrom: null,
      inForceBy: null,
      madeBy: 'Ravi Kumar',
      madeAt: '2026-11-23T10:00:00.000Z',
    },
  ],
  scan: null,
  version: 3,
  content: draft,
} satisfies Parameters<typeof Studio>[0]['template'];

type Sent = { content: TemplateContent; sample: string; version?: number };

/** Answers in place of the portal; `pictures` waits for each picture, so that a test can hold one back. */
function answerStudio(fits: object[] = [], pictures = async (_: Sent) => {}) {
  const drawn: Sent[] = [];
  const saved: Sent[] = [];
  const before = window.fetch;
  vi.spyOn(window, 'fetch').mockImplementation(async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/picture')) {
      const sent = (await request.json()) as Sent;
      drawn.push(sent);
      await pictures(sent);
      return Response.json({ picture: await dot(drawn.length), fits });
    }
    if (request.method === 'PUT' && pathname.includes('/settings/templates/')) {
      saved.push((await request.json()) as Sent);
      return Response.json({ version: 4 });
    }
    return before(request);
  });
  return { drawn, saved, last: () => saved.at(-1)!.content.boxes };
}

/** Another picture each time. */
async function dot(grey: number): Promise<string> {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = `rgb(${grey} ${grey} ${grey})`;
  pen.fillRect(0, 0, 1, 1);
  return canvas.toDataURL().split(',')[1]!;
}

const sheet = page.getByRole('application', { name: 'Sheet' });
const fields = page.getByRole('toolbar', { name: 'Fields' });
const number = (name: string) => page.getByLabelText(name, { exact: true });
const save = page.getByRole('button', { name: 'Save draft' });
const onSheet = (name: string) => sheet.getByRole('button', { name, exact: true });

test('a field is placed by its name and stands where its numbers say', async () => {
  const { last, drawn } = answerStudio();
  await renderScreen(<Studio template={template} />);
  await expect.element(save).toHaveAccessibleDescription('Nothing was changed.');
  await fields.getByRole('button', { name: 'QR code' }).click();
  await expect.element(onSheet('QR code')).toHaveFocus();
  await userEvent.fill(number('Left'), '20');
  await userEvent.fill(number('Top'), '164.5');
  await userEvent.keyboard('{Tab}');
  await save.click();
  await expect
    .poll(() => last().at(-1))
    .toMatchObject({ kind: 'qr', x: 20, y: 164.5, width: 26, height: 26 });
  await expect.poll(() => drawn.at(-1)!.content.boxes.at(-1)).toMatchObject({ x: 20, y: 164.5 });
});

test('a field that stands in a text with others chooses that text', async () => {
  answerStudio();
  await renderScreen(<Studio template={template} />);
  for (const name of ['Candidate’s name', 'Degree title'])
    await expect
      .element(fields.getByRole('button', { name, exact: true }))
      .toHaveAccessibleDescription('On the sheet');
  await fields.getByRole('button', { name: 'Candidate’s name' }).click();
  await expect.element(onSheet('Wording 2')).toHaveFocus();
  await expect.element(onSheet('Wording 2')).toHaveAttribute('aria-pressed', 'true');
  await expect.element(save).toHaveAccessibleDescription('Nothing was changed.');
});

test('arrows move the box, Shift by ten times as much, and Ctrl+Z brings it back', async () => {
  answerStudio();
  await renderScreen(<Studio template={template} />);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{Shift>}{ArrowDown}{/Shift}');
  await expect.element(number('Left')).toHaveValue('248.5 mm');
  await expect.element(number('Top')).toHaveValue('25 mm');
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.element(number('Left')).toHaveValue('249 mm');
  await expect.element(number('Top')).toHaveValue('20 mm');
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await expect.element(number('Top')).toHaveValue('25 mm');
});

test('Tab passes the other boxes without choosing them', async () => {
  answerStudio();
  await renderScreen(<Studio template={template} />);
  await onSheet('Photo').click();
  (onSheet('Wording 1').element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(number('Left')).toHaveValue('249 mm');
});

test('a box is dragged, comes to rest in the middle of the sheet, and not so with Alt', async () => {
  answerStudio();
  await renderScreen(<Studio template={template} />);
  await expect.element(sheet).toBeVisible();
  const perMm = sheet.element().getBoundingClientRect().width / 297;
  const drag = async (millimetres: number, altKey: boolean) => {
    const at = onSheet('Photo').element();
    const box = at.getBoundingClientRect();
    const [x, y] = [box.x + 10, box.y + 10];
    const send = (type: string, by: number) =>
      at.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerId: 1,
          clientX: x + by * perMm,
          clientY: y,
          altKey,
        }),
      );
    HTMLElement.prototype.setPointerCapture = () => {};
    send('pointerdown', 0);
    send('pointermove', millimetres / 2);
    send('pointermove', millimetres);
    send('pointerup', millimetres);
  };
  // The middle is at 148.5 mm: 14 mm to its left the photo begins.
  await drag(-114, false);
  await expect.element(number('Left')).toHaveValue('134.5 mm');
  await drag(1, true);
  await expect.element(number('Left')).toHaveValue('135.5 mm');
});

test('wording that no sheet can have stays in its field, with the reason', async () => {
  const { drawn, last } = answerStudio();
  await renderScreen(<Studio template={template} />);
  await onSheet('Wording 1').click();
  const wording = page.getByLabelText('Wording of line 1');
  await userEvent.fill(wording, 'Given to {nobody}');
  await expect
    .element(page.getByText('Only fields of the list stand in braces', { exact: false }))
    .toBeVisible();
  await userEvent.fill(wording, 'Given to {candidateName}');
  await save.click();
  await expect.poll(() => last()[0]).toMatchObject({ lines: [{ text: 'Given to {candidateName}' }] });
  expect(drawn.map((sent) => JSON.stringify(sent)).join()).not.toContain('nobody');
});

test('a text that does not fit is named, and a press leads to its line', async () => {
  const fit = { box: 1, line: 1, text: 'Bachelor', state: 'smaller', size: 9.5, wantedSize: 14, floor: 5 };
  answerStudio([fit]);
  await renderScreen(<Studio template={template} />);
  await page
    .getByRole('button', {
      name: 'Degree title, Subject of study did not fit at 14 pt and is printed at 9.5 pt.',
    })
    .click();
  await expect.element(page.getByLabelText('Wording of line 2')).toHaveFocus();
});

test('an older picture never comes after a newer one, and what was passed over is not drawn', async () => {
  const waiting: (() => void)[] = [];
  const { drawn } = answerStudio([], () => new Promise((resolve) => waiting.push(resolve)));
  await renderScreen(<Studio template={template} />);
  await expect.poll(() => drawn.length).toBe(1);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(drawn).toHaveLength(1);
  waiting[0]!();
  await expect.poll(() => drawn.length).toBe(2);
  expect(drawn[1]!.content.boxes[2]).toMatchObject({ x: 247.5 });
  waiting[1]!();
  await expect.element(page.getByRole('img', { name: 'The sheet as it is printed' })).toBeVisible();
});

test('a picture that could not be had does not keep the newest one from coming', async () => {
  let refuse = () => {};
  const { drawn } = answerStudio([], (sent) =>
    drawn.length === 1
      ? new Promise((_, reject) => {
          refuse = () => reject(new TypeError(`no network for ${sent.sample}`));
        })
      : Promise.resolve(),
  );
  await renderScreen(<Studio template={template} />);
  await expect.poll(() => drawn.length).toBe(1);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  refuse();
  await expect.element(page.getByRole('img', { name: 'The sheet as it is printed' })).toBeVisible();
  expect(drawn.at(-1)!.content.boxes[2]).toMatchObject({ x: 248 });
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('the last picture is asked for again where it could not be had', async () => {
  let isAway = true;
  const { drawn } = answerStudio([], async () => {
    if (isAway) throw new TypeError('no network');
  });
  await renderScreen(<Studio template={template} />);
  await expect.element(page.getByRole('alert')).toBeVisible();
  isAway = false;
  const asked = drawn.length;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('img', { name: 'The sheet as it is printed' })).toBeVisible();
  expect(drawn).toHaveLength(asked + 1);
});

test('the page hears whether something is changed and not saved', async () => {
  answerStudio();
  const heard = vi.fn();
  await renderScreen(<Studio template={template} onDirty={heard} />);
  await expect.element(sheet).toBeVisible();
  expect(heard).toHaveBeenLastCalledWith(false);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(heard).toHaveBeenLastCalledWith(true);
  await save.click();
  await expect.poll(() => heard.mock.lastCall).toEqual([false]);
});

test('what was changed and not saved is there again, and can be started over', async () => {
  answerStudio();
  const { unmount } = await renderScreen(<Studio template={template} />);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(number('Left')).toHaveValue('248.5 mm');
  await unmount();
  await renderScreen(<Studio template={template} />);
  await expect.element(page.getByText('Unsaved changes from', { exact: false })).toBeVisible();
  await onSheet('Photo').click();
  await expect.element(number('Left')).toHaveValue('248.5 mm');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect.element(save).toHaveAccessibleDescription('Nothing was changed.');
});

function ChangedMeanwhile() {
  const [current, setCurrent] = useState<Parameters<typeof Studio>[0]['template']>(template);
  const newer = { ...template, version: 7, content: { ...draft, boxes: [heading] } };
  return (
    <>
      <button type="button" onClick={() => setCurrent(newer)}>
        Colleague saves
      </button>
      <Studio template={current} />
    </>
  );
}

test('a draft that a colleague saved meanwhile takes nothing away before somebody decides', async () => {
  const { saved } = answerStudio();
  await renderScreen(<ChangedMeanwhile />);
  (onSheet('Photo').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}');
  await page.getByRole('button', { name: 'Colleague saves' }).click();
  await expect.element(page.getByText('This draft was changed meanwhile')).toBeVisible();
  await expect.element(onSheet('Photo')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine in place of theirs' }).click();
  await expect
    .poll(() => saved.at(-1))
    .toMatchObject({ version: 7, content: { boxes: [{}, {}, { x: 248.5 }] } });
});
