import { command } from '#platform/server/command.ts';
import type { InkEntry } from '../../ink-contract.ts';
import { addKind } from '../add-kind.ts';

export const addInk = command('addInk', addKind<InkEntry>('ink'));
