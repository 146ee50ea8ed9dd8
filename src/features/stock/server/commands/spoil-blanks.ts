import { command } from '#platform/server/command.ts';
import { actOnSerials } from '../serial-acts.ts';

/** Records sheets that were spoilt outside a print run. */
export const spoilBlanks = command('spoilBlanks', actOnSerials('spoilt'));
