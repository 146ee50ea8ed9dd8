// Before each test file: files that run in one process share what their modules remember.
import { restartNumbers } from './unique.ts';

restartNumbers();
