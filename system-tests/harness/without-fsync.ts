// Loaded with --import: files are written as if nobody had thought of a power cut.
import { open } from 'node:fs/promises';

const handle = await open('/dev/null');
const prototype = Object.getPrototypeOf(handle) as { sync(): Promise<void> };
await handle.close();
prototype.sync = async () => {};
