/**
 * Calls npm from inside an npm script. npm describes itself to its scripts in npm_* variables. A second npm in
 * another folder would take its folder from them, so they are left out.
 */
const leftOut = /^npm_(config_local_prefix|command|lifecycle_|package_)/

/** @param {string} node the Node to run npm with */
export function npmCommand(node) {
  const file = process.env.npm_execpath
  const env = (from) => Object.fromEntries(Object.entries(from).filter(([name]) => !leftOut.test(name)))
  if (file?.endsWith('.js')) return { command: node, args: [file], env }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [], env }
}

/**
 * Arguments that install what a lockfile names, without running scripts. Every kind of package is named, because
 * NODE_ENV=production or `omit` in the person's .npmrc would leave some out, and npm would report success.
 */
export const installing = [
  ...['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
  ...['--include=dev', '--include=optional', '--include=peer'],
]
