import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { receiveApplication } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import type { StoredEvent } from '../verify-chain.ts';
import { signCheckpoint, signingKeyOf } from './checkpoints/checkpoint.ts';
import { readChain, verifyChain } from './read-chain.ts';
import { verifierPage } from './verifier-page.ts';

const { portal, office } = await fileOffice();
const receiver = await portal.as('receiver');
for (let count = 0; count < 3; count += 1) await receiveApplication(receiver, office);
const owner = await fileClient(portal.ownerUrl);
const events = await storedEvents();
const last = events.at(-1)!;

async function storedEvents(): Promise<StoredEvent[]> {
  const found: StoredEvent[] = [];
  for await (const event of readChain(owner)) found.push(event);
  return found;
}

type Kept = { sequence: number; hash: string; source: string };
type Verifier = {
  readAnchor(text: string): Promise<Kept>;
  verifyStream(lines: ReadableStream, kept: Kept, options: object): Promise<{ sentences: string[] }>;
};

/** What the downloaded file runs, without its form. */
async function verifierInFile(): Promise<Verifier> {
  const [, code] = /<script type="module">([\s\S]*?)const part = /.exec(await verifierPage())!;
  const module = `${code}\nexport { readAnchor, verifyStream };`;
  return import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`);
}

const verifier = await verifierInFile();

function linesOf(chain: readonly StoredEvent[]): ReadableStream {
  return new Blob([chain.map((event) => `${JSON.stringify(event)}\n`).join('')]).stream();
}

async function saidInFile(chain: readonly StoredEvent[], text: string, isPart = false): Promise<string> {
  const kept = await verifier.readAnchor(text);
  return (await verifier.verifyStream(linesOf(chain), kept, { isPart })).sentences.join(' ');
}

type Tampering = 'alter' | 'remove' | 'swap' | 'cut' | 'value' | 'forget' | 'nothing';

function tampered(how: Tampering, place: number): StoredEvent[] {
  const chain = structuredClone(events);
  const event = chain[place]!;
  const [digest] = Object.keys(event.values ?? {});
  if (how === 'alter') event.recordId += '0';
  if (how === 'remove') chain.splice(place, 1);
  if (how === 'swap') chain.splice(place, 2, ...chain.slice(place, place + 2).reverse());
  if (how === 'cut') chain.length = place;
  if (how === 'value' && digest) event.values![digest]!.value += 'x';
  if (how === 'forget') event.values = {};
  return chain;
}

test('the operator and the file say the same of any chain', async () => {
  const ways: Tampering[] = ['alter', 'remove', 'swap', 'cut', 'value', 'forget', 'nothing'];
  const places = fc.integer({ min: 1, max: events.length - 1 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...ways), places, places, async (how, place, at) => {
      const { sequence, hash } = events[at]!;
      const chain = tampered(how, place);
      const anchor = { sequence, hash, source: 'the head that you entered' };
      const { fault, provenUpTo } = await verifyChain(chain, { anchors: [anchor] });
      const said = await saidInFile(chain, `${sequence}:${hash}`);
      expect(said).toContain(fault ? `Not proven: ${fault}.` : `Proven up to event ${provenUpTo}.`);
      expect(said.includes('not yet proven')).toBe(!fault && chain.length > provenUpTo);
    }),
    { numRuns: 60 },
  );
});

test('a part of the log is proven by the checkpoint after it, whose signature counts', async () => {
  const content = {
    ...{ version: 2 as const, day: '2026-03-07', sequence: last.sequence, hash: last.hash, events: 3 },
    ...{ accessLog: { entries: 0, hash: '0'.repeat(64) }, balances: { sequence: last.sequence } },
    ...{ previous: null, writtenAt: '2026-03-08T00:05:00.000Z' },
  };
  const file = signCheckpoint(content, signingKeyOf(Buffer.alloc(32, 7).toString('base64url')));
  const said = await saidInFile(events.slice(4), file, true);
  expect(said).toContain(
    `Proven up to event ${last.sequence}. The signature of the checkpoint of 07/03/2026 is right`,
  );
  expect(said).toContain('This part of the log begins with event 5.');
  expect(await saidInFile(events.slice(4), `4:${last.hash}`, true)).toContain('event 4 is not the one');
  expect(await saidInFile(events.slice(4), file)).toContain('event 5 stands where event 1 should');
  await expect(verifier.readAnchor(file.replace('"events": 3', '"events": 4'))).rejects.toThrow(
    'right signature',
  );
  await expect(verifier.readAnchor('12:abc')).rejects.toThrow('neither a head');
  const unknown = new DOMException('Unrecognized name.', 'NotSupportedError');
  vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(unknown);
  await expect(verifier.readAnchor(file)).rejects.toThrow('browser cannot check the signature');
});

test('a head counts as people copy it, and a log however it was saved', async () => {
  const head = `${last.sequence}:${last.hash}`;
  const [start, end] = [head.slice(0, 40), head.slice(40)];
  const copied = [head.toUpperCase(), `\u00a0${head}\u200b\r\n`, `> ${start}\n> ${end}`];
  for (const text of copied) expect(await saidInFile(events, text)).toContain('Proven up to');
  for (const text of [`1 ${head}`, `${head}0`, head.replace(':', '')])
    await expect(verifier.readAnchor(text)).rejects.toThrow('neither a head');

  const kept = await verifier.readAnchor(head);
  const said = async (log: string) =>
    (await verifier.verifyStream(new Blob([log]).stream(), kept, {})).sentences.join(' ');
  const log = events.map((event) => `${JSON.stringify(event)}\n`).join('');
  expect(await said(`\ufeff${log.replaceAll('\n', '\r\n')}\r\n`)).toContain('Proven up to');
  const damaged = [
    log.slice(0, -9),
    log.replace('"sequence":1,', '"sequence":1.00000000000000000001,'),
    log.replace('"event":', '"event":"forged","event":'),
    log.replace('"values":{', '"values":null,"more":{'),
    `<!doctype html>\n${log}`,
  ];
  for (const text of damaged) expect(await said(text)).toMatch(/^Not proven: line \d+ of the log is not as/);
});

test('the log goes out as it is exported, without becoming longer; not to a college', async () => {
  const auditor = await portal.as('auditor');
  const college = await portal.as('auditor', { collegeId: office.collegeId });
  const length = async () => (await owner.query('select sequence::int from audit_head')).rows[0].sequence;
  const before = await length();
  const lines = await (await auditor.fetch('/api/audit/chain')).text();
  const found = lines.trimEnd().split('\n');
  const stored = await storedEvents();
  expect(found.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(stored)));
  expect((await college.fetch('/api/audit/verifier')).status).toBe(200);
  expect((await college.fetch('/api/audit/chain')).status).toBe(403);
  expect(await length()).toBe(before);
});
