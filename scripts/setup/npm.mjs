/**
 * How npm is called from inside an npm script. npm tells its scripts about itself through npm_* variables; a
 * second npm in another folder would take the folder of the first one from them, so they are left out.
 */
const leftOut = /^npm_(config_local_prefix|command|lifecycle_|package_)/

/** @param {string} node the Node to run npm with */
export function npmCommand(node) {
  const file = process.env.npm_execpath
  const env = (from) => Object.fromEntries(Object.entries(from).filter(([name]) => !leftOut.test(name)))
  if (file?.endsWith('.js')) return { command: node, args: [file], env }
  return { command: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [], env }
}

/** The arguments that fetch a tool in a folder of its own: what its lockfile names, of which nothing is run. */
export const fetchTool = (npm) => [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund']
