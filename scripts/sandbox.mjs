/**
 * `npm run sandbox -- --port N`: runs the sandbox service without the app. Standard output belongs to the
 * service, which prints one line of JSON when it is ready; this script writes to standard error.
 */
import { inProject } from './setup/paths.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'
import { runTied, withCleanup } from './setup/processes.mjs'

const program = inProject('out', 'main', 'sandbox-command-line.cjs')

await runScript(async (args) => {
  const { node, env } = await prepare((text) => console.error(text), { system: 'none', build: true })
  return withCleanup((onClose, stopped) => {
    const tied = { onClose, stopped, graceMs: 5000, codeWhenStopped: 0 }
    return runTied(node, [program, ...args], { cwd: process.env.INIT_CWD ?? process.cwd(), env, ...tied })
  })
})
