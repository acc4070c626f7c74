/**
 * Who may import whom. The linter has these rules too, as patterns of text; here paths are resolved, so that no
 * spelling gets around them: the layers are what makes the library unable to reach the network, and the window
 * unable to reach Node. The harnesses under tests/ may import all of src; src imports nothing of theirs.
 */
import { builtinModules } from 'node:module'
import path from 'node:path'
import { importsOf } from './imports.mjs'
import { isCode, isTest } from './project-files.mjs'
import { lineAt } from './syntax.mjs'

const layers = new Set(['contract', 'main', 'library', 'sandbox', 'preload', 'renderer'])
/** Programs that main starts as processes of their own: it may name their entry, never import it. */
const processEntries = new Set(['library', 'sandbox'])
const network = new Set(['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'undici', 'ws', 'axios'])
const entrySuffix = '?modulePath'
const featurePattern = /^src\/(renderer|main)\/features\/([^/]+)(?:\/(.+))?$/

/** @param {import('./project-files.mjs').SourceFile[]} files @returns {string[]} */
export function checkLayers(files) {
  return files
    .filter((file) => isCode(file) && /^(src|tests)\//.test(file.path))
    .flatMap((file) =>
      importsOf(file).flatMap((each) => {
        const why = whyForbidden(file, each)
        return why === undefined ? [] : [`${file.path}:${lineAt(file.text, each.offset)}: "${each.specifier}": ${why}`]
      }),
    )
}

/** The reason why an import is not allowed, or undefined. */
function whyForbidden(file, { specifier, isType }) {
  if (file.path.startsWith('tests/')) return whyForbiddenInHarness(file, specifier)
  const layer = file.path.split('/')[1]
  if (!layers.has(layer)) return `src/${layer} is no layer of the architecture`
  if (specifier === undefined) return 'a computed import cannot be checked'
  if (specifier.startsWith('.')) return whyForbiddenFile(file, layer, specifier)
  return whyForbiddenPackage(layer, specifier, { isType, isTest: isTest(file) })
}

function whyForbiddenFile(file, layer, specifier) {
  const target = path.posix.join(path.posix.dirname(file.path), specifier.split('?')[0])
  const [top, targetLayer, ...rest] = target.split('/')
  if (top === 'tests') return 'src must not import the harnesses'
  if (top !== 'src') return isTest(file) || isAsset(target) ? undefined : 'src imports nothing from outside of src'
  if (targetLayer === layer) return whyForbiddenFeature(file.path, target)
  if (targetLayer === 'contract') return undefined
  if (layer === 'main' && processEntries.has(targetLayer) && specifier.endsWith(entrySuffix)) {
    return isIndex(rest.join('/')) ? undefined : `only the entry of ${targetLayer} may be named`
  }
  // Tests of main and of the contract run against the real service.
  if (isTest(file) && targetLayer === 'sandbox') return undefined
  // Tests of main ask the real library, in memory and in their own process.
  if (layer === 'main' && isForTests(file) && target.replace(/\.ts$/, '') === 'src/library/library') return undefined
  return `${layer} must not import ${targetLayer}`
}

const isForTests = (file) => isTest(file) || file.path.startsWith('src/main/testing/')
/** The conformance suite is held against any service, so it knows the contract and nothing of this app. */
function whyForbiddenInHarness(file, specifier) {
  const isSuite = file.path.startsWith('tests/conformance/') && !isTest(file)
  if (!isSuite || specifier === undefined || !specifier.startsWith('.')) return undefined
  const target = path.posix.join(path.posix.dirname(file.path), specifier)
  const isKnown = target.startsWith('tests/conformance/') || target.startsWith('src/contract/')
  return isKnown ? undefined : 'the conformance suite imports the contract only'
}

const isAsset = (target) => /^resources\//.test(target)
const isIndex = (rest) => /^(index(\.tsx?)?)?$/.test(rest)

/** A feature is known to others by its index (a feature of one file: by that file). */
function whyForbiddenFeature(from, target) {
  const [, , ownFeature] = featurePattern.exec(from) ?? []
  const [, , feature, inside] = featurePattern.exec(target) ?? []
  const own = ownFeature?.replace(/(\.test)?\.tsx?$/, '')
  if (own === undefined || feature === undefined || feature === own || isIndex(inside ?? '')) return undefined
  return `feature ${own} must not reach into feature ${feature}: import its index`
}

function whyForbiddenPackage(layer, specifier, { isType, isTest }) {
  if (/^(@\/|~|#|\/)/.test(specifier)) return 'relative paths only: nothing resolves this alias'
  const name = packageName(specifier.split('?')[0])
  const isNode = specifier.startsWith('node:') || builtinModules.includes(name)
  if (layer === 'contract') return name === 'zod' || isTest ? undefined : 'the contract imports zod only'
  if (layer === 'renderer' && (isNode || name === 'electron') && !isTest)
    return 'the renderer has no Node and no Electron'
  if (layer === 'library' || layer === 'sandbox') {
    if (name === 'electron' && !isType) return `${layer} runs without Electron: types only`
  }
  if (layer === 'library' && network.has(name.replace(/^node:/, '').split('/')[0]) && !isType && !isTest) {
    return 'the library has no network'
  }
  return undefined
}

const packageName = (specifier) => {
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
}
