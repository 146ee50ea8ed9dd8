// Loaded first by every command and by the service (`node --import`), in JavaScript that old Nodes read: they would stop at the
// first file of TypeScript with `Unknown file extension`, and say nothing of what is needed.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(`Node ${oldest} or newer is needed; ${process.execPath} is ${process.version}.`);
  process.exit(1);
}
