// Tests a service against the contract: `npm run conformance -- --base-address URL --organisation ID --workspace ID`, with
// the token in CONFORMANCE_TOKEN (every user of the computer can read arguments). Only reads, unless --write allows the
// cases that create, link, mark and delete.
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { readOptions } from './setup/options.mjs'
import { PlainError, runScript } from './setup/plain-error.mjs'
import { prepare } from './setup/prepare.mjs'

const usage = `Usage: conformance --base-address URL --organisation ID --workspace ID [options]
  CONFORMANCE_TOKEN=…               the access token (or --token T)
  --write                           also run the cases that change the workspace
  --relationships-parameter NAME    query parameter of list insights (default: relationships; empty: do not send it)
  --expired-token T --foreign-token T --read-only-token T
  --topic ID --metric ID            what the cases about them may use
  --delete-knowledge ID --delete-outcome ID   what --write may delete for good
Cases for which something was not named are skipped and listed.`

/** Options, and their names in the suite. */
const named = {
  'base-address': 'baseAddress',
  organisation: 'organisationId',
  workspace: 'workspaceId',
  token: 'token',
  'relationships-parameter': 'relationshipsParameter',
  'expired-token': 'expiredToken',
  'foreign-token': 'foreignToken',
  'read-only-token': 'readOnlyToken',
  topic: 'topicId',
  metric: 'metricId',
  'delete-knowledge': 'knowledgeIdToDelete',
  'delete-outcome': 'outcomeIdToDelete',
}

await runScript(async (args) => {
  const nothing = Object.fromEntries(Object.keys(named).map((name) => [name, '']))
  const refuse = (message) => {
    throw new PlainError(`${message}\n${usage}`, 2)
  }
  const { write, ...values } = readOptions(args, {
    ...nothing,
    'relationships-parameter': 'relationships',
    write: false,
  })
  values.token ||= process.env.CONFORMANCE_TOKEN
  for (const name of ['base-address', 'organisation', 'workspace']) if (!values[name]) refuse(`--${name} is missing`)
  if (!values.token) refuse('CONFORMANCE_TOKEN is missing')
  await prepare((words) => console.error(words), { system: 'none' })
  const { runnerImport } = await import('vite')
  const load = (url) => runnerImport(fileURLToPath(url), { configFile: false, logLevel: 'error' })
  const { module } = await load(new URL('../tests/conformance/index.ts', import.meta.url))
  const address = await load(new URL('../src/main/service/address.ts', import.meta.url))
  try {
    address.module.parseBaseAddress(values['base-address'])
  } catch (error) {
    refuse(`--base-address: ${error.message}`)
  }
  const target = {
    ...Object.fromEntries(Object.entries(named).map(([name, member]) => [member, values[name] || undefined])),
    // A redirect would carry the token to another address.
    fetch: (url, init) => fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(60_000) }),
    newId: randomUUID,
  }
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const item of module.conformanceCases) {
    const missing = module.missingFor(item, target)
    if (missing.length > 0 || (item.isChanging && !write)) {
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
  return counts.failed > 0 ? 1 : 0
})
