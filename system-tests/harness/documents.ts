import { readFileSync } from 'node:fs';

/** The shell blocks below a heading of a document, as one script: what an operator copies. */
export function scriptIn(file: string, heading: string): string {
  const text = readFileSync(file, 'utf8');
  const begin = text.indexOf(`\n${heading}\n`);
  if (begin < 0) throw new Error(`${file} has no heading '${heading}'.`);
  const level = /^#+ /.exec(heading)![0];
  const end = text.indexOf(`\n${level}`, begin + heading.length);
  const section = text.slice(begin, end < 0 ? undefined : end);
  return [...section.matchAll(/^```sh\n(.*?)^```/gms)].map(([, block]) => block).join('');
}
