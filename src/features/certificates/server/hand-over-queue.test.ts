import { expect, test } from 'vitest';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';

const seed = Number(process.env.HAND_OVER_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const room = await createPrintRoom(portal);
const { receiver } = room;

test(`what is to be handed over begins with what lies longest, and says its college (HAND_OVER_SEED=${seed})`, async () => {
  const here = await printedCertificates(portal, room, { office, count: 4 });
  const away = { ...office, collegeId: office.otherCollegeId };
  const there = await printedCertificates(portal, room, {
    office: away,
    count: 2,
    overrides: { collegeId: office.otherCollegeId },
  });
  const all = [...here, ...there];
  const steps = all.map((_, at) => at).toSorted(() => random(3) - 1);
  for (const [at, { id }] of all.entries()) {
    const days = 3 * steps[at]! + 1;
    await runWithoutTriggers(
      portal,
      `update certificates set printed_at = now() - interval '${days} days' where id = '${id}';
       update sheets set outcome_at = now() - interval '${days} days' where certificate_id = '${id}'`,
    );
  }
  const [collected] = here;
  await receiver.api.certificates.handOverCertificate({
    id: collected!.id,
    version: collected!.version,
    collectedBy: 'Priya Nair',
    identitySeen: 'passport',
  });
  const truth = async (collegeId: string | null) => {
    const { rows } = await owner.query(
      `select c.id, code from certificates c join colleges on colleges.id = c.college_id
        where state = 'printed' and ($1::uuid is null or c.college_id = $1) order by printed_at, c.id`,
      [collegeId],
    );
    return rows as { id: string; code: string }[];
  };
  const shown = async (caller: typeof receiver, collegeId?: string) =>
    (await caller.api.certificates.listCertificates({ stage: 'to_hand_over', collegeId })).rows.map(
      ({ id, collegeCode }) => ({ id, code: collegeCode }),
    );
  const whole = await truth(null);
  expect(whole).toHaveLength(5);
  expect(await shown(receiver)).toEqual(whole);
  expect(await shown(receiver, office.collegeId)).toEqual(await truth(office.collegeId));
  const outsider = await portal.as('receiver', { collegeId: office.otherCollegeId });
  expect(await shown(outsider)).toEqual(await truth(office.otherCollegeId));
  expect(await shown(outsider, office.collegeId)).toEqual([]);
});
