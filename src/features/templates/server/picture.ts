import type { CertificateSheet } from '#features/certificates/server/typst/certificate-sheet.ts';
import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import { samplePage } from '#features/certificates/server/typst/proof-document.ts';
import { signatoriesOf } from '#features/certificates/server/typst/signatories.ts';
import { silhouette } from '#features/certificates/server/typst/silhouette.ts';
import { holdersOn, listSigningHolders } from '#features/masters/server/office-holders.ts';
import { findUniversity } from '#features/masters/server/university.ts';
import type { InputOf, OutputOf } from '#platform/contract/operation.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { unscoped } from '#platform/server/db/database.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { RenderError } from '#platform/server/typst/render-error.ts';
import { dayInIndia } from '#shared/format.ts';
import type { pictureContract, Sample } from '../picture-contract.ts';
import { findNames, hardNames } from './sample-names.ts';
import { findDrawing } from './templates.ts';

type DrawTemplate = (typeof pictureContract)['drawTemplate'];

/** Draws what somebody is changing at this moment; nothing is stored. */
export async function drawPicture(
  { services }: RequestContext,
  { id, content, sample }: InputOf<DrawTemplate>,
): Promise<OutputOf<DrawTemplate>> {
  const { certificateType, drawing } = await findDrawing(services.db, id);
  const { sheet, crest } = await keptSheet(services, { certificateType, sample });
  try {
    const legend = 'Sample, no certificate';
    // The drawing is the stored one, which was checked with its pack: a browser sends none.
    const template = { ...content, ...(drawing !== undefined && { drawing }) };
    const { png, fits } = await drawTemplate({ template, crest, sheet, mark: 'SAMPLE', legend });
    return { picture: Buffer.from(png).toString('base64'), fits };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw domainError('certificates.template_faulty', { detail: error.message });
  }
}

type Wanted = { certificateType: string; sample: Sample };
type SampleSheet = { sheet: CertificateSheet; crest: Uint8Array | null };

/** A box that is dragged asks for a picture ten times a second, and the longest of a million names takes a second to find. */
const keptForMs = 60_000;
const kept = new WeakMap<Services, Map<string, { until: number; sheet: Promise<SampleSheet> }>>();

function keptSheet(services: Services, wanted: Wanted): Promise<SampleSheet> {
  const sheets = kept.get(services) ?? new Map<string, { until: number; sheet: Promise<SampleSheet> }>();
  kept.set(services, sheets);
  const key = JSON.stringify([wanted.certificateType, wanted.sample]);
  const known = sheets.get(key);
  if (known && known.until > Date.now()) return known.sheet;
  for (const [name, { until }] of sheets) if (until <= Date.now()) sheets.delete(name);
  const sheet = sampleSheet(services, wanted);
  sheets.set(key, { until: Date.now() + keptForMs, sheet });
  sheet.catch(() => sheets.delete(key));
  return sheet;
}

/** What the portal would print today for somebody with such names, on paper of the first colour that it has. */
async function sampleSheet(services: Services, { certificateType, sample }: Wanted): Promise<SampleSheet> {
  const { db, files, settings } = services;
  const type = await unscoped(db)
    .selectFrom('certificate_types')
    .select(['name', 'title', 'titles'])
    .where('name', '=', certificateType)
    .executeTakeFirstOrThrow(() => domainError('masters.unknown_name'));
  const paper = await unscoped(db).selectFrom('papers').select('colour').orderBy('name').executeTakeFirst();
  const university = await findUniversity(db);
  const offices = holdersOn(dayInIndia(new Date()), await listSigningHolders(db));
  const keys = offices.flatMap(({ signatureKey }) => signatureKey ?? []);
  const pictures = keys.map(async (key) => [key, await files.getBytes(key)] as const);
  const sheet: CertificateSheet = {
    words: {
      ...samplePage({
        university,
        title: type.title ?? type.name,
        titles: (type.titles ?? {}) as Record<string, string>,
        publicUrl: settings.publicUrl,
      }),
      ...(sample === 'hardest' ? hardNames : await findNames(db, sample)),
      convocationNumber: 'SAMPLE/000000',
      blankSerial: 'SAMPLE-000000',
      verificationCode: 'SAMPLE',
    },
    languages: university.languages,
    signatures: signatoriesOf(offices, new Map(await Promise.all(pictures))),
    colour: paper?.colour ?? '',
    photo: await silhouette(),
    verifyUrl: `${settings.publicUrl}/verify`,
  };
  return { sheet, crest: university.crestKey === null ? null : await files.getBytes(university.crestKey) };
}
