import { expect, test } from 'vitest';
import { templateCan } from './rules.ts';

const of = (...states: ('draft' | 'proved' | 'to_come' | 'in_force' | 'past')[]) => ({
  versions: states.map((state) => ({ state })),
});

// The table refuses the same; the buttons ask the rules alone.
test('only a draft is proved and deleted, and only a proved one comes into force', () => {
  expect(templateCan.bringIntoForce(of('draft', 'in_force'))).toBe('templates.no_proof');
  expect(templateCan.bringIntoForce(of('proved', 'in_force'))).toBe(true);
  for (const state of ['draft', 'proved'] as const) {
    expect(templateCan.prove(of(state, 'past'))).toBe(true);
    expect(templateCan.deleteDraft(of(state, 'past'))).toBe(true);
  }
  for (const state of ['to_come', 'in_force', 'past'] as const)
    for (const act of ['prove', 'deleteDraft', 'bringIntoForce'] as const)
      expect(templateCan[act](of(state))).toBe('templates.no_draft');
});
