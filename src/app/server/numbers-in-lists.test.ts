import { beforeAll, expect, test } from 'vitest';
import { draftEntry } from '#dev/testing/factories.ts';
import { sharedOffice } from '#dev/testing/office.ts';
import type { StaffCaller } from '#dev/testing/portal.ts';
import { createPrintRoom, printedCertificates } from '#dev/testing/print-room.ts';
import { unique } from '#dev/testing/unique.ts';
import { formatRunNumber } from '#features/print-runs/rules.ts';

const { portal, office } = await sharedOffice();
const room = await createPrintRoom(portal);
const { receiver, printer } = room;
const elsewhere = await portal.as('receiver', { collegeId: office.otherCollegeId });
const draft = draftEntry();
const contact = { mobile: `98${String(Date.now()).slice(-8)}`, contactNotice: 1 };
const candidateName = `Umesh Kumar${unique()} Poojary`;

/** Each number on the candidate's papers, as it is printed or typed. */
const numbers: Record<string, string> = {};
let id: string;

beforeAll(async () => {
  const [certificate] = await printedCertificates(portal, room, {
    office,
    count: 1,
    overrides: { candidateName, drafts: [draft], ...contact },
  });
  id = certificate!.id;
  const { rows } = await receiver.api.applications.listApplications({
    search: certificate!.registrationNumber,
  });
  const { rows: drafts } = await receiver.api.demandDrafts.listDrafts({ search: draft.number });
  const slip = await receiver.api.depositSlips.prepareDepositSlip({
    draftIds: [drafts[0]!.id],
    account: '30123456789',
    bankBranch: 'State Bank of India, Mysuru',
  });
  const bundle = await receiver.api.bundles.handOverBundle({
    certificateIds: [id],
    deliveredTo: 'Anil Rao',
    designation: 'Clerk',
    identitySeen: 'passport',
  });
  Object.assign(numbers, {
    registration: certificate!.registrationNumber.toLowerCase(),
    roll: certificate!.examRollNumber,
    convocation: certificate!.convocationNumber.replaceAll('/', ''),
    acknowledgement: `ACK ${rows[0]!.acknowledgementNumber}`,
    draft: draft.number,
    slip: (await receiver.api.depositSlips.getDepositSlip({ id: slip.id })).slipNumber,
    serial: certificate!.blankSerial!.toLowerCase(),
    run: formatRunNumber(certificate!.runNumber!),
    bundle: (await receiver.api.bundles.getBundle({ id: bundle.id })).bundleNumber,
    mobile: `+91 ${contact.mobile}`,
    name: candidateName.split(' ').toReversed().join(' '),
  });
}, 60_000);

async function found(caller: StaffCaller, list: string, search: string) {
  const parameters = new URLSearchParams({ search });
  const page = (await (await caller.fetch(`/api/${list}?${parameters}`)).json()) as { rows: unknown[] };
  const { count } = (await (await caller.fetch(`/api/${list}/count?${parameters}`)).json()) as {
    count: number;
  };
  expect(count, `${list}: ${search}`).toBe(page.rows.length);
  return count;
}

test.each(['applications', 'certificates', 'demand-drafts', 'deposit-slips', 'bundles', 'print-runs'])(
  'the list of %s is searched for every number on the papers of its records',
  async (list) => {
    const caller = list === 'print-runs' ? printer : receiver;
    const { name, ...onPapers } = numbers;
    // Only who reads applications knows contact details.
    for (const [kind, search] of Object.entries(onPapers))
      expect(await found(caller, list, search), `${kind} ${search}`).toBe(
        kind === 'mobile' && list !== 'applications' ? 0 : 1,
      );
    if (['applications', 'certificates', 'demand-drafts'].includes(list))
      expect(await found(caller, list, name!)).toBe(1);
  },
);

test('another college finds none of them', async () => {
  for (const search of Object.values(numbers))
    for (const list of ['applications', 'certificates', 'demand-drafts', 'bundles'])
      expect(await found(elsewhere, list, search), `${list}: ${search}`).toBe(0);
});
