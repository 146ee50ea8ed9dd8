import { command } from '#platform/server/command.ts';
import { actOnSerials } from '../serial-acts.ts';

/** Takes sheets that somebody held back into the store. */
export const returnBlanks = command('returnBlanks', actOnSerials('returned'));
