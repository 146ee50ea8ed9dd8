import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { expectDomainError, issuesOf } from '#dev/testing/expect-domain-error.ts';
import { createOffice, uploadFile } from '#dev/testing/factories.ts';
import { type StaffCaller, sharedPortal } from '#dev/testing/portal.ts';
import {
  draftTemplate,
  newCertificateType,
  ownContent,
  proveDraft,
  templateInForce,
} from '#dev/testing/templates.ts';
import { unique } from '#dev/testing/unique.ts';
import { designOf } from '#features/certificates/server/designs/designs.ts';
import { dayInIndia } from '#shared/format.ts';

const portal = await sharedPortal();
await createOffice(portal);
const [admin, second, auditor] = await portal.asEach('admin', 'admin', 'auditor');

const day = (days: number) => dayInIndia(new Date(Date.now() + days * 86_400_000));
const today = day(0);

const newType = () => newCertificateType(portal);
const newDraft = (type: string) => draftTemplate({ admin }, type);
const prove = (id: string) => proveDraft({ admin, second }, id);
const inForce = (type: string, from?: string) => templateInForce({ admin, second }, type, from);

const statesOf = async (id: string) =>
  (await auditor.api.templates.getTemplate({ id })).versions.map(({ number, state }) => `${number} ${state}`);

const execute = (statement: ReturnType<typeof sql>) => statement.execute(portal.services.db);

describe('a template', () => {
  test('begins as a draft of a design, and keeps what is saved', async () => {
    const { designs } = await auditor.api.templates.listDesigns();
    expect(designs).toEqual([
      { design: 'ornamental', name: 'Ornamental border', paper: 'landscape' },
      { design: 'modern', name: 'Quiet modern', paper: 'portrait' },
      { design: 'data_only', name: 'Data only, for pre-printed paper', paper: 'landscape' },
    ]);
    const certificateType = await newType();
    const name = `Template ${unique()}`;
    const { id } = await admin.api.templates.addTemplate({ name, certificateType, design: 'modern' });
    const begun = await admin.api.templates.getTemplate({ id });
    expect(begun).toMatchObject({ name, certificateType, design: 'modern', scan: null, version: 1 });
    expect(begun.content).toEqual(designOf('modern'));
    expect(begun.versions).toMatchObject([
      { number: 1, state: 'draft', inForceFrom: null, madeBy: admin.actor.name },
    ]);
    const content = ownContent('modern');
    await second.api.templates.saveTemplate({ id, version: 1, name: `${name} A`, content });
    expect(await auditor.api.templates.getTemplate({ id })).toMatchObject({
      name: `${name} A`,
      content,
      versions: [{ number: 1, madeBy: second.actor.name }],
    });
    await expectDomainError(
      admin.api.templates.saveTemplate({ id, version: 1, name, content }),
      'records.stale',
    );
    const { rows } = await auditor.api.templates.listTemplates({ search: certificateType });
    expect(rows.map((row) => row.id)).toEqual([id]);
    expect((await auditor.api.templates.countTemplates({ search: certificateType })).count).toBe(1);
    const saved = await auditor.fetch(`/api/exports/templates?format=csv&search=${name}`);
    expect(await saved.text()).toContain(`${certificateType},${name} A,Quiet modern,1,Draft,`);
  });

  test('has a name and a certificate type that can be', async () => {
    const { name } = await newDraft('Degree');
    const entry = { name, certificateType: 'Degree', design: 'modern' as const };
    const taken = await expectDomainError(
      admin.api.templates.addTemplate({ ...entry, name: name.toUpperCase() }),
      'request.invalid',
    );
    expect(issuesOf(taken)).toEqual([{ path: 'name', message: 'Another template has this name.' }]);
    const unknown = await expectDomainError(
      admin.api.templates.addTemplate({ ...entry, name: 'Another', certificateType: 'Nothing' }),
      'request.invalid',
    );
    expect(issuesOf(unknown).map(({ path }) => path)).toEqual(['certificateType']);
    const used = await auditor.api.certificate_types.listEntries({ search: 'Degree' });
    expect(used.rows[0]!.isUsed).toBe(true);
  });

  test('goes with its only draft, and stays without a later one', async () => {
    const { id, version } = await newDraft('Degree');
    await expectDomainError(admin.api.templates.deleteDraft({ id, version: 1 }), 'records.stale');
    await admin.api.templates.deleteDraft({ id, version });
    await expectDomainError(admin.api.templates.getTemplate({ id }), 'templates.not_found');

    const kept = await inForce(await newType());
    const content = ownContent();
    const saved = await admin.api.templates.saveTemplate({ ...kept, content });
    expect(await statesOf(kept.id)).toEqual(['2 draft', '1 in_force']);
    await admin.api.templates.deleteDraft({ id: kept.id, version: saved.version });
    expect(await statesOf(kept.id)).toEqual(['1 in_force']);
    await expectDomainError(
      admin.api.templates.deleteDraft({ id: kept.id, version: saved.version + 1 }),
      'templates.no_draft',
    );
  });

  test('lies on a scan, which is nobody’s upload but who lays it', async () => {
    const { id, version } = await newDraft('Degree');
    const scan = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#f0f' } })
      .png()
      .toBuffer();
    const upload = async (caller: StaffCaller) =>
      (await (await uploadFile(caller, 'template_scan', scan, 'sheet.png')).json()) as { id: string };
    expect((await uploadFile(auditor, 'template_scan', scan)).status).toBe(403);
    const { id: others } = await upload(second);
    await expectDomainError(admin.api.templates.layScan({ id, version, fileId: others }), 'files.not_usable');
    const { id: fileId } = await upload(admin);
    expect((await auditor.fetch(`/api/files/${fileId}`)).status).toBe(404);
    const laid = await admin.api.templates.layScan({ id, version, fileId });
    const template = await auditor.api.templates.getTemplate({ id });
    expect(template.scan).toMatchObject({ id: fileId, name: 'sheet.png' });
    const shown = await auditor.fetch(`/api/files/${fileId}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    await admin.api.templates.layScan({ id, version: laid.version, fileId: null });
    expect((await auditor.api.templates.getTemplate({ id })).scan).toBeNull();
  });

  test('has its history in the audit log', async () => {
    const { id, version } = await inForce(await newType());
    const saved = await admin.api.templates.saveTemplate({
      id,
      version,
      name: `Renamed ${unique()}`,
      content: ownContent(),
    });
    await admin.api.templates.deleteDraft({ id, version: saved.version });
    const { rows } = await auditor.api.audit.listAuditEvents({ recordType: 'template', recordId: id });
    expect(rows.map(({ event }) => event)).toEqual([
      'templates.draft_deleted',
      'templates.edited',
      'templates.brought_into_force',
      'templates.edited',
      'templates.added',
    ]);
    expect(rows[2]).toMatchObject({ actorName: admin.actor.name, after: { number: 1, inForceFrom: today } });
  });
});

describe('a draft', () => {
  test('comes into force with a signed-off proof of exactly its content only', async () => {
    const certificateType = await newType();
    const { id, version, name } = await newDraft(certificateType);
    const bring = () => admin.api.templates.bringIntoForce({ id, version, from: today });
    const refused = await expectDomainError(bring(), 'templates.no_proof');
    expect(refused.message).toBe(
      'No proof sheet of this draft is signed off. Make a proof sheet and let another printer or admin sign it off first.',
    );
    const proof = await admin.api.proofs.proveTemplate({ id, colour: 'Maroon' });
    await expectDomainError(admin.api.proofs.signOffProof({ id: proof.id, version: 1 }), 'proofs.own_proof');
    await expectDomainError(bring(), 'templates.no_proof');
    expect(await statesOf(id)).toEqual(['1 draft']);
    await second.api.proofs.signOffProof({ id: proof.id, version: 1 });
    expect(await statesOf(id)).toEqual(['1 proved']);

    // Another content, another proof.
    const other = await admin.api.templates.saveTemplate({ id, version, name, content: ownContent() });
    await expectDomainError(
      admin.api.templates.bringIntoForce({ id, version: other.version, from: today }),
      'templates.no_proof',
    );
    await prove(id);
    const past = await expectDomainError(
      admin.api.templates.bringIntoForce({ id, version: other.version, from: day(-1) }),
      'request.invalid',
    );
    expect(issuesOf(past)).toEqual([{ path: 'from', message: 'A version comes into force today or later.' }]);
    await admin.api.templates.bringIntoForce({ id, version: other.version, from: day(1) });
    expect(await statesOf(id)).toEqual(['1 to_come']);
    await expectDomainError(
      admin.api.templates.bringIntoForce({ id, version: other.version + 1, from: today }),
      'templates.no_draft',
    );
    await expectDomainError(admin.api.proofs.proveTemplate({ id, colour: 'Maroon' }), 'templates.no_draft');
  });

  test('is proved by itself, and its proof is outdated once it is saved otherwise', async () => {
    const { id, version, name, content } = await newDraft(await newType());
    const proof = await admin.api.proofs.proveTemplate({ id, colour: 'Maroon' });
    const document = () => admin.fetch(`/api/proofs/${proof.id}/document`);
    expect((await document()).status).toBe(200);
    await expectDomainError(admin.api.proofs.proveTemplate({ id, colour: 'Maroon' }), 'proofs.standing');
    await expectDomainError(
      admin.api.proofs.proveTemplate({ id, colour: 'Nothing' }),
      'proofs.unknown_layout',
    );
    const saved = await admin.api.templates.saveTemplate({ id, version, name, content: ownContent() });
    expect((await document()).status).toBe(409);
    await expectDomainError(second.api.proofs.signOffProof({ id: proof.id, version: 1 }), 'proofs.outdated');
    await admin.api.templates.saveTemplate({ id, version: saved.version, name, content });
    expect((await document()).status).toBe(200);
  });

  test('is refused by the table as well: without a proof, of another content, from a day that is over', async () => {
    const certificateType = await newType();
    const { id } = await newDraft(certificateType);
    const other = await newDraft(certificateType);
    const proofId = await prove(other.id);
    const bring = (templateId: string, proof: string | null, from: string) =>
      execute(sql`
        update template_versions set in_force_from = ${from}, in_force_by = ${admin.actor.id}, in_force_at = now(), proof_id = ${proof}
         where template_id = ${templateId}`);
    await expect(bring(id, proofId, today)).rejects.toMatchObject({
      constraint: 'template_versions__proved',
    });
    await expect(bring(id, null, today)).rejects.toMatchObject({ constraint: 'template_versions__proved' });
    await expect(bring(other.id, proofId, day(-1))).rejects.toMatchObject({
      constraint: 'template_versions__not_before_today',
    });
    for (const statement of [
      sql`update proofs set template_sha256 = (select max(sha256) from printed_templates)`,
      sql`update proof_records set facts = '{}'`,
      sql`delete from proof_records`,
    ])
      await expect(execute(statement)).rejects.toMatchObject({ code: '42501' });
    expect(await statesOf(id)).toEqual(['1 draft']);
  });
});

describe('a version in force', () => {
  test('is changed by nobody, whatever is sent to the database', async () => {
    const certificateType = await newType();
    const kept = await inForce(certificateType);
    const before = await execute(sql`select * from template_versions where template_id = ${kept.id}`);
    const ofIt = sql`where template_id = ${kept.id}`;
    for (const statement of [
      sql`update template_versions set content = '{}' ${ofIt}`,
      sql`update template_versions set in_force_from = in_force_from + 1 ${ofIt}`,
      sql`update template_versions set in_force_from = null, in_force_by = null, in_force_at = null, proof_id = null ${ofIt}`,
      sql`update template_versions set made_by = null ${ofIt}`,
      sql`delete from template_versions ${ofIt}`,
    ])
      await expect(execute(statement)).rejects.toMatchObject({
        constraint: 'template_versions__never_changed',
      });
    for (const statement of [
      sql`update templates set certificate_type = 'Degree' where id = ${kept.id}`,
      sql`truncate template_versions`,
    ])
      await expect(execute(statement)).rejects.toMatchObject({ code: '42501' });
    await admin.api.templates.saveTemplate({ ...kept, content: ownContent() });
    expect(
      await execute(sql`select * from template_versions where template_id = ${kept.id} and number = 1`),
    ).toMatchObject({ rows: before.rows });
  });

  test('takes the place of another one of its type, the last one of a day that of the others', async () => {
    const certificateType = await newType();
    const first = await inForce(certificateType);
    const last = await inForce(certificateType);
    expect(await statesOf(first.id)).toEqual(['1 past']);
    expect(await statesOf(last.id)).toEqual(['1 in_force']);
  });
});
