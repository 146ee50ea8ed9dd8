import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { hashOfTemplate } from '#features/certificates/server/typst/layout-fingerprint.ts';
import type { SheetFacts } from '#features/certificates/sheet-facts.ts';
import { codeAlphabet } from '#features/certificates/verification-code.ts';
import type { Writing } from '#platform/server/command.ts';
import { findEarlierFacts } from './earlier-facts.ts';
import { findLayoutSetUp, fingerprintOf, templateOf } from './layouts.ts';
import { readFacts } from './read-facts.ts';
import { storeTemplates } from './store-templates.ts';

type Bound = { certificateId: string; blankId: string; copyNumber: number };

/** Binds locked certificates to blanks in sheet order, and stores what each sheet prints. */
export async function bindSheets(
  transaction: Writing,
  { printRunId, bound }: { printRunId: string; bound: readonly Bound[] },
): Promise<void> {
  const { db } = transaction;
  const printed = await readPrinted(transaction, bound);
  const earlier = await findEarlierFacts(
    transaction,
    bound.map(({ certificateId }) => certificateId),
  );
  const sheets = bound.map((sheet, index) => ({ ...sheet, id: uuid(), position: index + 1 }));
  await storeTemplates(
    db,
    [...printed.values()].map(({ template }) => template),
  );
  await db
    .insertInto('sheet_facts')
    .values(
      sheets.map(({ id, certificateId, copyNumber }) => {
        const { photoFileId, template, words } = printed.get(certificateId)!;
        const facts: SheetFacts = { ...words, ...earlier.get(certificateId), copyNumber };
        return {
          sheet_id: id,
          facts: JSON.stringify(facts),
          photo_file_id: photoFileId,
          template_sha256: hashOfTemplate(template),
        };
      }),
    )
    .execute();
  await db
    .insertInto('sheets')
    .values(
      sheets.map(({ id, position, certificateId, blankId, copyNumber }) => ({
        id,
        print_run_id: printRunId,
        position,
        certificate_id: certificateId,
        blank_id: blankId,
        copy_number: copyNumber,
        verification_code: makeVerificationCode(),
      })),
    )
    .execute();
}

/** By certificate, the facts and the template that its sheet prints. */
async function readPrinted(transaction: Writing, bound: readonly Bound[]) {
  const setUp = await findLayoutSetUp(transaction.db, transaction.now);
  const rows = await readFacts(transaction, {
    of: 'certificates.id',
    ids: bound.map(({ certificateId }) => certificateId),
  });
  return new Map(
    rows.map(({ certificateId, photoFileId, facts }) => {
      const words = {
        ...facts,
        university: setUp.university,
        layoutFingerprint: fingerprintOf(facts, setUp),
      };
      return [certificateId, { photoFileId, template: templateOf(setUp, facts.certificateType), words }];
    }),
  );
}

/** Ten random characters: 50 bits, too many to guess through a rate-limited page. Each sheet has its own. */
function makeVerificationCode(): string {
  return Array.from({ length: 10 }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');
}
