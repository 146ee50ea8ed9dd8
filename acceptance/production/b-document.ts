import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '../harness/portal.ts';
import { read } from '../harness/source.ts';

// The documents are what an operator has. Commands are taken from them to the letter; what stands in them for something of the
// operator's own (a word in capitals, a path under /var, /srv, /mnt or /etc, a moment) is filled in here. Adapt the pattern, not
// the demand: a command that the documents lack is a failure.

export const operationsDocument = 'docs/operations.md';
export const scalingDocument = 'docs/scaling.md';

export type Section = { title: string; level: number; text: string; blocks: Block[] };
export type Block = { language: string; lines: string[] };

export function document(file: string): string {
  if (!existsSync(path.join(root, file))) throw new Error(`There is no ${file}.`);
  return read(file);
}

/** The sections of a document, each with all that stands below its heading up to the next heading of its level. */
export function sectionsOf(file: string): Section[] {
  const lines = document(file).split('\n');
  const headings: { at: number; level: number; title: string }[] = [];
  let isCode = false;
  for (const [at, line] of lines.entries()) {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode;
    const heading = isCode ? null : /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (heading) headings.push({ at, level: heading[1]!.length, title: heading[2]! });
  }
  return headings.map(({ at, level, title }, index) => {
    const next = headings.slice(index + 1).find((other) => other.level <= level);
    const own = lines.slice(at + 1, next?.at ?? lines.length);
    return { title, level, text: own.join('\n'), blocks: blocksOf(own) };
  });
}

export function section(file: string, like: RegExp): Section {
  const found = sectionsOf(file).find(({ title }) => like.test(title));
  if (!found) {
    const titles = sectionsOf(file).map(({ title }) => title);
    throw new Error(`${file} has no section ${like}; it has: ${titles.join(' · ')}`);
  }
  return found;
}

function blocksOf(lines: string[]): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const line of lines) {
    const fence = /^\s*(?:```|~~~)\s*(\S*)/.exec(line);
    if (fence && open) {
      blocks.push(open);
      open = undefined;
    } else if (fence) open = { language: fence[1]!, lines: [] };
    else open?.lines.push(line);
  }
  return blocks;
}

const isShell = ({ language }: Block) => /^(sh|bash|shell|console)$/.test(language);

/** Commands of a section's shell blocks, one entry a command: continued lines and here-documents stay together. */
export function commandsOf({ blocks }: Section): string[] {
  return blocks.filter(isShell).flatMap(({ lines }) => {
    const commands: string[] = [];
    let open = '';
    let until: string | undefined;
    for (const raw of lines) {
      const line = open ? raw : raw.replace(/^\s*[$#] (?=\S)/, (sign) => (sign.includes('$') ? '' : sign));
      if (until !== undefined) {
        open += `\n${line}`;
        if (line.trim() === until) {
          commands.push(open);
          [open, until] = ['', undefined];
        }
        continue;
      }
      if (!open && (!line.trim() || /^\s*#/.test(line))) continue;
      open += open ? `\n${line}` : line;
      until = /<<-?\s*['"]?(\w+)['"]?/.exec(line)?.[1];
      if (until === undefined && !/\\\s*$/.test(line)) {
        commands.push(open);
        open = '';
      }
    }
    if (open) commands.push(open);
    return commands;
  });
}

/** The first command of a document that matches, in a shell block or between backticks. */
export function documented(
  like: RegExp,
  files = [operationsDocument, scalingDocument],
  { isInlineToo = true } = {},
): string {
  for (const file of files.filter((one) => existsSync(path.join(root, one)))) {
    const text = document(file);
    const inBlocks = sectionsOf(file)
      .filter(({ level }) => level === 1 || !text.startsWith('# '))
      .flatMap(commandsOf);
    const inline = isInlineToo ? [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!) : [];
    const found = [...inBlocks, ...inline].find((command) => like.test(command));
    if (found) return found;
  }
  throw new Error(`No command that matches ${like} stands in ${files.join(' or ')}.`);
}

/** Names of settings that the documents know and that match. */
export function settingsLike(like: RegExp): string[] {
  const text = [operationsDocument, scalingDocument]
    .filter((file) => existsSync(path.join(root, file)))
    .map(read)
    .join('\n');
  const names = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([name]) => name);
  return [...new Set(names)].filter((name) => like.test(name));
}

export type Filling = {
  dataDirectory?: string;
  /** Where backups go and come from. */
  backup?: string;
  passphraseFile?: string;
  /** ISO 8601, with its zone. */
  moment?: string;
  others?: [RegExp, string][];
};

/** A documented command with the operator's own values in the places that the document leaves to the operator. */
export function fillIn(command: string, filling: Filling): string {
  const { dataDirectory, backup, passphraseFile, moment, others = [] } = filling;
  const known: [RegExp, string | undefined][] = [
    ...others,
    [/PASS|SECRET/, passphraseFile],
    [/TIME|MOMENT|SECOND|WHEN|UNTIL|DATE$/, moment],
    [/DATA|INTO|EMPTY|NEW/, dataDirectory],
    [/BACKUP|TARGET|FOLDER|DIRECTORY|PATH|FROM/, backup],
  ];
  let filled = command
    .replaceAll(/\bsudo (?:-[a-zA-Z] \S+ |-\S+ )*/g, '')
    .replaceAll(/\/var\/lib\/dikshant(?=[\s'"]|$)/g, dataDirectory ?? '$&')
    .replaceAll(/\/(?:var\/backups|srv|mnt|backup|backups)\/[\w./-]*/g, backup ?? '$&')
    .replaceAll(
      /(['"]?)\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?\1/g,
      moment ? `'${moment}'` : '$&',
    );
  filled = filled.replaceAll(
    /(?<![\w$-])(?:<([\w -]+)>|([A-Z]{3,}(?:_[A-Z]+)*))(?![\w=])/g,
    (whole, angled: string | undefined, capital: string | undefined) => {
      const name = (angled ?? capital!).toUpperCase();
      const value = known.find(([like]) => like.test(name))?.[1];
      if (value === undefined)
        throw new Error(
          `The documented command '${command}' leaves ${whole} open: no value is known for it.`,
        );
      return `'${value}'`;
    },
  );
  return filled;
}
