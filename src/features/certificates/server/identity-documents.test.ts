import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { constraintOf, expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { namesOf } from '#shared/labels.ts';
import { identityDocumentLabels } from '../contract.ts';

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const { portal, office } = await fileOffice();
const room = await createPrintRoom(portal);
const { receiver } = room;
const kinds = namesOf(identityDocumentLabels);
const certificates = await printedCertificates(portal, room, { office, count: kinds.length + 1 });

const handOver = ({ id, version }: { id: string; version: number }, identitySeen: string) =>
  receiver.api.certificates.handOverCertificate({
    id,
    version,
    collectedBy: 'Priya Nair',
    identitySeen: identitySeen as never,
  });

test('a person is known by one of four kinds of identity document, and only the kind is stored', async () => {
  expect(kinds).toEqual(['aadhaar', 'voter_id', 'driving_licence', 'passport']);
  for (const [place, kind] of kinds.entries()) await handOver(certificates[place]!, kind);
  const { rows } = await sql<{ identity_seen: string }>`
    select distinct identity_seen from hand_overs where way = 'in_person' order by 1`.execute(
    portal.services.db,
  );
  expect(rows.map((row) => row.identity_seen)).toEqual(kinds.toSorted());
  const { id } = certificates[0]!;
  expect(await receiver.api.certificates.getCertificate({ id })).toMatchObject({
    handOver: { way: 'in_person', identitySeen: kinds[0] },
  });
});

test(`a number, or any other text, is refused at its field (seed ${seed})`, async () => {
  const last = certificates.at(-1)!;
  const typed = fc.oneof(
    fc.string({ minLength: 2, maxLength: 60 }),
    fc.stringMatching(/^[2-9]\d{3} \d{4} \d{4}$/),
    fc.stringMatching(/^passport [A-Z]\d{7}$/),
    fc.constantFrom('', 'College card', '1234 5678 9012', 'Aadhaar 2345 6789 0123'),
  );
  await fc.assert(
    fc.asyncProperty(
      typed.filter((text) => !(kinds as string[]).includes(text)),
      async (text) => {
        const refusal = await expectDomainError(handOver(last, text), 'request.invalid');
        expect(issuesOf(refusal).map(({ path }) => path)).toEqual(['identitySeen']);
      },
    ),
    { seed, numRuns: 60 },
  );
  expect(await receiver.api.certificates.getCertificate({ id: last.id })).toMatchObject({ state: 'printed' });
});

test('nor does the database take one', async () => {
  const typed = sql`insert into hand_overs (sheet_id, way, collected_by, identity_seen, handed_over_by, handed_over_at)
    select id, 'in_person', 'Priya Nair', 'Aadhaar 2345 6789 0123', ${receiver.actor.id}, now()
      from sheets where certificate_id = ${certificates.at(-1)!.id} and is_valid`;
  expect(await constraintOf(typed.execute(portal.services.db))).toBe('hand_overs__identity_document_known');
});
