import { describe, expect, it } from 'vitest'
import type { Connection } from '../store/connection'
import type { StoreContext } from '../store/context'
import { keepInSteps } from './kept-in-steps'

/** Three steps; `onStep` is called in each. */
function threeSteps(onStep: (step: number) => void = () => undefined) {
  let revision = 0
  const context = {
    read: async <T>(work: (connection: Connection) => T) => work({} as Connection),
    tables: { revisionOf: () => revision },
  } as unknown as StoreContext
  let made = 0
  const read = keepInSteps(context, {
    tables: new Set(['insights']),
    *make(_connection, [name]: [string]) {
      const start = revision
      for (const step of [1, 2, 3]) {
        onStep(step)
        yield
      }
      made += 1
      return `${name}, made from ${start} at ${revision}`
    },
  })
  const write = () => {
    revision += 1
  }
  return { read, write, made: () => made }
}

describe('a cached read made in steps', () => {
  it('yields to other work between steps', async () => {
    let turns = 0
    const turnsAtStep: number[] = []
    const { read } = threeSteps(() => {
      turnsAtStep.push(turns)
      setImmediate(() => {
        turns += 1
      })
    })
    await read('map')
    expect(turnsAtStep).toEqual([0, 1, 2])
  })

  it('runs once for all callers, and again after a write or for other arguments', async () => {
    const { read, write, made } = threeSteps()
    await Promise.all([read('map'), read('map')])
    await read('map')
    expect(made()).toBe(1)
    write()
    expect(await read('map')).toBe('map, made from 1 at 1')
    expect(await read('other')).toBe('other, made from 1 at 1')
    expect(made()).toBe(3)
  })

  it('restarts when data is written meanwhile', async () => {
    let isWritten = false
    const { read, write } = threeSteps((step) => {
      if (step === 2 && !isWritten) {
        isWritten = true
        write()
      }
    })
    expect(await read('map')).toBe('map, made from 1 at 1')
  })

  it('finishes even if data is written in every turn', async () => {
    const { read, write } = threeSteps(() => void setImmediate(write))
    const [, start, end] = /from (\d+) at (\d+)/.exec(await read('map')) ?? []
    expect(start).toBe(end)
  })

  it('runs again after a failure', async () => {
    let isDamaged = true
    const { read } = threeSteps(() => {
      if (isDamaged) throw new Error('damaged')
    })
    await expect(read('map')).rejects.toThrow('damaged')
    isDamaged = false
    expect(await read('map')).toBe('map, made from 0 at 0')
  })
})
