import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { letters } from '../harness/random.ts';
import { firstPack, newFolder, packCommand, writePack } from '../set-up/a-packs.ts';
import {
  changesBetween,
  once,
  type Snapshot,
  snapshot,
  type University,
  universityWith,
} from '../set-up/a-university.ts';
import {
  countingDoor,
  hostile,
  type Kind,
  packWithTemplate,
  saysLine,
  spoil,
  type TemplatePack,
} from './b-templates.ts';

// The issue, done when 4: "Five hostile templates in packs (loop, allocation, file, network, package) are rejected with their
// line and affect nothing else." UNIVERSITY.md 4: "A hostile template (loop, allocation, file, network, package) is refused with
// its line and hurts nothing else." Here by `npm run pack -- check|import`; by the API in the file beside this one.

let university: University;
let before: Snapshot;
let good: TemplatePack;
let door: Awaited<ReturnType<typeof countingDoor>>;
const secret = `secret ${letters(24)}`;
const secretFile = path.join(newFolder(), 'secret.txt');

beforeEach(
  once(async () => {
    door = await countingDoor();
    writeFileSync(secretFile, secret);
    university = await universityWith(firstPack());
    before = await snapshot(university.portal);
    good = packWithTemplate();
  }),
  240_000,
);
afterAll(async () => {
  await university?.remove();
  await door?.close();
});

const kinds: Kind[] = ['loop', 'allocation', 'file', 'network', 'package'];
const forms = hostile({ address: 'ADDRESS', secretFile });

describe('hostile templates by the command', { timeout: 400_000 }, () => {
  test('4 hostile: the same template with harmless lines behind it is accepted: the control of all others', () => {
    const { pack, files } = spoil(good, '#let few = range(10)\n#for one in few { }');
    const said = packCommand(['check', writePack(pack, files)], university);
    expect(said.code, said.text).toBe(0);
  });

  for (const kind of kinds)
    for (const [index, form] of forms[kind].entries())
      test(`4 hostile ${kind}, form ${index + 1}: ${form.split('\n')[0]!.slice(0, 40)}: refused by check and import with its line`, async () => {
        const statement = form.replace('ADDRESS', door.address);
        const { pack, files, from, to } = spoil(good, statement);
        const folder = writePack(pack, files);
        for (const word of ['check', 'import']) {
          const settings = { ...university, env: { ...university.env, ...door.proxies } };
          const said = packCommand([word, folder], settings);
          expect(said.code, `${word}: ${said.text}`).not.toBe(0);
          expect(
            said.code,
            `${word} has an exit code of its own and was not killed: ${said.text}`,
          ).not.toBeNull();
          expect(saysLine(said.text, good, from, to), `line ${from}–${to} in: ${said.text}`).toBe(true);
          expect(said.text, 'a sentence, no stack').not.toMatch(/^\s+at .+:\d+:\d+/m);
          expect(said.text, 'nothing of what it wanted to read').not.toContain(secret);
          expect(said.text).not.toMatch(/root:x?:0/);
          expect(said.milliseconds / 1_000, `seconds of ${word}`).toBeLessThan(60);
          expect(changesBetween(before, await snapshot(university.portal)), word).toEqual({});
        }
        expect(door.came(), 'connections to the outside').toBe(0);
      });

  test('4 hostile: a template whose file leaves the folder of the pack is refused', async () => {
    const copy = structuredClone(good.pack);
    expect(good.file, 'the template is a file of the pack').toBeDefined();
    const holder = good.at.slice(0, -1).reduce((value, key) => value[key], copy);
    for (const place of ['../outside.typ', secretFile, 'templates/../../outside.typ']) {
      holder[good.at.at(-1)!] = place;
      const said = packCommand(['import', writePack(copy, good.files)], university);
      expect(said.code, `${place}: ${said.text}`).not.toBe(0);
      expect(said.text).not.toContain(secret);
      expect(changesBetween(before, await snapshot(university.portal)), place).toEqual({});
    }
  });
});
