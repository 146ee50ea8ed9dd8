import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from '@swc/core';
import { root } from './portal.ts';

/** The last commit before the stage: what is counted 'at the start'. STAGE_START names another one. */
export const start = process.env.STAGE_START ?? '6c6e9abe28d385197d060116a27918d8e0b2d84d';

export function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio: 'pipe' });
}

/** Files of the repository as they stand now, new ones included. */
export function trackedFiles(...patterns: string[]): string[] {
  const listed = git('ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns);
  return [...new Set(listed.split('\n'))].filter((file) => file && existsSync(path.join(root, file))).sort();
}

export function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8');
}

export const isText = (file: string) =>
  !/\.(png|jpe?g|webp|gif|ico|pdf|ttf|woff2?|gz|zip|xlsx|wasm|dump)$/.test(file);

export const isScript = (file: string) => /\.(ts|tsx|mts|mjs|js)$/.test(file);

export const isTest = (file: string) =>
  /\.(test|spec|long|testing|pending)\.tsx?$/.test(file) || /^src\/(testing|dev|seed)\//.test(file);

/** Generated files say so in their first lines, or are the catalogs that a tool compiles. */
export function isGenerated(file: string, text = read(file)): boolean {
  return (
    /(auto-?)?generated (by|from|with)|do not edit/i.test(text.slice(0, 400)) ||
    /languages\/.*\.(po|json|js|ts)$/.test(file)
  );
}

export function countLines(text: string): number {
  return text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

/** What the product consists of: TypeScript under src without tests, what tests need, and sample data. */
export const isProduct = (file: string) => /^src\/.*\.tsx?$/.test(file) && !isTest(file);

export type Import = { from: string; to: string; isType: boolean; isDynamic: boolean };

type Node = { type?: string; [field: string]: unknown };

export function parse(file: string, text = read(file)): Node {
  return parseSync(text, {
    syntax: 'typescript',
    tsx: file.endsWith('.tsx'),
    target: 'es2024',
  }) as unknown as Node;
}

/** Every node of a syntax tree, parents first. */
export function* nodesOf(node: unknown): Generator<Node> {
  if (Array.isArray(node)) for (const one of node) yield* nodesOf(one);
  else if (node && typeof node === 'object') {
    if (typeof (node as Node).type === 'string') yield node as Node;
    for (const [field, value] of Object.entries(node)) if (field !== 'span') yield* nodesOf(value);
  }
}

/** What a file imports of the repository, each with the file that it means. */
export function importsOf(file: string): Import[] {
  const found: Import[] = [];
  const add = (specifier: unknown, isType: boolean, isDynamic = false) => {
    const to = typeof specifier === 'string' ? resolve(file, specifier) : undefined;
    if (to) found.push({ from: file, to, isType, isDynamic });
  };
  for (const node of nodesOf(parse(file))) {
    const source = (node.source as { value?: string } | undefined)?.value;
    if (/^(ImportDeclaration|ExportNamedDeclaration|ExportAllDeclaration)$/.test(node.type!) && source) {
      add(source, node.typeOnly === true);
    }
    if (node.type === 'CallExpression' && (node.callee as Node).type === 'Import') {
      const [first] = node.arguments as { expression: Node }[];
      add(first?.expression.value, false, true);
    }
  }
  return found;
}

function resolve(file: string, specifier: string): string | undefined {
  const base = specifier.startsWith('#')
    ? path.join('src', specifier.slice(1))
    : specifier.startsWith('.')
      ? path.join(path.dirname(file), specifier)
      : undefined;
  if (!base) return undefined;
  const clean = base.replace(/\?.*$/, '');
  return [clean, `${clean}.ts`, `${clean}.tsx`, `${clean}/index.ts`].find(
    (one) => /\.\w+$/.test(one) && existsSync(path.join(root, one)),
  );
}

/** The text without comments and, unless they are wanted, without what stands between quotes. */
export function code(text: string): string {
  return text.replaceAll(
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g,
    (part) => (part.startsWith('/') ? ' ' : `${part[0]}${part[0]}`),
  );
}

/** Documents in which a stage may keep its note. */
export function notes(): { file: string; text: string }[] {
  return trackedFiles('docs/**/*.md', '*.md')
    .filter((file) => !/^(acceptance|CHANGELOG)/.test(file))
    .map((file) => ({ file, text: read(file) }));
}

/** Rows of all tables of a document: the cells of each, without the heading's line of dashes. */
export function tablesOf(markdown: string): string[][][] {
  const tables: string[][][] = [];
  let open: string[][] | undefined;
  for (const line of markdown.split('\n')) {
    if (!/^\s*\|/.test(line)) {
      open = undefined;
      continue;
    }
    const cells = line
      .trim()
      .replace(/^\||\|$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim());
    if (cells.every((cell) => /^:?-+:?$/.test(cell))) continue;
    if (!open) {
      open = [];
      tables.push(open);
    }
    open.push(cells);
  }
  return tables;
}
