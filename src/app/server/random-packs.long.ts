import { afterEach, describe, expect, test } from 'vitest';
import { applicationEntry, draftEntry, stockBlanks } from '#dev/testing/factories.ts';
import { type Portal, type StaffCaller, startPortal } from '#dev/testing/portal.ts';
import { createPrintRoom, type PrintRoom, printedRun } from '#dev/testing/print-room.ts';
import { pick, type Random, seeded } from '#dev/testing/random.ts';
import { randomPack, randomWord } from '#dev/testing/random-pack.ts';
import { codeOf } from '#dev/testing/reprinting.ts';
import { feeOf } from '#features/charges/charge.ts';
import type { Pack } from '#features/packs/pack.ts';
import { type PackFiles, zipPack } from '#features/packs/server/pack-files.ts';
import { isWrittenLanguage } from '#shared/scripts.ts';

// A pack may hold more than the two of the repository show. `SEED=…` repeats a run.
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
const count = 8;

let portal: Portal;
afterEach(() => portal.close());

describe(`random packs, SEED=${seed}`, () => {
  test.each(Array.from({ length: count }, (_, index) => seed + index))(
    'pack %i comes from an empty database to a certificate that a stranger verifies',
    async (packSeed) => {
      const random = seeded(packSeed);
      const { pack, ...files } = randomPack(random);
      portal = await startPortal();
      const admin = await portal.as('admin');
      await importPack(admin, files);
      const room = await createPrintRoom(portal);
      const choices = await room.receiver.api.applications.listApplicationChoices();
      expect(choices.courses.map(({ name }) => name)).toEqual(
        sorted(pack.courses.map(({ name }) => String(name))),
      );
      expect(choices.certificateTypes).toEqual(sorted(pack.certificateTypes.map(({ name }) => String(name))));

      // Several candidates, whose numbers have no gap.
      const received = [];
      const nextNumber = numbersOf(pack);
      for (let n = 1; n <= 3; n += 1) {
        const application = await receive(random, { room, choices });
        expect(application.convocationNumber).toBe(nextNumber(application.kind.certificateType));
        received.push(application);
      }
      const certificate = await print(admin, room, received[0]!.kind);
      expect(certificate.convocationNumber).toBe(received[0]!.convocationNumber);
      await room.receiver.api.certificates.handOverCertificate({
        id: certificate.id,
        version: certificate.version,
        collectedBy: 'The candidate',
        identitySeen: 'passport',
        earlierCopy: null,
      });
      const verdict = await portal.anonymous.api.verification.verifyCertificate({
        number: certificate.convocationNumber,
        code: await codeOf(portal, certificate.sheetId),
      });
      const { name } = pack.university[0]!;
      expect(verdict).toMatchObject({ verdict: 'genuine', university: name });

      expect(await importPack(admin, files)).toMatchObject({ changes: [] });
      const exported = await admin.fetch('/api/settings/pack');
      expect(await importPack(admin, Buffer.from(await exported.arrayBuffer()))).toMatchObject({
        changes: [],
      });
    },
    120_000,
  );
});

function sorted(names: readonly string[]): string[] {
  return names.toSorted((one, other) => one.localeCompare(other, 'en'));
}

async function importPack(admin: StaffCaller, pack: PackFiles | Buffer): Promise<unknown> {
  const response = await admin.fetch('/api/settings/pack', {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.isBuffer(pack) ? pack : Buffer.from(zipPack(pack)),
  });
  expect(response.status, await response.clone().text()).toBe(200);
  return response.json();
}

/** The number that each certificate of 2024-25 gets, by the words of the pack alone. */
function numbersOf({ certificateTypes, numberSeries }: Pack): (certificateType: string) => string {
  const counted = new Map<string, number>();
  return (certificateType) => {
    const { numberLetters, ...type } = certificateTypes.find(({ name }) => name === certificateType)!;
    const series = numberSeries.find(({ name }) => name === type.numberSeries)!;
    const scope = series.scope as string[];
    const count = scope.includes('type') ? `${series.name} ${certificateType}` : String(series.name);
    const n = counted.get(count) ?? Number(series.nextNumber);
    counted.set(count, n + 1);
    return String(series.pattern)
      .replace('{type}', String(numberLetters))
      .replace('{year}', '2025')
      .replace('{yy1}', '24')
      .replace('{yy2}', '25')
      .replace(/\{n:(\d)\}/, (_part, width) => String(n).padStart(Number(width), '0'));
  };
}

type Counter = {
  room: PrintRoom;
  choices: Awaited<ReturnType<StaffCaller['api']['applications']['listApplicationChoices']>>;
};

/** A candidate of whatever the counter offers, with a name in a script; received and verified. */
async function receive(random: Random, { room: { receiver, caseWorker }, choices }: Counter) {
  const college = pick(random, choices.colleges);
  const kind = {
    paperId: pick(random, choices.papers).id,
    certificateType: pick(random, choices.certificateTypes),
  };
  const office = {
    ...kind,
    collegeId: college.id,
    otherCollegeId: college.id,
    courseId: pick(random, choices.courses).id,
  };
  const academicYear = '2024-25';
  // As the counter shows it.
  const due = await receiver.api.applications.listDueCharges({ ...office, academicYear });
  const totalAmount = feeOf(due);
  const entry = await applicationEntry(receiver, office, {
    candidateName: `${randomWord(random)} ${randomWord(random)}`,
    candidateNameNative: randomWord(random, pick(random, ['kn', 'mr', 'hi'].filter(isWrittenLanguage))),
    guideName: 'Dr. Meera Kulkarni',
    academicYear,
    totalAmount,
    drafts: totalAmount > 0 ? [draftEntry({ amount: totalAmount })] : [],
  });
  const { id } = await receiver.api.applications.receiveApplication(entry);
  const { convocationNumber } = await caseWorker.api.applications.verifyApplication({ id, version: 1 });
  return { kind, convocationNumber };
}

/** The certificate that waited longest of its kind, printed on a blank of its paper. */
async function print(
  admin: StaffCaller,
  { printer }: PrintRoom,
  kind: { paperId: string; certificateType: string },
) {
  await stockBlanks(portal, kind.paperId, 2);
  const { papers } = await admin.api.stock.listPapers();
  const { colour } = papers.find(({ id }) => id === kind.paperId)!;
  const { certificateType } = kind;
  const proof = await printer.api.proofs.makeProof({ certificateType, colour });
  // Who set up alone confirms nothing.
  const second = await portal.as('admin');
  await second.api.proofs.signOffProof({ id: proof.id, version: 1 });
  expect((await admin.api.checklist.listMissing({ work: 'printing' })).missing).toEqual([]);
  const run = await printedRun(portal, printer, kind);
  const [sheet] = run.sheets;
  const certificate = await admin.api.certificates.getCertificate({ id: sheet!.certificateId });
  return { ...certificate, sheetId: sheet!.id };
}
