import { commandOf } from '#platform/server/command.ts';
import type { recoveriesContract } from '../contract.ts';

export const recoveryCommand = commandOf<typeof recoveriesContract>();
