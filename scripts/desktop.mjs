/** `node scripts/desktop.mjs COMMAND …` runs one command on a private virtual desktop (see setup/desktop.mjs). */
import { runOnDesktop } from './setup/desktop.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'

await runScript(async ([command, ...args]) => {
  if (command === undefined) throw new PlainError('usage: node scripts/desktop.mjs COMMAND [ARGUMENTS]')
  const { env } = await prepare((text) => console.error(text), { system: 'tests' })
  return runOnDesktop({ env }, command, args)
})
