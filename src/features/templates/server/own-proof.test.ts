import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { constraintOf } from '#dev/testing/expect-domain-error.ts';
import { createOffice } from '#dev/testing/factories.ts';
import { filePortal } from '#dev/testing/portal.ts';
import { proveDraft } from '#dev/testing/templates.ts';
import { unique } from '#dev/testing/unique.ts';

const portal = await filePortal();
// Its layout of the type, the ornamental border, has a proof that is signed off.
const { certificateType } = await createOffice(portal);
const [admin, second, auditor] = await portal.asEach('admin', 'admin', 'auditor');

const stateOf = async (id: string) => (await auditor.api.templates.getTemplate({ id })).versions[0]!.state;

test('a template has a signed-off proof by its own proof sheet, not by that of the design it began with', async () => {
  const name = `Template ${unique()}`;
  const { id } = await admin.api.templates.addTemplate({ name, certificateType, design: 'ornamental' });
  expect(await stateOf(id)).toBe('draft');
  const { rows } = await auditor.api.templates.listTemplates({ search: name });
  expect(rows[0]!.versions[0]!.state).toBe('draft');
  await proveDraft({ admin, second }, id);
  expect(await stateOf(id)).toBe('proved');
  const other = await admin.api.templates.addTemplate({
    ...{ name: `Template ${unique()}`, certificateType, design: 'ornamental' },
  });
  expect(await stateOf(other.id)).toBe('draft');
  const borrowed = sql`update template_versions set proof_id = (
      select proofs.id from proofs where proofs.template_id = ${id} limit 1)
    where template_id = ${other.id}`;
  expect(await constraintOf(borrowed.execute(portal.services.db))).toBe('template_versions__own_proof');
});
