import { command } from '#platform/server/command.ts';
import { actOnSerials } from '../serial-acts.ts';

/** Records that sheets are missing. */
export const reportMissing = command('reportMissing', actOnSerials('missing'));
