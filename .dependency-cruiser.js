import swc from '@swc/core';

// dependency-cruiser 17 tells swc that there is no JSX in any file, and fails at the first screen. Both load the same
// object, so that it can be told here.
const { parseFileSync } = swc;
swc.parseFileSync = (file, options) =>
  parseFileSync.call(swc, file, { ...options, tsx: file.endsWith('.tsx') });

/** A feature may import itself and the features before it. */
const features = [
  'audit',
  'auth',
  'form-drafts',
  'colleges',
  'staff',
  'students',
  'stock',
  'demand-drafts',
  'applications',
  'certificates',
  'print-runs',
  'reprints',
  'fees',
  'bank-statements',
  'imports',
  'dashboard',
  'verification',
];

const inAnyFeature = '^src/features/[^/]+/';

const featureOrder = features.map((feature, position) => ({
  name: `feature-order-${feature}`,
  comment: `${feature} may import only itself${position > 0 ? ` and ${features.slice(0, position).join(', ')}` : ''}.`,
  severity: 'error',
  from: { path: `^src/features/${feature}/` },
  to: { path: inAnyFeature, pathNot: `^src/features/(${features.slice(0, position + 1).join('|')})/` },
}));

export default {
  forbidden: [
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
      to: { couldNotResolve: true },
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
      from: { path: `${inAnyFeature}.*(?<!\\.test\\.ts)$`, pathNot: `${inAnyFeature}web/` },
      to: { path: '^src/features/[^/]+$' },
    },
    {
      name: 'shared-alone',
      comment: 'src/shared knows nothing of what uses it.',
      severity: 'error',
      from: { path: '^src/shared/' },
      to: { path: '^src/', pathNot: '^src/shared/' },
    },
    {
      name: 'server-plumbing',
      comment: 'The server plugs the features in at five places; its plumbing does not know them.',
      severity: 'error',
      from: {
        path: '^src/server/',
        pathNot: ['^src/server/(app|byte-routes|jobs|main|router)\\.ts$', '\\.test\\.ts$'],
      },
      to: { path: inAnyFeature },
    },
    {
      name: 'web-shell',
      comment:
        'The shell plugs the features in at its screens, routes, desk and navigation; the rest does not know them.',
      severity: 'error',
      from: {
        path: '^src/web/',
        pathNot: ['^src/web/(screens|routes|desk|navigation)\\.tsx?$', '\\.test\\.ts$'],
      },
      to: { path: inAnyFeature },
    },
    {
      name: 'web-without-server',
      comment: 'What runs in the browser reaches the server through the contract only.',
      severity: 'error',
      from: { path: ['^src/web/', `${inAnyFeature}web/`] },
      to: { path: ['^src/server/', `${inAnyFeature}server/`] },
    },
    {
      name: 'server-without-web',
      comment: 'The server does not import screens.',
      severity: 'error',
      from: { path: ['^src/server/', `${inAnyFeature}server/`] },
      to: { path: ['^src/web/', `${inAnyFeature}web/`] },
    },
    {
      name: 'rules-pure',
      comment: 'Contracts, rules and what stands beside them run in the browser and on the server alike.',
      severity: 'error',
      from: { path: `${inAnyFeature}[^/]+\\.ts$`, pathNot: '\\.test\\.ts$' },
      to: { path: '^src/', pathNot: ['^src/shared/', `${inAnyFeature}[^/]+\\.ts$`] },
    },
    {
      name: 'demo-apart',
      comment:
        'Production loads none of the sample people: what knows them is imported in demo mode, where it is used.',
      severity: 'error',
      from: {
        path: '^src/(server|features|shared)/',
        pathNot: ['\\.(test|long|testing)\\.ts$', '^src/server/demo-routes\\.ts$'],
      },
      to: { path: ['^src/seed/', '^src/server/demo-routes\\.ts$'], dynamic: false },
    },
    {
      name: 'testing-for-tests',
      comment: 'What the product runs on does not import what tests it.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', '\\.(test|long|testing)\\.ts$'] },
      to: { path: ['^src/testing/', '\\.(test|long|testing)\\.ts$'] },
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
