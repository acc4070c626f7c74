// The table of transitions against the diagram in docs/architecture.md, and against what happens: one scenario for each
// edge, over the real library in memory and a fake service.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ChangeStatus, statusOf, transitions } from '../../contract/change-transitions'
import { AppError } from '../../contract/errors'
import type { EnvironmentName, WorkspaceRef } from '../../contract/workspace'
import { failing, failingService, never, production, setUp, staging, typed } from '../testing/changes-setting'
import { settle } from '../testing/manual-clock'
import type { TestLibrary } from '../testing/test-library'

type Edge = `${ChangeStatus | 'new'} -> ${ChangeStatus}`

const edges: readonly Edge[] = Object.entries(transitions).flatMap(([from, ways]) =>
  Object.values(ways).map((to) => `${from as ChangeStatus} -> ${to}` as const),
)

describe('the diagram in docs/architecture.md', () => {
  const file = path.join(import.meta.dirname, '../../../docs/architecture.md')
  const diagram = /```mermaid\nstateDiagram-v2\n([\s\S]*?)```/.exec(readFileSync(file, 'utf8'))?.[1] ?? ''
  const drawn = [...diagram.matchAll(/^ *(\S+) --> (\S+): (.+)$/gm)].map(([, from, to, why]) =>
    [from === '[*]' ? 'new' : from, to, why].join(' | '),
  )
  const named = Object.entries(transitions).flatMap(([from, ways]) =>
    Object.entries(ways).map(([why, to]) => [from, to, why].join(' | ')),
  )

  test('has every edge of the table with its label, and no other', () => {
    expect(drawn.toSorted()).toEqual(named.toSorted())
  })

  test('has no line that the test cannot read', () => {
    const lines = diagram.split('\n').filter((line) => line.includes('-->') && !line.includes('--> [*]'))
    expect(lines).toHaveLength(drawn.length)
  })

  test('has at most one edge from one status to another', () => {
    expect(new Set(edges).size).toBe(edges.length)
  })
})

/** Notes the status of each change before and after every write to the journal. */
function observe(library: TestLibrary): ReadonlySet<Edge> {
  const { pendingChanges, findActivity } = library
  const own = new Set<Edge>()

  async function statuses(environment: EnvironmentName, ids: readonly string[]) {
    const pending = await pendingChanges({ environment })
    return Promise.all(
      ids.map(async (changeId) => {
        const entry = pending.find((other) => other.changeId === changeId)
        if (entry) return statusOf(entry)
        const settled = await findActivity({ environment, changeId }).catch(() => null)
        return settled === null ? ('new' as const) : (settled.state as ChangeStatus)
      }),
    )
  }

  async function noted<Output>(
    environment: EnvironmentName,
    ids: readonly string[],
    write: () => Promise<Output>,
  ): Promise<Output> {
    const before = await statuses(environment, ids)
    try {
      return await write()
    } finally {
      const after = await statuses(environment, ids)
      for (const [place, from] of before.entries()) {
        const to = after[place]
        if (to === undefined || to === 'new' || to === from) continue
        own.add(`${from} -> ${to}`)
      }
    }
  }

  const { addChange, editChange, moveChange, settleChange, requireReview } = library
  Object.assign(library, {
    addChange: (input) => noted(input.workspace.environment, [input.changeId], () => addChange(input)),
    editChange: (input) => noted(input.workspace.environment, [input.changeId], () => editChange(input)),
    moveChange: (input) => noted(input.environment, [input.changeId], () => moveChange(input)),
    settleChange: (input) => noted(input.environment, [input.changeId], () => settleChange(input)),
    requireReview: (input) => noted(input.environment, input.changeIds, () => requireReview(input)),
  } satisfies Partial<TestLibrary>)
  return own
}

function start(options?: Parameters<typeof setUp>[0]) {
  const app = setUp(options)
  const own = observe(app.library)
  const { service, create, journal, changes, sync, clock } = app
  const { onCreate, onSend, onList } = service
  /** The service lists nothing and receives nothing. */
  const goOffline = () => {
    service.onCreate = service.onSend = failing('CONNECTION_REFUSED')
    service.onList = failing('CONNECTION_REFUSED')
  }
  return {
    ...app,
    own,
    goOffline,
    comeBack: () => Object.assign(service, { onCreate, onSend, onList }),
    /** A creation that waits because the service is out of reach, and of which the person was told. */
    async createOffline(workspace: WorkspaceRef = staging) {
      goOffline()
      const { changeId } = await create('typed offline', workspace)
      await settle()
      return changeId
    },
    /** A creation that was rejected when the queue sent it. */
    async createRejected(workspace: WorkspaceRef = staging) {
      goOffline()
      const { changeId } = await create('rejected', workspace)
      await settle()
      service.onCreate = failing('REFUSED')
      if (workspace.environment === 'production') await changes.retry(workspace, changeId)
      await clock.advance(60_000)
      expect(await journal(workspace.environment)).toMatchObject([{ changeId, state: 'failed' }])
      service.onCreate = onCreate
      return changeId
    },
    /** A creation whose request arrives only when the returned function is called; its first answer is a timeout. */
    async createLate(then: typeof service.onCreate, workspace: WorkspaceRef = staging) {
      let arriveLate = () => {}
      service.onCreate = async (arrive) => {
        arriveLate = () => void arrive()
        service.onCreate = then
        throw new AppError('TIMEOUT', 'It took too long.')
      }
      const { changeId } = await create('late', workspace)
      await sync.now(workspace)
      await settle()
      return { changeId, arriveLate: () => arriveLate() }
    },
  }
}

type Started = ReturnType<typeof start>

const lost = failing('CONNECTION_LOST')
const rejected = failing('REFUSED')

interface Scenario {
  readonly title: string
  readonly edges: readonly Edge[]
  readonly play: (app: Started) => Promise<unknown>
  readonly options?: Parameters<typeof setUp>[0]
}

let hasToken = true

const scenarios: readonly Scenario[] = [
  {
    title: 'a change that the service accepts at once',
    edges: ['new -> needsReview', 'needsReview -> sending', 'sending -> done'],
    play: ({ create }) => create('accepted'),
  },
  {
    title: 'a change made offline, which the queue sends after two more tries',
    edges: ['sending -> needsReview', 'needsReview -> waiting', 'waiting -> sending', 'sending -> waiting'],
    async play({ createOffline, comeBack, clock }) {
      await createOffline()
      await clock.advance(5_000)
      comeBack()
      await clock.advance(60_000)
    },
  },
  {
    title: 'a change that cannot wait and cannot be sent now',
    edges: ['needsReview -> discarded'],
    async play({ changes, goOffline }) {
      goOffline()
      await expect(changes.deleteKnowledge(staging, randomUUID(), never)).rejects.toThrow()
    },
  },
  {
    title: 'a change that is rejected while the person waits for it',
    edges: ['sending -> discarded'],
    async play({ create, service }) {
      service.onCreate = rejected
      await expect(create('rejected')).rejects.toMatchObject({ code: 'REFUSED' })
    },
  },
  {
    title: 'a change that arrived although its answer was lost',
    edges: ['sending -> unknown', 'unknown -> done'],
    async play({ create, service, clock }) {
      service.onCreate = async (arrive) => {
        arrive()
        return lost()
      }
      await create('arrived')
      await clock.advance(5_000)
    },
  },
  {
    title: 'a change that did not arrive and may be sent again',
    edges: ['unknown -> sending'],
    async play({ create, service, clock }) {
      service.onCreate = async () => {
        service.onCreate = async (arrive) => arrive()
        return failingService()
      }
      await create('sent twice')
      await clock.advance(5_000)
      expect(service.titles(staging)).toEqual(['sent twice'])
    },
  },
  {
    title: 'a change that two lists lack after its answer was lost',
    edges: ['unknown -> needsReview'],
    async play({ create, service, clock }) {
      service.onCreate = lost
      await create('not again by itself')
      await clock.advance(100_000)
    },
  },
  {
    title: 'a link whose answer was lost before its token was removed',
    edges: ['unknown -> waiting'],
    async play({ changes, service, clock, journal }) {
      service.onSend = async () => {
        service.onSend = lost
        hasToken = false
        return lost()
      }
      await changes.relateMetric(staging, 'signups', 'add', ['goal'], never)
      await clock.advance(10_000)
      hasToken = true
      expect(await journal()).toMatchObject([{ state: 'waiting', error: { code: 'TOKEN_MISSING' } }])
    },
    options: {
      async findTarget(workspace) {
        if (!hasToken) throw new AppError('TOKEN_MISSING', 'There is none.')
        return { workspace, baseAddress: 'https://service.example', token: 't', relationships: null }
      },
    },
  },
  {
    title: 'a creation whose id the service calls taken but does not list',
    edges: ['unknown -> failed'],
    async play({ create, service, clock }) {
      service.onCreate = failing('REFUSED', { fields: [{ path: ['id'], message: 'It exists.' }] })
      await create('taken')
      await clock.advance(5_000)
    },
  },
  {
    title: 'a deletion that did not arrive',
    edges: ['unknown -> discarded'],
    async play({ changes, service, sync, clock }) {
      const id = randomUUID()
      service.knowledge(staging).push({ id, title: 'Old manual' })
      await sync.now(staging)
      service.onSend = lost
      await expect(changes.deleteKnowledge(staging, id, never)).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
      await clock.advance(5_000)
    },
  },
  {
    title: 'a change that the queue sent and the service rejected, discarded by the person',
    edges: ['sending -> failed', 'failed -> discarded'],
    play: async ({ createRejected, changes }) => changes.discard(staging, await createRejected()),
  },
  {
    title: 'a rejected change that the person edits, and one whose edit is stopped before it is sent',
    edges: ['failed -> needsReview', 'needsReview -> failed'],
    async play({ createRejected, changes }) {
      const id = await createRejected()
      const stopped = changes.editInsight(staging, id, typed('stopped'), AbortSignal.abort())
      await expect(stopped).rejects.toMatchObject({ code: 'CANCELLED' })
      await changes.editInsight(staging, id, typed('edited'), never)
    },
  },
  {
    title: 'a rejected change that the person retries, and one to production',
    edges: ['failed -> waiting', 'failed -> needsReview'],
    async play({ createRejected, changes, comeBack }) {
      const id = await createRejected()
      await changes.retry(staging, id)
      comeBack()
      await changes.retry(production, await createRejected(production))
    },
  },
  {
    title: 'a change whose first request arrives after a second one was rejected',
    edges: ['failed -> done'],
    async play({ createLate, changes, clock, journal, sync }) {
      const { arriveLate, changeId } = await createLate(rejected)
      await clock.advance(100_000)
      await changes.retry(staging, changeId)
      expect(await journal()).toMatchObject([{ state: 'failed' }])
      arriveLate()
      await sync.now(staging)
      await settle()
    },
  },
  {
    title: 'a waiting change that the list shows because another copy of the profile sent it',
    edges: ['waiting -> done'],
    async play({ createOffline, service, journal, sync }) {
      await createOffline()
      const { targetId = '' } = (await journal())[0] ?? {}
      service.add(staging, { id: targetId, title: 'typed offline' })
      service.onList = (arrive) => arrive()
      await sync.now(staging)
      await settle()
    },
  },
  {
    title: 'an edited change that waits when the list shows its earlier wording',
    edges: ['waiting -> needsReview', 'needsReview -> failed'],
    async play({ createRejected, goOffline, changes, service, journal, sync }) {
      const id = await createRejected()
      goOffline()
      await changes.editInsight(staging, id, typed('edited'), never)
      await settle()
      const { targetId = '' } = (await journal())[0] ?? {}
      service.add(staging, { id: targetId, title: 'rejected' })
      service.onList = (arrive) => arrive()
      await sync.now(staging)
      await settle()
      expect(await journal()).toMatchObject([{ state: 'waiting', needsReview: true }])
      await sync.now(staging)
      await settle()
      expect(await journal()).toMatchObject([{ state: 'failed' }])
    },
  },
  {
    title: 'a change to production whose only request arrives late',
    edges: ['needsReview -> done'],
    async play({ createLate, clock, journal, sync }) {
      const { arriveLate } = await createLate(lost, production)
      await clock.advance(100_000)
      expect(await journal('production')).toMatchObject([{ state: 'waiting' }])
      arriveLate()
      await sync.now(production)
      await settle()
    },
  },
  {
    title: 'a waiting change whose environment moves to another address, discarded after its approval',
    edges: ['waiting -> needsReview'],
    async play({ createOffline, library, changes }) {
      const changeId = await createOffline()
      await library.requireReview({ environment: 'staging', changeIds: [changeId] })
      await changes.retry(staging, changeId)
      await changes.discard(staging, changeId)
    },
  },
  {
    title: 'a waiting change that the person discards',
    edges: ['waiting -> discarded'],
    play: async ({ createOffline, changes }) => changes.discard(staging, await createOffline()),
  },
  {
    title: 'a change that an earlier run of the app left as sending',
    edges: ['sending -> unknown'],
    async play({ service, create, sync, restart, comeBack, clock }) {
      service.onCreate = () => new Promise(() => {})
      void create('cut off')
      await settle()
      sync.closeShown()
      comeBack()
      const next = restart()
      await next.changes.recover('staging')
      next.sync.open(staging)
      await clock.advance(5_000)
    },
  },
]

describe('scenarios', () => {
  test.each(scenarios)('$title', async ({ edges: expected, play, options }) => {
    const app = start(options)
    await play(app)
    expect(expected.filter((edge) => !app.own.has(edge))).toEqual([])
    expect([...app.own].filter((edge) => !edges.includes(edge))).toEqual([])
  })

  test('together walk every edge of the table', () => {
    const walked = new Set(scenarios.flatMap((scenario) => scenario.edges))
    expect(edges.filter((edge) => !walked.has(edge))).toEqual([])
  })
})
