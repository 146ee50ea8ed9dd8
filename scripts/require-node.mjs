// Loaded first by every command and by the service (`node --import`). Plain JavaScript for old Node versions, which
// would stop at the first TypeScript file with `Unknown file extension` and not say which version is needed.
const oldest = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  console.error(`Node ${oldest} or newer is needed; ${process.execPath} is ${process.version}.`);
  process.exit(1);
}
