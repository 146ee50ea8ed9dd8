import { drawTemplate } from '#features/certificates/server/typst/draw-template.ts';
import type { InputOf, OutputOf } from '#platform/contract/operation.ts';
import type { RequestContext, Services } from '#platform/server/context.ts';
import { findScripts } from '#platform/server/db/printed-scripts.ts';
import { domainError } from '#platform/server/domain-error.ts';
import { RenderError } from '#platform/server/typst/render-error.ts';
import type { pictureContract, Sample } from '../picture-contract.ts';
import { findNames, hardNames } from './sample-names.ts';
import { type SampleSheet, sampleSheet } from './sample-sheet.ts';
import { getNewest, withStored } from './templates.ts';

type DrawTemplate = (typeof pictureContract)['drawTemplate'];

/** Draws a preview of unsaved content; nothing is stored. */
export async function drawPicture(
  { services }: RequestContext,
  { id, content, sample }: InputOf<DrawTemplate>,
): Promise<OutputOf<DrawTemplate>> {
  const { certificateType, content: stored } = await getNewest(services.db, id);
  const { sheet, crest } = await cachedSheet(services, { certificateType, sample });
  try {
    const legend = 'Sample, no certificate';
    const template = withStored(content, stored);
    const { png, fits } = await drawTemplate({ template, crest, sheet, mark: 'SAMPLE', legend });
    return { picture: Buffer.from(png).toString('base64'), fits };
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    throw domainError('certificates.template_faulty', { detail: error.message });
  }
}

type Wanted = { certificateType: string; sample: Sample };

/** Dragging a box requests ten pictures a second, and finding the longest of a million names takes a second. */
const cacheMs = 60_000;
const cache = new WeakMap<Services, Map<string, { until: number; sheet: Promise<SampleSheet> }>>();

function cachedSheet(services: Services, wanted: Wanted): Promise<SampleSheet> {
  const sheets = cache.get(services) ?? new Map<string, { until: number; sheet: Promise<SampleSheet> }>();
  cache.set(services, sheets);
  const key = JSON.stringify([wanted.certificateType, wanted.sample]);
  const known = sheets.get(key);
  if (known && known.until > Date.now()) return known.sheet;
  for (const [name, { until }] of sheets) if (until <= Date.now()) sheets.delete(name);
  const sheet = sheetOfSample(services, wanted);
  sheets.set(key, { until: Date.now() + cacheMs, sheet });
  sheet.catch(() => sheets.delete(key));
  return sheet;
}

/** A sample sheet with names of the requested kind. */
async function sheetOfSample(services: Services, { certificateType, sample }: Wanted): Promise<SampleSheet> {
  return sampleSheet(services, certificateType, {
    ...(sample === 'hardest'
      ? hardNames(await findScripts(services.db))
      : await findNames(services.db, sample)),
    convocationNumber: 'SAMPLE/000000',
    blankSerial: 'SAMPLE-000000',
    verificationCode: 'SAMPLE',
  });
}
