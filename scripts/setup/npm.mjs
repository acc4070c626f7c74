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

/** Arguments that install a tool in a folder of its own, from its lockfile and without running scripts. */
export const fetchTool = (npm) => [...npm.args, 'ci', '--ignore-scripts', '--no-audit', '--no-fund']
