import { describe, expect, test } from 'vitest';
import { longTest } from '#dev/testing/long-test.ts';
import { checkDrawing } from './check-drawing.ts';
import { forbiddenWords } from './forbidden-words.ts';
import { tryDrawing } from './try-drawing.ts';

const good = `// A frame, and the rank where there is one.
#let gold = rgb("#a8862c")
#let draw(sheet) = {
  place(dx: 10mm, dy: 10mm, rect(width: 190mm, height: 277mm, stroke: gold))
  if sheet.rank != "" {
    place(dx: 20mm, dy: 30mm, text(fill: sheet.ink, sheet.rank))
  }
}
`;
const firstLine = good.split('\n').length;
const soon = { wholeMs: 5_000, partMs: 3_000, searchMs: 60_000 };

/** The good drawing with this behind it. */
function trial(statement: string) {
  return tryDrawing({ source: `${good}${statement}\n// end\n`, paper: 'portrait' }, soon);
}

test.each([
  ['a loop without an end', '#while true { }', 0],
  ['the same in a block', '#context {\n  let n = 0\n  while n < 1 { n = n * 1 }\n}', 2],
  ['a function that calls itself', '#let again(n) = again(n + 1)\n#again(0)', 0],
  ['the same in another line', '#{\n  let again(n) = if n == 0 { 1 }\n  else { again(n - 1) }\n}', 2],
  ['a file', '#read("/etc/passwd")', 0],
  ['a file by another name', '#let a = 1\n#let open = read', 1],
  ['a file by the library', '#let a = std.read("a")', 0],
  ['a file in mathematics', '$ std.read("a") $', 0],
  ['a file in words', '#[ Please\n #box[#read("a")] ]', 1],
  ['a picture from the network', '#image("http://127.0.0.1/seal.png")', 0],
  ['rows from the network', '#let rows = json("http://127.0.0.1/rows.json")', 0],
  ['a package', '#import "@preview/cetz:0.3.4": canvas', 0],
  ['a package of this machine', '#let a = [http://a.b] \n#import "@local/secret:1.0.0": *', 1],
  ['another file', '#{\n  set text(size: 3pt); include "a.typ" }', 1],
  ['a plugin', '#let a = plugin("a.wasm")', 0],
  ['source that is made while it runs', '#if true [a] else { eval("1") }', 0],
  ['what lasts beyond a sheet', '#let sheets = state("sheets", 0)', 0],
  ['the day of printing', '#let day = datetime.today()', 0],
])('%s is refused with its line', async (_name, statement, behind) => {
  const faults = await checkDrawing({ source: `${good}${statement}\n`, paper: 'portrait' });
  expect(faults).toMatchObject([{ line: firstLine + behind, wanted: expect.stringMatching(/\.$/) }]);
});

test.each([
  '// while read import',
  '/* while\n /* read */ import */',
  'while you read the import of this',
  '#let words = "read while import eval \\" read(\\"a\\")" // read',
  '#text[while you read #sheet.rank eval] read',
  '#for each in range(3) [ read ] while it',
  '#let keys = (read: 1, state: 2, while-away: 3)',
  '`read while` ```\nread\n```',
  'see https://read.example/while [https://a.b] read',
  '#if sheet.rank == "" [read] else [while]\nread',
  '$ x^2 + "read" $',
  '#let twice(x) = x\n#let four(x) = twice(twice(x))\n#four(1)',
  '#{\n let more(x) = {\n x + 1\n }\n more(2)\n}',
  '\\#read("a")',
  '#let reading = 3\n#let image-of(x) = x\n#image-of(reading)',
])('a word in a comment or a text is harmless: %j', (statement) => {
  expect(forbiddenWords(`${good}${statement}\n`)).toEqual([]);
});

test('a drawing that draws nothing is refused', () => {
  expect(forbiddenWords('#let frame(sheet) = []')).toMatchObject([{ line: 1 }]);
});

test('a good drawing passes, with harmless lines behind it', async () => {
  expect(await trial('#let few = range(10)\n#for one in few { }')).toBeNull();
});

describe('what is seen only when it runs is ended, and its line found', () => {
  longTest.each([
    ['a loop', '#for a in range(1000000) {\n  for b in range(1000000) { }\n}', 1],
    ['memory at once', '#let much = range(500000000)', 0],
    ['memory by and by', '#let much = ("xxxxxxxxxxxxxxxx",)\n#for n in range(34) { much = much + much }', 1],
    ['brackets without number', `#${'('.repeat(20_000)}${')'.repeat(20_000)}`, 0],
  ])('%s', async (_name, statement, behind) => {
    expect(await trial(statement)).toMatchObject({ line: firstLine + behind });
  });

  longTest('in the drawing itself', async () => {
    const source = good.replace(
      '    place',
      '    for a in range(100000) { for b in range(1000000) { } }\n    place',
    );
    expect(await tryDrawing({ source, paper: 'portrait' }, soon)).toMatchObject({ line: 6 });
  });

  test('a sheet without rank', async () => {
    const source = good.replace('sheet.rank != ""', 'sheet.rank.first() != ""');
    expect(await tryDrawing({ source, paper: 'portrait' }, soon)).toMatchObject({
      line: 5,
      said: expect.stringContaining('empty'),
    });
  });

  test.each([
    ['a definition within a block', good.replace('#let draw', '#{ let draw').concat('}\n')],
    ['another number of arguments', good.replace('draw(sheet)', 'draw(sheet, ink)')],
  ])('%s, which only the sheet finds', async (_name, source) => {
    expect(await tryDrawing({ source, paper: 'portrait' }, soon)).toMatchObject({ line: expect.any(Number) });
  });

  test('letters that no font has', async () => {
    const source = good.replace('sheet.rank)', '"தமிழ்")');
    expect(await tryDrawing({ source, paper: 'portrait' }, soon)).toMatchObject({
      line: 6,
      said: expect.stringContaining('த'),
    });
  });
});
