import { commandOf } from '#platform/server/command.ts';
import type { exceptionsContract } from '../contract.ts';

export const exceptionCommand = commandOf<typeof exceptionsContract>();
