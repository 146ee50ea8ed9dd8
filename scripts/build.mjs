// `npm run build`: builds the screens into dist/web. The server runs from its sources and needs no build.
import { buildWeb, findNode, installPackages } from './setup.mjs';

await installPackages();
const { ok, output } = await buildWeb(findNode());
console.log(output);
process.exitCode = ok ? 0 : 1;
