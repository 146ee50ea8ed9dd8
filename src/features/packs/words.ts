import { type ErrorEntries, withStatus } from '#shared/error-entry.ts';
import { declareNames, type FeatureNames } from '#shared/feature.ts';
import { t } from '#shared/words.ts';

export type PackFaultData = { faults: { path: string; found: string; wanted: string }[] };

const packsErrors = {
  ...withStatus(413, {
    'packs.too_large': t`The pack is larger than 40 MiB, or has more than 200 files.`,
  }),
  ...withStatus(422, {
    'packs.no_json': t`The pack has no file pack.json.`,
    'packs.damaged': t`The zip is damaged and cannot be read. Pack the folder again.`,
    'packs.faulty': ({ faults }: PackFaultData) => {
      const [first] = faults;
      return first
        ? t`The pack cannot be imported. ${first.path}: found ${first.found}; wanted: ${first.wanted}`
        : t`The pack cannot be imported.`;
    },
  }),
  'packs.changed_meanwhile': t`Somebody changed the settings since the pack was looked at. Check it again.`,
} as const satisfies ErrorEntries;

const words = {
  errors: packsErrors,
  events: {
    'packs.imported': t`Pack imported`,
  },
  records: {
    pack: t`pack`,
  },
} as const satisfies FeatureNames;
declareNames(words);

declare module '#shared/feature.ts' {
  interface Register {
    packsWords: typeof words;
  }
}
