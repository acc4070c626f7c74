// The client against the sandbox over real HTTP: the documented behaviour, end to end.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunningSandbox } from '../../sandbox/testing/start-sandbox'
import { startSandbox } from '../../sandbox/testing/start-sandbox'
import { createServiceClient } from './client'
import type { ServiceTarget } from './service-client'
import { failureOf } from './testing/failures'

const client = createServiceClient({ fetch })
let sandbox: RunningSandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

function target(changes: Partial<ServiceTarget> = {}): ServiceTarget {
  const { baseUrl: baseAddress, organisationId, workspaceId, token } = sandbox
  const workspace = { environment: 'sandbox', organisationId, workspaceId } as const
  return { workspace, baseAddress, token, relationships: null, ...changes }
}

const body = (title: unknown, id?: string) => ({
  ...(id === undefined ? {} : { id }),
  type: 'Bug',
  title,
  description: 'It was reported twice.',
  organisationId: sandbox.organisationId,
  workspaceId: sandbox.workspaceId,
})

async function list(listTarget: ServiceTarget): Promise<{ data: Record<string, unknown>[] }> {
  const pieces: Uint8Array[] = []
  const onBytes = async (bytes: Uint8Array) => {
    pieces.push(bytes)
  }
  await client.streamList(listTarget, 'listInsights', { onBytes })
  return JSON.parse(Buffer.concat(pieces).toString())
}

describe('the client and the sandbox', () => {
  test('lists insights, with related records only on request', async () => {
    const bare = await list(target())
    expect(bare.data.length).toBeGreaterThanOrEqual(120)
    expect(bare.data.every(({ feedback }) => Array.isArray(feedback) && feedback.length === 0)).toBe(true)
    const related = await list(target({ relationships: { parameter: 'relationships', value: 'feedback' } }))
    expect(related.data.some(({ feedback }) => Array.isArray(feedback) && feedback.length > 0)).toBe(true)
  })

  test('creates an insight, and names the field that was rejected', async () => {
    const id = '7d7b2c52-6d7c-4d6e-9a43-0a4b0f0a6c11'
    expect(await client.send(target(), 'createInsight', {}, { body: body('Bell is too quiet', id) })).toMatchObject({
      id,
    })
    const again = await failureOf(client.send(target(), 'createInsight', {}, { body: body('Again', id) }))
    expect(again).toMatchObject({ code: 'REFUSED', status: 400, fields: [{ path: ['id'] }] })
    const wrong = await failureOf(client.send(target(), 'createInsight', {}, { body: body(7) }))
    expect(wrong).toMatchObject({ code: 'REFUSED', fields: [{ path: ['title'] }] })
  })

  test('lists and deletes knowledge, and returns NOT_FOUND for a second deletion', async () => {
    const items = (await client.send(target(), 'listKnowledge', {}, {})) as { id: string }[]
    const knowledgeId = items[0]?.id ?? ''
    expect(await client.send(target(), 'deleteKnowledgeItem', { knowledgeId }, {})).toHaveProperty('message')
    const again = failureOf(client.send(target(), 'deleteKnowledgeItem', { knowledgeId }, {}))
    expect(await again).toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })

  test('tells expired and malformed tokens from foreign ones', async () => {
    const codeOf = async (token: string) => (await failureOf(list(target({ token })))).code
    expect(await codeOf(sandbox.expiredToken)).toBe('UNAUTHENTICATED')
    expect(await codeOf('nonsense')).toBe('UNAUTHENTICATED')
    expect(await codeOf(sandbox.foreignToken)).toBe('FORBIDDEN')
  })
})
