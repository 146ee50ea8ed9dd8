import sharp from 'sharp';
import type { Desks } from '../harness/desks.ts';
import { operationsOf } from '../harness/openapi.ts';
import type { Json } from '../harness/people.ts';
import type { Portal } from '../harness/portal.ts';
import { letters } from '../harness/random.ts';
import { upload } from '../harness/records.ts';
import { confirm, readEntry, sendChange } from '../set-up/a-masters.ts';
import { masterNamed } from '../set-up/a-names.ts';
import type { Language } from './d-words.ts';

// Changes of the university's master, confirmed by a second person where four eyes ask for it.

export async function changeUniversity(portal: Portal, desks: Desks, changes: Json): Promise<Json> {
  const master = masterNamed('university');
  const entry = await readEntry(portal, desks.admin, master);
  // A word of its own, by which the proposal is found again.
  const shortName = letters(7).toUpperCase();
  const sent = await sendChange(portal, desks.admin, master, entry, { ...changes, shortName });
  if (sent.status !== 200) throw new Error(`the university cannot be changed: ${sent.status} ${sent.text}`);
  if (sent.body.proposalId) {
    const confirmed = await confirm(portal, desks.otherAdmin, shortName);
    if (confirmed.status !== 200) throw new Error(`not confirmed: ${confirmed.status} ${confirmed.text}`);
  }
  return readEntry(portal, desks.admin, master);
}

/**
 * "candidates' PDFs in the university's [language]". Open: where a university says which one is its own. Looked for among
 * the fields of its master, a choice that has the tags of our languages.
 */
export async function speakAsUniversity(portal: Portal, desks: Desks, language: Language): Promise<void> {
  const edit = (await operationsOf(portal)).find(
    ({ method, path }) => method === 'PUT' && /^\/api\/settings\/university\//.test(path),
  );
  const fields: Json = edit?.content['application/json']?.schema?.properties.entry.properties ?? {};
  const field = Object.keys(fields).find((name) => /lang|locale|tongue/i.test(name));
  if (!field) throw new Error(`the university's master has no language: ${Object.keys(fields).join(', ')}`);
  await changeUniversity(portal, desks, { [field]: language });
}

/** A crest of one colour that nothing else has, and an accent. */
export async function newLook(
  portal: Portal,
  desks: Desks,
  crest: [number, number, number],
  accent: string,
): Promise<Json> {
  const [r, g, b] = crest;
  const picture = await sharp({ create: { width: 700, height: 700, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  const crestFileId = await upload(desks.admin, 'crest', picture, `crest ${letters(5)}.png`);
  return changeUniversity(portal, desks, { crestFileId, accentColour: accent });
}
