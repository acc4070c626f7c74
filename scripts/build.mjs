/** `npm run build`: writes out/ when it is stale; `--force` builds anyway. */
import { ensureBuild } from './setup/build.mjs'
import { runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'

await runScript(async (args) => {
  const say = (text) => console.log(text)
  const runtime = await prepare(say, { system: 'none' })
  const isBuilt = await ensureBuild(say, runtime, { isForced: args.includes('--force') })
  say(isBuilt ? 'Built into out/.' : 'The build is up to date.')
})
