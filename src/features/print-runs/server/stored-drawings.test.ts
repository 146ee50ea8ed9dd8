import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import sharp from 'sharp';
import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { createOffice } from '#dev/testing/factories.ts';
import { packAddresses, sendPack } from '#dev/testing/packs.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { renderPage } from '#dev/testing/print-file.ts';
import { closeRun, createPrintRoom, openPrintFile } from '#dev/testing/print-room.ts';
import { requestReprint, startRunOf, waitingCertificate } from '#dev/testing/reprinting.ts';
import { newCertificateType, ownContent } from '#dev/testing/templates.ts';
import { withClient } from '#platform/server/db/connections.ts';

const portal = await filePortal();
const room = await createPrintRoom(portal);
const admins = { admin: await portal.as('admin'), second: await portal.as('admin') };
const first = await createOffice(portal);
const office = { ...first, certificateType: await newCertificateType(portal) };

/** What a pack of an earlier release drew: lines of its own, a condition, and a colour that nothing else on the sheet has. */
const drawing = `// The border of an earlier release.
#let gold = rgb("#1e90ff")
#let corner(x, y) = place(top + left, dx: x, dy: y, rect(width: 30mm, height: 20mm, fill: gold))
#let draw(sheet) = {
  if sheet.candidateName != "" { corner(20mm, 150mm) }
  if sheet.rank != "" { corner(120mm, 150mm) }
}
`;

/** A version in force as an earlier release stored it, with the proof that it was signed off by; tables of migration 0041. */
async function storeVersion(certificateType: string): Promise<string> {
  const { paper, background, boxes } = ownContent();
  const content = { paper, background, boxes, drawing };
  const canonical = canonicalize(content)!;
  const sha256 = createHash('sha256').update(canonical).digest('hex');
  const [templateId, proofId] = [uuid(), uuid()];
  const { admin, second } = admins;
  await withClient(portal.ownerUrl, 'migration', async (owner) => {
    await owner.query('set session_replication_role = replica');
    await owner.query('insert into printed_templates (sha256, content) values ($1, $2)', [sha256, canonical]);
    await owner.query(
      `insert into templates (id, name, certificate_type, design) values ($1, 'Border', $2, 'data_only')`,
      [templateId, certificateType],
    );
    await owner.query(
      `insert into proofs (id, fingerprint, template_version, certificate_type, colour, made_by, made_at, signed_off_by, signed_off_at, template_sha256)
       values ($1, 'of-an-earlier-release', '1', $2, 'Maroon', $3, now(), $4, now(), $5)`,
      [proofId, certificateType, admin.actor.id, second.actor.id, sha256],
    );
    await owner.query(
      `insert into template_versions (id, template_id, number, content, made_by, made_at, in_force_from, in_force_by, in_force_at, proof_id)
       values ($1, $2, 1, $3, $4, now() - interval '90 days', current_date - 60, $5, now() - interval '60 days', $6)`,
      [uuid(), templateId, canonical, admin.actor.id, second.actor.id, proofId],
    );
  });
  return sha256;
}

/** Whether the colour of the drawing is at a place, in millimetres, of a picture that shows a landscape sheet. */
async function isDrawn(picture: Uint8Array, x: number, y: number): Promise<boolean> {
  const { width, height } = await sharp(picture).metadata();
  const at = {
    left: Math.round((x / 297) * width),
    top: Math.round((y / 210) * height),
    width: 1,
    height: 1,
  };
  const [red, green, blue] = await sharp(picture).removeAlpha().extract(at).raw().toBuffer();
  return blue! > 200 && red! < 120 && green! < 200;
}

/** Prints what waits, looks at its page, and closes the run. */
async function printAndLook(waiting: Parameters<typeof startRunOf>[2]) {
  const { id, sheet } = await startRunOf(portal, room.printer, waiting);
  await openPrintFile(room.printer, id);
  const file = await room.printer.fetch(`/api/print-runs/${id}/document`);
  const pdf = Buffer.from(await file.arrayBuffer());
  expect(pdf.toString('latin1')).toMatch(/<pdfaid:part>2<\/pdfaid:part>/);
  const page = await renderPage(pdf, 1);
  expect([await isDrawn(page, 35, 160), await isDrawn(page, 135, 160)]).toEqual([true, false]);
  await room.printer.api.printRuns.recordSheets({ id, outcomes: [{ sheetId: sheet.id, outcome: 'good' }] });
  await closeRun(room.printer, id);
  return sheet;
}

test('a version with a Typst drawing is proved, printed, shown and reprinted as it was stored', async () => {
  const sha256 = await storeVersion(office.certificateType);
  // This release draws with its own fonts, so two people see a proof first, as after every upgrade.
  const layout = { certificateType: office.certificateType, colour: 'Maroon' };
  const { id: proofId } = await admins.admin.api.proofs.makeProof(layout);
  await admins.second.api.proofs.signOffProof({ id: proofId, version: 1 });

  const waiting = await waitingCertificate(portal, room, office);
  const sheet = await printAndLook(waiting);
  const copy = await room.receiver.fetch(
    `/api/certificates/${waiting.certificateId}/copies/${sheet.id}/picture`,
  );
  expect(copy.status).toBe(200);
  expect(await isDrawn(new Uint8Array(await copy.arrayBuffer()), 22, 152)).toBe(true);

  const request = await requestReprint(room.receiver, waiting.certificateId);
  await admins.admin.api.reprints.approveReprint({ id: request, version: 1 });
  const again = await printAndLook(waiting);

  const kept = await withClient(portal.ownerUrl, 'backup', (owner) =>
    owner.query(
      `select distinct template_sha256, content ->> 'drawing' as drawing from sheet_facts
         join printed_templates on sha256 = template_sha256 where sheet_id = any($1)`,
      [[sheet.id, again.id]],
    ),
  );
  expect(kept.rows).toEqual([{ template_sha256: sha256, drawing }]);
});

test('the studio lists the template, and what is exported with it can be imported', async () => {
  const { rows } = await admins.admin.api.templates.listTemplates({});
  expect(rows).toMatchObject([{ name: 'Border', versions: [{ number: 1 }] }]);
  const exported = await admins.admin.fetch('/api/settings/pack');
  expect(exported.status).toBe(200);
  const bytes = new Uint8Array(await exported.arrayBuffer());
  const checked = await sendPack(admins.admin, packAddresses.check, bytes);
  const { faults } = (await checked.json()) as { faults: { path: string }[] };
  expect(faults.filter((fault) => fault.path.startsWith('templates'))).toEqual([]);
});
