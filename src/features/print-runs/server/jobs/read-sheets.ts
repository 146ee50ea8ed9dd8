import { designOf } from '#features/certificates/server/designs/designs.ts';
import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { printedFields } from '#features/certificates/server/typst/printed-fields.ts';
import { signatoriesOf } from '#features/certificates/server/typst/signatories.ts';
import { type PrintedOffice, SheetFacts } from '#features/certificates/sheet-facts.ts';
import { TemplateContent } from '#features/certificates/template.ts';
import { formatVerificationCode } from '#features/certificates/verification-code.ts';
import { findUniversity, readCrest } from '#features/masters/server/university.ts';
import type { Services } from '#platform/server/context.ts';
import type { Db } from '#platform/server/db/database.ts';
import { sheetsOfRun } from '../queries.ts';

const photosAtOnce = 8;

/** What a run prints: what its sheets share, because they were bound together, and the facts of each. */
export type PrintedRun = {
  template: TemplateContent;
  crest: Uint8Array | null;
  boundAt: Date;
  /** Undefined for a run bound before this was stored. */
  layoutFingerprint: string | undefined;
  sheets: CertificateSheet[];
};

/** The stored facts of a run's sheets in order: all, only those without an outcome, or one. */
export async function readSheets(
  services: Services,
  printRunId: string,
  { remaining = false, sheetId }: { remaining?: boolean; sheetId?: string } = {},
): Promise<PrintedRun> {
  const rows = await sheetsOfRun(services.db, printRunId)
    .innerJoin('sheet_facts', 'sheet_facts.sheet_id', 'sheets.id')
    .innerJoin('files', 'files.id', 'sheet_facts.photo_file_id')
    .$if(remaining, (query) => query.where('sheets.outcome', 'is', null))
    .$if(sheetId !== undefined, (query) => query.where('sheets.id', '=', sheetId!))
    .orderBy('sheets.position')
    .select([
      'sheet_facts.facts',
      'sheets.verification_code',
      'blanks.serial',
      'files.storage_key',
      'sheet_facts.template_sha256',
      'print_runs.prepared_at',
    ])
    .execute();
  const printed = rows.map((row) => ({ ...row, facts: SheetFacts.parse(row.facts) }));
  const pictures = await readSignatures(
    services,
    printed.flatMap(({ facts }) => facts.offices ?? []),
  );
  const common = printed[0];
  const university = common?.facts.university ?? (await findUniversity(services.db));
  const { publicUrl } = services.settings;
  const sheets: CertificateSheet[] = [];
  for (let first = 0; first < rows.length; first += photosAtOnce) {
    const part = printed.slice(first, first + photosAtOnce).map(async ({ facts, ...row }) => {
      const verificationCode = formatVerificationCode(row.verification_code);
      return {
        words: printedFields(facts, { university, blankSerial: row.serial, verificationCode, publicUrl }),
        languages: university.languages,
        signatures: signatoriesOf(facts.offices ?? [], pictures),
        colour: facts.colour,
        photo: await services.files.getBytes(row.storage_key),
        // Content of the QR code: short, so that its modules are large on paper. Only a space needs encoding.
        verifyUrl: `${publicUrl}/verify?n=${encodeURI(facts.convocationNumber)}&c=${verificationCode}`,
      };
    });
    sheets.push(...(await Promise.all(part)));
  }
  return {
    template: await readTemplate(services.db, common?.template_sha256),
    crest: await readCrest(services, university),
    boundAt: common?.prepared_at ?? new Date(0),
    layoutFingerprint: common?.facts.layoutFingerprint,
    sheets,
  };
}

/** Sheets that were bound before templates were stored have none. */
async function readTemplate(db: Db, sha256: string | null | undefined): Promise<TemplateContent> {
  if (!sha256) return designOf(null);
  const stored = db.selectFrom('printed_templates').select('content').where('sha256', '=', sha256);
  return TemplateContent.parse((await stored.executeTakeFirstOrThrow()).content);
}

/** The bytes of every signature of these offices, by key. */
export async function readSignatures(
  { files }: Pick<Services, 'files'>,
  offices: readonly PrintedOffice[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = new Set(offices.flatMap(({ signatureKey }) => signatureKey ?? []));
  const read = [...keys].map(async (key) => [key, await files.getBytes(key)] as const);
  return new Map(await Promise.all(read));
}
