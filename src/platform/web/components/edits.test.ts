import { describe, expect, test } from 'vitest';
import { mergeEdits } from './edits.ts';

const opened = { name: 'Sahyadri', address: 'Mysuru', fee: 700 };

describe('mergeEdits', () => {
  test('takes what only the colleague changed and keeps what only I changed', () => {
    const merged = mergeEdits({
      opened,
      mine: { ...opened, name: 'Sahyadri College' },
      theirs: { ...opened, fee: 800 },
    });
    expect(merged).toEqual({
      merged: { name: 'Sahyadri College', address: 'Mysuru', fee: 800 },
      taken: ['fee'],
      contested: [],
    });
  });

  test('asks about what both changed, and keeps mine until somebody has chosen', () => {
    const merged = mergeEdits({
      opened,
      mine: { ...opened, address: 'Hunsur Road, Mysuru' },
      theirs: { ...opened, address: 'Vijayanagar, Mysuru' },
    });
    expect(merged.contested).toEqual(['address']);
    expect(merged.merged.address).toBe('Hunsur Road, Mysuru');
  });

  test('does not ask where both typed the same', () => {
    const both = { ...opened, address: 'Vijayanagar' };
    expect(mergeEdits({ opened, mine: both, theirs: both })).toEqual({
      merged: both,
      taken: [],
      contested: [],
    });
  });
});
