/** The bill of materials in CycloneDX: npm's own, reduced to shipped packages, plus Electron. */
import { npmCommand } from '../setup/npm.mjs'
import { inProject } from '../setup/paths.mjs'
import { runOrFail } from '../setup/run.mjs'

/** @param {import('./shipped.mjs').Shipped[]} shipped @param {{ version: string, appVersion: string }} runtime */
export async function makeSbom({ node, env }, shipped, runtime) {
  const npm = npmCommand(node)
  const args = [...npm.args, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const output = await runOrFail('npm sbom', npm.command, args, { cwd: inProject(), env: npm.env(env) })
  return cutDown(JSON.parse(output.slice(output.indexOf('{'))), shipped, runtime)
}

/** Reduces npm's list of the project's packages to the shipped ones. */
export function cutDown(sbom, shipped, runtime) {
  const refs = new Set(shipped.map(({ name, version }) => `${name}@${version}`))
  const { component } = sbom.metadata
  const root = { ...component, type: 'application', name: 'discovery-desk', version: runtime.appVersion }
  const electron = {
    'bom-ref': `electron@${runtime.version}`,
    type: 'framework',
    name: 'electron',
    version: runtime.version,
    purl: `pkg:npm/electron@${runtime.version}`,
    licenses: [{ license: { id: 'MIT' } }],
  }
  const components = sbom.components
    .filter((each) => refs.has(each['bom-ref']))
    // npm calls bundled packages development dependencies.
    .map(({ properties: _properties, ...each }) => ({ ...each, scope: 'required' }))
  const found = new Set(components.map((each) => each['bom-ref']))
  const unknown = [...refs].filter((ref) => !found.has(ref))
  if (unknown.length > 0) throw new Error(`npm sbom does not know ${unknown.join(', ')}`)
  const dependencies = sbom.dependencies
    .filter(({ ref }) => found.has(ref) || ref === component['bom-ref'])
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((each) => found.has(each)) }))
  return {
    ...sbom,
    metadata: { ...sbom.metadata, lifecycles: [{ phase: 'build' }], component: root },
    components: [electron, ...components],
    dependencies: dependencies.map((each) =>
      each.ref === component['bom-ref'] ? { ...each, dependsOn: [electron['bom-ref'], ...each.dependsOn] } : each,
    ),
  }
}
