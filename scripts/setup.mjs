/**
 * `npm run setup`: prepares all that `npm start` and `npm test` need, without starting either.
 * `--retry-electron` asks for the official Electron again after a refused download.
 */
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'

await runScript(async (args) => {
  const say = (text) => console.log(text)
  const { electron } = await prepare(say, {
    system: 'tests',
    electron: true,
    isRetry: args.includes('--retry-electron'),
    build: false,
  })
  say(`Setup is complete. Electron ${electron.version ?? '(version unknown)'}: ${electron.kind}.`)
})
