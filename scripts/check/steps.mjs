/** The steps of `npm run check`, each a command for Node. */
import { fileURLToPath } from 'node:url'
import { packageCommand } from '../setup/run.mjs'

const rule = (name) => ({ name, command: [fileURLToPath(import.meta.resolve('./rules.mjs')), name] })

export const checkSteps = () => [
  { name: 'types', command: [packageCommand('typescript', 'tsc'), '-b'] },
  { name: 'lint and format', command: [packageCommand('@biomejs/biome', 'biome'), 'ci', '--colors=off', '.'] },
  { name: 'imports', command: [fileURLToPath(import.meta.resolve('./dependencies.mjs'))] },
  rule('text'),
  { name: 'dead code', command: [packageCommand('knip')] },
]
