import { assertVersion, updateRow } from '#platform/server/command.ts';
import { assertOwnUpload } from '#platform/server/files/assert-own-upload.ts';
import { lockTemplate, templateCommand } from '../templates.ts';

/** Sets or removes the scan of the pre-printed sheet behind the fields. It is never printed. */
export const layScan = templateCommand('layScan', async (transaction, { id, version, fileId }) => {
  const { db, audit } = transaction;
  const template = await lockTemplate(db, id);
  await assertVersion(db, { type: 'template', row: template }, version);
  const before = template.scan?.id ?? null;
  if (fileId && fileId !== before) await assertOwnUpload(transaction, fileId, 'template_scan');

  const changed = await updateRow(db, 'templates', template, { scan_file_id: fileId });

  audit({
    event: fileId ? 'templates.scan_laid' : 'templates.scan_taken_away',
    record: { type: 'template', id, label: template.name },
    before: { scanFileId: before },
    after: { scanFileId: fileId },
  });
  return changed;
});
