// Loaded with --import into the server: answers each message of its starter with the longest time, in milliseconds, for
// which its event loop answered nobody since the message before.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const monitor = monitorEventLoopDelay({ resolution: 10 });
monitor.enable();
process.on('message', () => {
  process.send!({ longestMs: Math.round(monitor.max / 1e6) });
  monitor.reset();
});
