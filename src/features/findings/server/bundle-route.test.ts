import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { receiveApplication, uploadFile } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { fileClient } from '#dev/testing/portal.ts';

const { portal, office } = await fileOffice();
const [auditor, receiver] = await portal.asEach('auditor', 'receiver');
const here = await portal.as('auditor', { collegeId: office.collegeId });
const owner = await fileClient(portal.ownerUrl);

async function raise(by: StaffCaller, recordId: string): Promise<string> {
  const { id: fileId } = (await (await uploadFile(by, 'evidence')).json()) as { id: string };
  const { rows } = await owner.query(
    `insert into exception_hits (id, rule, record_type, record_id, what, label, at, college_id, parts, limits, first_seen, last_seen)
     values (gen_random_uuid(), 'number_gap', 'application', $1, gen_random_uuid(), 'A', now(), $2, '{}', '{}', now(), now()) returning id`,
    [recordId, office.collegeId],
  );
  const hitIds = [rows[0].id as string];
  const observation = { title: 'Seen twice', text: 'Why is it here twice?', part: 'B' } as const;
  return (await by.api.findings.raiseFinding({ ...observation, hitIds, fileId })).id;
}

async function bundleOf(by: StaffCaller, id: string): Promise<Record<string, string>> {
  const response = await by.fetch(`/api/findings/${id}/bundle`);
  expect(response.status).toBe(200);
  const files = Object.entries(unzipSync(new Uint8Array(await response.arrayBuffer())));
  const sums = files.find(([name]) => name === 'SHA256SUMS')![1];
  for (const [name, bytes] of files.filter((file) => file[0] !== 'SHA256SUMS'))
    expect(strFromU8(sums)).toContain(`${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`);
  return Object.fromEntries(files.map(([name, bytes]) => [name, strFromU8(bytes)]));
}

const numbersIn = (lines: string) =>
  lines
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { sequence: number }).sequence);

test('a finding goes out with its records, files and the log between two checkpoints; of a college without the log of others', async () => {
  const id = await receiveApplication(receiver, office);
  const findings = [await raise(auditor, id), await raise(here, id)];
  const { directory } = portal.services.checkpoints;
  await mkdir(directory, { recursive: true });
  const { rows } = await owner.query(
    `select min(sequence)::int as first, (select max(sequence)::int from audit_events) as last
       from audit_events where record_id = $1`,
    [id],
  );
  const [{ first, last }] = rows;
  for (const [day, sequence] of [
    ['06', first - 2],
    ['07', first - 1],
    ['08', last],
  ])
    await writeFile(path.join(directory, `2026-03-${day}.json`), JSON.stringify({ sequence }));

  const whole = await bundleOf(auditor, findings[0]!);
  const names = Object.keys(whole);
  expect(names).toEqual(expect.arrayContaining(['finding.json', `records/application-${id}.json`]));
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(1);
  expect(names.filter((name) => name.startsWith('checkpoints/'))).toEqual([
    'checkpoints/2026-03-07.json',
    'checkpoints/2026-03-08.json',
  ]);
  expect(numbersIn(whole['chain.jsonl']!)).toEqual(
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  expect(whole['dikshant-verifier.html']).toContain('verifyStream');
  expect(JSON.parse(whole[`records/application-${id}.json`]!).events.length).toBeGreaterThan(0);

  const own = await bundleOf(here, findings[1]!);
  expect(Object.keys(own)).not.toContain('chain.jsonl');
  expect(own['README.txt']).toContain('proven by an auditor of the whole university');
  const known = await owner.query(
    'select sequence::int from audit_events where record_id = any($1) order by 1',
    [[id, findings[1]]],
  );
  expect(numbersIn(own['events.jsonl']!)).toEqual(known.rows.map(({ sequence }) => sequence));
});

test('what is damaged or missing is named, and the rest is there', async () => {
  const id = await raise(auditor, await receiveApplication(receiver, office));
  const { directory } = portal.services.checkpoints;
  await mkdir(directory, { recursive: true });
  await writeFile(path.join(directory, '2026-03-09.json'), '{"sequence": 1');
  const { rows } = await owner.query(
    `select storage_key, original_name from files join finding_entries on file_id = files.id where finding_id = $1`,
    [id],
  );
  await portal.services.files.delete(rows[0].storage_key);
  const bundle = await bundleOf(auditor, id);
  expect(bundle['README.txt']).toContain(`Damaged or missing: ${rows[0].original_name}, 2026-03-09.json.`);
  expect(bundle['checkpoints/2026-03-09.json']).toBe('{"sequence": 1');
  expect(Object.keys(bundle)).toEqual(expect.arrayContaining(['chain.jsonl', 'dikshant-verifier.html']));
});
