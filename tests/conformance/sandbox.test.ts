// The whole conformance suite, changing cases included, against the sandbox over HTTP.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedId } from '../../src/sandbox/seed/identifiers'
import { story } from '../../src/sandbox/story'
import { type RunningSandbox, startSandbox } from '../../src/sandbox/testing/start-sandbox'
import { conformanceCases, missingFor, type Target } from './index'
import { variantCases } from './variant-cases'

describe.each(variantCases)('the sandbox conforms with %s', (_, variants) => {
  let sandbox: RunningSandbox

  function target(): Target {
    const { baseUrl, metrics, topics, ...access } = sandbox
    return {
      ...access,
      baseAddress: `${baseUrl}/`,
      fetch,
      newId: randomUUID,
      relationshipsParameter: 'relationships',
      topicId: topics[0]?.id,
      metricId: metrics[0]?.id,
      knowledgeIdToDelete: seedId('knowledge', story.knowledge[0]?.key ?? ''),
      outcomeIdToDelete: seedId('outcome', story.outcomes[0]?.key ?? ''),
    }
  }

  beforeAll(async () => {
    sandbox = await startSandbox({ variants })
  })
  afterAll(() => sandbox.close())

  for (const item of conformanceCases) {
    test(item.name, async () => {
      expect(missingFor(item, target())).toEqual([])
      await item.run(target())
    })
  }
})
