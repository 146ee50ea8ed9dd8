import path from 'node:path';
import { expect, test } from 'vitest';
import { workbookOf } from '#dev/testing/uploads.ts';
import { LimitedProcess } from '#platform/server/child-processes/limited-process.ts';
import type { ReaderAnswer } from './serve-parent.ts';
import type { SpreadsheetResponse } from './spreadsheet-reader.ts';

type Answer = ReaderAnswer<SpreadsheetResponse>;

test('a reader leaves a file of which no more is wanted, and reads the next one', async () => {
  const entry = path.join(import.meta.dirname, 'spreadsheet-reader.ts');
  const reader = new LimitedProcess({ entry, heapMb: 700, residentMb: 900 });
  const ask = (message: object) => reader.ask<Answer>(message as never, { ms: 20_000 });
  const next = () => ask({ next: true, use: JSON.stringify({ format: 'xlsx' }) });
  const long = await workbookOf([['Name'], ...Array.from({ length: 5_000 }, (_, at) => [`Row ${at}`])]);
  const short = await workbookOf([['Name'], ['Asha Rao']]);
  await reader.send({ chunk: long });
  expect(await next()).toEqual({ answer: { sheets: ['Students'], hiddenSheets: [] } });
  expect(await next()).toMatchObject({ answer: { rows: expect.any(Array) } });
  expect(await ask({ leave: true })).toEqual({ done: true });

  await reader.send({ chunk: short });
  await next();
  const { answer } = (await next()) as { answer: { rows: { cells: string[] }[] } };
  expect(answer.rows.map(({ cells }) => cells)).toEqual([['Name'], ['Asha Rao']]);
  expect(await next()).toEqual({ done: true });
  await reader.stop(null);
});
