import { read, trackedFiles } from '../harness/source.ts';

// Names of settings stand in no text that this folder was written from: they are looked for where the person who installs
// the portal finds them, in the documents and in examples beside them. Adapt the pattern, not the demand.

const documents = () =>
  trackedFiles('*.md', 'docs/*.md', 'deploy/**', '.env*').filter(
    (file) => !/^CHANGELOG|^(acceptance|bench|docs\/decisions|src|scripts)\/|\.png$/.test(file),
  );

/** Every word that looks like an environment variable. */
export function documentedSettings(): string[] {
  const found = documents().flatMap(
    (file) => read(file).match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\b(?:OIDC|PASSKEYS|WEBAUTHN)\b/g) ?? [],
  );
  return [...new Set(found)].sort();
}

/** The documented setting whose name fits every pattern, the shortest one; undefined where none does. */
export function settingIfAny(...patterns: RegExp[]): string | undefined {
  return documentedSettings()
    .filter((name) => patterns.every((pattern) => pattern.test(name)))
    .sort((a, b) => a.length - b.length)[0];
}

/** The same where it has to be there. */
export function setting(what: string, ...patterns: RegExp[]): string {
  const name = settingIfAny(...patterns);
  if (name) return name;
  throw new Error(
    `No setting for ${what}: no word like ${patterns.join(' and ')} in ${documents().join(', ')}. It knows ${documentedSettings().join(', ')}.`,
  );
}

/** Values for those patterns that are documented; what is not documented is left out. */
export function documented(values: [RegExp[], string][]): Record<string, string> {
  return Object.fromEntries(
    values.flatMap(([patterns, value]) => {
      const name = settingIfAny(...patterns);
      return name ? [[name, value]] : [];
    }),
  );
}
