import { command } from '#platform/server/command.ts';
import { actOnSerials } from '../serial-acts.ts';

/** Takes missing sheets that turned up back into the store. One that was spoilt before is spoilt still. */
export const reportFound = command('reportFound', actOnSerials('found'));
