/**
 * Import rules for dependency-cruiser (`npm run check`). The layers keep the library from the network and the window from
 * Node. The types check refuses all other imports: each layer is a TypeScript project of its own, so that main can name
 * the entry of a process (`?modulePath`) but not import it.
 */

const layers = ['contract', 'main', 'library', 'sandbox', 'preload', 'renderer']
/** Entries of the programs that main starts as separate processes. */
const entries = ['^src/library/index\\.ts$', '^src/sandbox/index\\.ts$']
const tests = '\\.test\\.tsx?$'
/** Tests and their helpers, which may import across folders. */
export const testCode = '\\.(test|spec)\\.[cm]?[jt]sx?$|(^|/)testing/|-testing\\.tsx?$'

const network = '^(node:)?(http|https|http2|net|tls|dgram|dns|inspector)(/|$)'
const networkPackages = '(^|node_modules/)(undici|ws|axios)(/|$)'
const electron = '(^|node_modules/)electron(/|$)'

const error = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** Tests of main, which run on the real library in memory. */
const mainTestCode = `^src/main/(testing/|.*${tests})`
const libraryForTests = ['^src/library/library\\.ts$', '^src/library/testing/']

const layerRules = layers.flatMap((layer) => {
  const isMain = layer === 'main'
  const own = [`^src/${layer}/`, '^src/contract/', ...(isMain ? entries : [])]
  const inTests = isMain ? mainTestCode : `^src/${layer}/.*${tests}`
  return [
    error(
      `${layer}-layer`,
      `${layer} imports itself and the contract`,
      { path: `^src/${layer}/`, pathNot: inTests },
      { path: '^src/', pathNot: own },
    ),
    error(
      `${layer}-layer-tests`,
      `tests of ${layer} import itself, the contract and the sandbox, which is a real service${isMain ? ', and the library as a whole' : ''}`,
      { path: inTests },
      { path: '^src/', pathNot: [...own, '^src/sandbox/', ...(isMain ? libraryForTests : [])] },
    ),
  ]
})

/** Folders of the page, each with the folders that it may import; the app composes them all. */
const pageFolders = {
  client: [],
  ui: ['client'],
  navigation: ['ui', 'client'],
  records: ['navigation', 'ui', 'client'],
  features: ['records', 'navigation', 'ui', 'client'],
}

const pageRules = Object.entries(pageFolders).map(([folder, others]) =>
  error(
    `renderer-${folder}`,
    `${folder} imports ${[folder, ...others].join(', ')}`,
    { path: `^src/renderer/${folder}/`, pathNot: testCode },
    { path: '^src/renderer/', pathNot: `^src/renderer/(${[folder, ...others].join('|')})/` },
  ),
)

/** Features of the page that show parts of others, each with those. All others know none. */
const partsOfOthers = {
  activity: ['environments'],
  connect: ['sign-in'],
  feedback: ['insights'],
  insights: ['activity', 'environments'],
  map: ['feedback', 'insights', 'opportunities', 'outcomes', 'solutions'],
  metrics: ['activity'],
  news: ['sandbox'],
  palette: ['environments', 'insights', 'sandbox'],
  settings: ['connect', 'sign-in'],
  'sign-in': ['sync'],
  sync: ['activity', 'sandbox'],
  'this-week': ['news', 'priorities'],
  'topic-map': ['insights'],
  triage: ['insights', 'opportunities'],
}

const featureRules = [
  ...Object.entries(partsOfOthers).map(([feature, others]) =>
    error(
      `renderer-feature-${feature}`,
      `${feature} shows parts of ${others.join(', ')} and of no other feature`,
      { path: `^src/renderer/features/${feature}/`, pathNot: testCode },
      {
        path: '^src/renderer/features/',
        pathNot: `^src/renderer/features/(${[feature, ...others].join('|')})/`,
      },
    ),
  ),
  error(
    'renderer-feature-alone',
    'a feature that is not in the list above shows no parts of another',
    {
      path: '^src/renderer/features/([^/]+)/',
      pathNot: [testCode, `^src/renderer/features/(${Object.keys(partsOfOthers).join('|')})/`],
    },
    { path: '^src/renderer/features/', pathNot: '^src/renderer/features/$1/' },
  ),
]

const forbidden = [
  ...layerRules,
  ...pageRules,
  ...featureRules,
  error(
    'known-layers',
    `the layers are ${layers.join(', ')}`,
    { path: '^src/', pathNot: `^src/(${layers.join('|')})/` },
    {},
  ),
  error(
    'named-for-a-thing',
    'a file or folder is named for the thing in it, not "utils" or "shared"',
    { path: '(^|/)(utils?|helpers?|common|misc|shared)(/|\\.[a-z]+$)' },
    {},
  ),
  error(
    'inside-src',
    'src imports nothing from outside of src but resources, and the changelog, which the app shows',
    { path: '^src/', pathNot: tests },
    { dependencyTypes: ['local'], pathNot: ['^src/', '^resources/', '^CHANGELOG\\.md$'] },
  ),
  error(
    'resolvable',
    'paths are relative, and lead to a file or an installed package',
    { path: '^(src|e2e|tests|scripts)/' },
    { couldNotResolve: true, pathNot: electron },
  ),
  error(
    'feature-index',
    'a feature is known to others by its index',
    { path: '^src/(renderer|main)/features/([^/.]+)' },
    { path: '^src/$1/features/[^/]+/.', pathNot: ['^src/$1/features/$2/', '/index\\.tsx?$'] },
  ),
  error(
    'contract-packages',
    'the contract imports zod only',
    { path: '^src/contract/', pathNot: tests },
    { pathNot: ['^src/', '(^|node_modules/)zod/'] },
  ),
  error(
    'renderer-without-node',
    'the renderer has no Node',
    { path: '^src/renderer/', pathNot: tests },
    { dependencyTypes: ['core'] },
  ),
  error(
    'renderer-without-electron',
    'the renderer has no Electron',
    { path: '^src/renderer/', pathNot: tests },
    { path: electron },
  ),
  error(
    'processes-without-electron',
    'library and sandbox run without Electron: types only',
    { path: '^src/(library|sandbox)/' },
    { path: electron, dependencyTypesNot: ['type-only'] },
  ),
  error(
    'library-without-network',
    'the library has no network',
    { path: '^src/library/', pathNot: tests },
    { path: [network, networkPackages], dependencyTypesNot: ['type-only'] },
  ),
]

const options = {
  // SWC reads TypeScript of any version. Type imports count too, although they vanish from the built code.
  parser: 'swc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'require', 'node', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.css', '.d.ts'],
  },
}

export default { forbidden, options }
