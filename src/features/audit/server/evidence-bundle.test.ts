import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { evidenceBundle } from './evidence-bundle.ts';

const { portal } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);

test('names in any script and of any length are unpacked everywhere, each once and inside the folder', async () => {
  const auditor = await portal.as('auditor');
  const names = ['ಆಶಾ ಪತ್ರ.jpg', 'ಆಶಾ ಪತ್ರ.jpg', '../../क्षि\\\\.webp', `${'ಕ್ಷಿ'.repeat(90)}.jpg`];
  const fileIds: string[] = [];
  for (const name of names) {
    const { id } = (await (await uploadFile(auditor, 'evidence')).json()) as { id: string };
    await owner.query('update files set original_name = $2 where id = $1', [id, name]);
    fileIds.push(id);
  }
  const records = ['../../1', '..*..*1', 'A', 'a'].map((recordId) => ({ recordType: 'x', recordId }));
  const zip = await buffer(evidenceBundle(portal.services, { records, documents: [], fileIds }));
  const found = Object.keys(unzipSync(zip));
  expect(found).toHaveLength(new Set(found.map((name) => name.toLowerCase())).size);
  for (const name of found) {
    expect(name).toMatch(/^(records\/|files\/|checkpoints\/)?[\p{L}\p{M}\p{N}._-]+$/u);
    expect(name).not.toContain('/..');
    expect(Buffer.byteLength(name)).toBeLessThan(255);
  }
  const files = found.filter((name) => name.startsWith('files/')).map((name) => name.slice(43));
  const cut = files.find((name) => name.startsWith('ಕ್ಷಿ'));
  expect(cut).toMatch(/^(ಕ್ಷಿ){10,}ಕ?್?ಷ?\.jpg$/u);
  expect(files.toSorted()).toEqual(['.._.._क्षि__.jpg', 'ಆಶಾ_ಪತ್ರ.jpg', 'ಆಶಾ_ಪತ್ರ.jpg', cut].toSorted());
  expect(found.filter((name) => name.startsWith('records/'))).toHaveLength(4);
  const sums = strFromU8(unzipSync(zip).SHA256SUMS!).trimEnd().split('\n');
  expect(sums).toHaveLength(found.length - 1);
});
