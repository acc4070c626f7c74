// Holds a service to the contract: `npm run conformance -- --base-address URL --organisation ID --workspace ID`, with
// the token in CONFORMANCE_TOKEN (arguments can be read by every user of the machine). Reads only, unless --write
// allows the cases that create, link, mark and delete.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepare } from './setup/prepare.mjs'

const usage = `Usage: conformance --base-address URL --organisation ID --workspace ID [options]
  CONFORMANCE_TOKEN=…               the access token (or --token T)
  --write                           also run the cases that change the workspace
  --relationships-parameter NAME    query parameter of list insights (default: relationships; empty: do not send it)
  --expired-token T --foreign-token T --read-only-token T
  --topic ID --metric ID            what the cases about them may use
  --delete-knowledge ID --delete-outcome ID   what --write may delete for good
Cases for which something was not named are skipped and listed.`

const text = { type: 'string' }
const options = {
  'base-address': text,
  organisation: text,
  workspace: text,
  token: text,
  'relationships-parameter': { ...text, default: 'relationships' },
  'expired-token': text,
  'foreign-token': text,
  'read-only-token': text,
  topic: text,
  metric: text,
  'delete-knowledge': text,
  'delete-outcome': text,
  write: { type: 'boolean', default: false },
}

function refuse(message) {
  console.error(`${message}\n${usage}`)
  process.exit(2)
}

function read() {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    return refuse(error.message)
  }
}

const values = read()
const token = values.token ?? process.env.CONFORMANCE_TOKEN
for (const name of ['base-address', 'organisation', 'workspace']) if (!values[name]) refuse(`--${name} is missing`)
if (!token) refuse('CONFORMANCE_TOKEN is missing')

/** The same rule as in the app: a token goes over https, or to this machine. */
function isSafe(address) {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url === undefined || url.username !== '' || url.password !== '') return false
  const isLoopback = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}
if (!isSafe(values['base-address'])) refuse('--base-address must be https, or http on this computer')

const target = {
  baseAddress: values['base-address'],
  organisationId: values.organisation,
  workspaceId: values.workspace,
  token,
  // A redirect would carry the token to another address.
  fetch: (url, init) => fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(60_000) }),
  newId: randomUUID,
  relationshipsParameter: values['relationships-parameter'] || undefined,
  expiredToken: values['expired-token'],
  foreignToken: values['foreign-token'],
  readOnlyToken: values['read-only-token'],
  topicId: values.topic,
  metricId: values.metric,
  knowledgeIdToDelete: values['delete-knowledge'],
  outcomeIdToDelete: values['delete-outcome'],
}

await prepare((words) => console.error(words), { system: 'none' })
const { runnerImport } = await import('vite')
const suite = fileURLToPath(new URL('../tests/conformance/index.ts', import.meta.url))
const { module } = await runnerImport(suite, { configFile: false, logLevel: 'error' })
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const item of module.conformanceCases) {
  const missing = module.missingFor(item, target)
  if (missing.length > 0 || (item.isChanging && !values.write)) {
    counts.skipped += 1
    console.log(`skipped  ${item.name} (${missing.length > 0 ? `needs ${missing.join(', ')}` : 'needs --write'})`)
    continue
  }
  try {
    await item.run(target)
    counts.passed += 1
    console.log(`passed   ${item.name}`)
  } catch (error) {
    counts.failed += 1
    console.log(`FAILED   ${item.name}\n         ${String(error.message).replaceAll('\n', '\n         ')}`)
  }
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 ? 1 : 0
