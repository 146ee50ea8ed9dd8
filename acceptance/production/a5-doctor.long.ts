import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newDirectory } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { countRows } from '../harness/tables.ts';
import { emptyUniversity, type University } from '../set-up/a-university.ts';
import { backUp, clockTools, command, doctor, soundSettings } from './a-faults.ts';

// Build: "`npm run doctor` says in words what is wrong with an installation (settings, clock, disk, mail, files without rows,
// rows without files, chain, age of backups, archive failing, standby missing, demo database) with an exit code for monitors."
// Each fault is injected in a6 to a9; here is what holds without one.

let university: University;

beforeAll(async () => {
  university = await emptyUniversity(soundSettings());
});
afterAll(() => university?.remove());

describe('Build npm run doctor', () => {
  test('Build: a sound installation with a backup of today ends with 0', async () => {
    await backUp(university);
    const { code, text } = await doctor(university);
    expect(code, text).toBe(0);
  });

  test('Build: it says in words what it looked at', async () => {
    const { text } = await doctor(university);
    for (const like of [
      /setting/i,
      /clock/i,
      /disk/i,
      /mail|smtp/i,
      /file/i,
      /chain/i,
      /backup/i,
      /archiv/i,
      /standby|replica/i,
      /demo/i,
      /migration/i,
    ])
      expect(text, `nothing of ${like}`).toMatch(like);
    expect(text, 'words, no stack and no dump').not.toMatch(/^\s+at .+:\d+:\d+|\[object Object\]|undefined/m);
  });

  test('Build: wrong settings are named, all at once, with what is wanted', async () => {
    const { code, text } = await doctor(university, {
      SECRET: letters(6),
      SMTP_URL: `${letters(6)}://nowhere`,
      PUBLIC_URL: letters(9),
    });
    expect(code, text).not.toBe(0);
    for (const name of ['SECRET', 'SMTP_URL', 'PUBLIC_URL']) expect(text).toContain(name);
  });

  test('Build: a file without a row is named, and no longer once it is gone', async () => {
    const name = `${letters(24)}.pdf`;
    const file = path.join(university.directory, 'files', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, letters(50));
    // A young one may be an upload that is under way.
    const then = new Date(Date.now() - 3 * 86_400_000);
    utimesSync(file, then, then);
    const { code, text } = await doctor(university);
    rmSync(file);
    expect(code, text).not.toBe(0);
    expect(text, 'the file').toContain(name);
    expect(text, 'what to do').toMatch(/row|record|remove|delete/i);
    const after = await doctor(university);
    expect(after.text).not.toContain(name);
  });

  test('Build: what it could not look at ends with another code than what is wrong', async () => {
    const nowhere = await command({ ...university, directory: newDirectory() }, 'doctor');
    expect(nowhere.code, nowhere.text).toBeGreaterThan(0);
    const wrong = await doctor(university, { PATH: clockTools(false), SECRET: letters(6) });
    expect(wrong.code).toBeGreaterThan(0);
    expect(nowhere.code, `nothing there: ${nowhere.text}\nwrong: ${wrong.text}`).not.toBe(wrong.code);
  });

  test('Build: it changes nothing and tells no secret', async () => {
    const before = await countRows(university.portal);
    const secret = letters(22);
    const { text } = await doctor(university, { SMTP_URL: `smtp://office:${secret}@127.0.0.1:9` });
    expect(await countRows(university.portal)).toEqual(before);
    for (const word of [secret, university.env.SECRET!]) expect(text.includes(word), text).toBe(false);
    expect(text).not.toMatch(/postgres(ql)?:\/\/[^\s:]+:[^\s@*]+@/);
  });

  test('Build: it looks over a stopped installation as well, and over it again once it serves', async () => {
    const serving = await doctor(university);
    await university.portal.stop();
    const stopped = await doctor(university);
    expect(stopped.text, 'the chain is read without the portal').toMatch(/chain/i);
    expect(stopped.text).not.toMatch(/could not look|no portal/i);
    await university.restart();
    const again = await doctor(university);
    expect(again.code, again.text).toBe(serving.code);
  });
});
