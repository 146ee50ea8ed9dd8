import { expect, test } from 'vitest';
import { stockBlanks, verifiedCertificate } from '#dev/testing/factories.ts';
import { fileOffice } from '#dev/testing/office.ts';
import { fileClient, type StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, officeWithPaper } from '#dev/testing/print-room.ts';
import { seeded } from '#dev/testing/random.ts';
import { printOne, requestReprint } from '#dev/testing/reprinting.ts';
import { runWithoutTriggers } from '#dev/testing/run-without-triggers.ts';
import { handSignedOffice } from '#dev/testing/signing.ts';

const seed = Number(process.env.PRINT_QUEUE_SEED ?? Date.now() % 2 ** 31);
const random = seeded(seed);

const { portal, office } = await fileOffice();
const owner = await fileClient(portal.ownerUrl);
const room = await createPrintRoom(portal);
const admin = await portal.as('admin');

type Batch = {
  paperId: string;
  certificateType: string;
  waiting: number;
  reprints: number;
  inStore: number;
  issuedToYou: number;
  nextSerial: string | null;
  oldest: string | null;
};

const batchesOf = async (caller: StaffCaller, paperId: string) => {
  const { batches } = (await (await caller.fetch('/api/print-batches')).json()) as { batches: Batch[] };
  return batches.filter((batch) => batch.paperId === paperId);
};

async function truth({ actor }: StaffCaller, paperId: string) {
  const { rows } = await owner.query(
    `select a.certificate_type as "certificateType", count(*)::int as waiting,
            count(*) filter (where exists (
              select from reprint_requests q
               where q.certificate_id = c.id and q.status = 'approved' and q.reprinted_at is null))::int as reprints,
            min(c.waiting_since) as oldest,
            (select count(*)::int from blanks where paper_id = $1 and state = 'in_store') as "inStore",
            (select count(*)::int from blanks where paper_id = $1 and state = 'issued' and held_by = $2) as "issuedToYou",
            (select serial from blanks where paper_id = $1 and (state = 'in_store' or (state = 'issued' and held_by = $2))
              order by state = 'in_store', serial limit 1) as "nextSerial"
       from certificates c join applications a on a.id = c.application_id
      where c.state = 'to_print' and withheld_at is null and a.paper_id = $1
        and ($3::uuid is null or c.college_id = $3)
      group by 1 order by 1`,
    [paperId, actor.id, actor.scope.collegeId],
  );
  return rows.map((row) => ({ ...row, paperId, oldest: row.oldest.toISOString() })) as Batch[];
}

async function expectFigures(caller: StaffCaller, paperId: string): Promise<void> {
  const wanted = await truth(caller, paperId);
  const shown = await batchesOf(caller, paperId);
  expect(shown.map(({ certificateType }) => certificateType).toSorted()).toEqual(
    wanted.map(({ certificateType }) => certificateType).toSorted(),
  );
  for (const batch of wanted)
    expect(shown.find((one) => one.certificateType === batch.certificateType)).toMatchObject(batch);
}

test(`a line of the print queue says what the books say (PRINT_QUEUE_SEED=${seed})`, async () => {
  const here = await officeWithPaper(portal, office, 0);
  const byHand = { ...(await handSignedOffice(portal, office)), paperId: here.paperId };
  const { paperId } = here;
  const others = { collegeId: office.otherCollegeId };
  await stockBlanks(portal, paperId, 9 + random(9));
  const first = await verifiedCertificate(room, here);
  await printOne(portal, room.printer, { ...first, paperId, certificateType: here.certificateType });
  const asked = await requestReprint(room.receiver, first.certificateId);
  await admin.api.reprints.approveReprint({ id: asked, version: 1 });
  for (let more = random(3); more >= 0; more -= 1) await verifiedCertificate(room, here);
  await verifiedCertificate(room, here, others);
  for (let more = random(2); more >= 0; more -= 1) await verifiedCertificate(room, byHand);
  const { rows } = await owner.query(
    `select c.id from certificates c join applications a on a.id = application_id where paper_id = $1`,
    [paperId],
  );
  for (const { id } of rows)
    await runWithoutTriggers(
      portal,
      `update certificates set waiting_since = waiting_since - interval '${random(90)} days' where id = '${id}'`,
    );

  const outsider = await portal.as('printer', others);
  await expectFigures(room.printer, paperId);
  await expectFigures(outsider, paperId);
  expect((await truth(room.printer, paperId)).map(({ reprints }) => reprints).toSorted()).toEqual([0, 1]);

  const keeper = await portal.as('admin');
  const sheets = { count: 1 + random(3) };
  await keeper.api.stock.issueBlanks({ id: paperId, holderId: room.printer.actor.id, sheets });
  await expectFigures(room.printer, paperId);
  await expectFigures(outsider, paperId);
});
