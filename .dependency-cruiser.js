import swc from '@swc/core';

// dependency-cruiser 17 tells swc that there is no JSX in any file, and fails at the first screen. Both load the same
// object, so that it can be told here.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) =>
  parseFileSync.call(swc, file, { ...options, tsx: file.endsWith('.tsx') });

/** A feature may import itself and the features before it. */
const features = Object.keys((await import('./src/features/features.ts')).features);

const inAnyFeature = '^src/features/[^/]+/';
const beside = `${inAnyFeature}(declared/)?[^/]+\\.ts$`;
const tests = '\\.(test|long|testing)\\.tsx?$';
const web = ['^src/(app|dev|dev/testing|platform)/web/', '^src/desks/', `${inAnyFeature}web/`];
const server = ['^src/(app|platform)/server/', `${inAnyFeature}server/`];

const featureOrder = features.map((feature, position) => ({
  name: `feature-order-${feature}`,
  comment: `${feature} may import only itself${position > 0 ? ` and ${features.slice(0, position).join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: inAnyFeature, pathNot: `^src/features/(${features.slice(0, position + 1).join('|')})/` },
}));

/**
 * Imports go down: a layer knows itself and those before it, and none knows src/dev, so that production loads nothing of
 * the demo. Tests stand beside what they test and use everything.
 */
const layers = ['shared', 'platform', 'features', 'desks', 'app'];
const layerOrder = layers.map((layer, position) => ({
  name: `layer-${layer}`,
  comment: `src/${layer} may import only ${layers.slice(0, position + 1).join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${layer}/`, pathNot: tests },
  to: { path: '^src/', pathNot: `^src/(${layers.slice(0, position + 1).join('|')})/` },
}));
export default {
  forbidden: [
    ...layerOrder,
    {
      name: 'no-circular',
      comment: 'Files that need each other are one file, or miss a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that cannot be followed cannot be checked by the other rules either.',
      severity: 'error',
      from: {},
      // Vite finds WebAssembly by the exports of its package.
      to: { couldNotResolve: true, pathNot: '[.]wasm[?]url$' },
    },
    {
      name: 'feature-known',
      comment: 'Every feature has its place in the order above.',
      severity: 'error',
      from: { path: inAnyFeature, pathNot: `^src/features/(${features.join('|')})/` },
      to: {},
    },
    ...featureOrder,
    {
      name: 'feature-from-below',
      comment: 'The contract of the whole is composed of the features; they do not know it.',
      severity: 'error',
      from: { path: inAnyFeature, pathNot: [tests, `${inAnyFeature}web/`] },
      to: { path: '^src/features/[^/]+$' },
    },
    {
      name: 'testing-for-tests',
      comment: 'What the product and its demo run on does not import what tests them.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/dev/testing/', tests] },
      to: { path: ['^src/dev/testing/', tests] },
    },
    {
      name: 'web-without-server',
      comment: 'What runs in the browser reaches the server through the contract only.',
      severity: 'error',
      from: { path: web },
      to: { path: server },
    },
    {
      name: 'server-without-web',
      comment: 'The server does not import screens.',
      severity: 'error',
      from: { path: server },
      to: { path: web },
    },
    {
      name: 'rules-pure',
      comment: 'Contracts, rules and what stands beside them run in the browser and on the server alike.',
      severity: 'error',
      from: { path: [beside, '^src/platform/contract/'], pathNot: tests },
      to: {
        path: '^src/',
        pathNot: ['^src/shared/', '^src/platform/contract/', beside],
      },
    },
  ],
  options: {
    // TypeScript 7 has no API in JavaScript, which the default parser needs.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
