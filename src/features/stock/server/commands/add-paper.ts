import { command } from '#platform/server/command.ts';
import { addKind } from '../add-kind.ts';

export const addPaper = command('addPaper', addKind('paper'));
