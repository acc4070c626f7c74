import { expect, test } from 'vitest'
import { randomOf } from '../../src/main/testing/fault-injection'
import { createIoScheduler } from './io-scheduler'

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Plays three operations of the given durations on two channels. */
async function play(seed: number, durations: readonly [number, number, number]): Promise<readonly string[]> {
  const happened: string[] = []
  const scheduler = createIoScheduler({ random: randomOf(seed), onDelivery: () => {} })
  const post = (channel: string, name: string, ms: number) =>
    scheduler.post(channel, {
      name,
      async run() {
        happened.push(`${name} runs`)
        await wait(ms)
        return () => void happened.push(`${name} is delivered`)
      },
    })
  post('a', 'first', durations[0])
  post('a', 'second', durations[1])
  post('b', 'other', durations[2])
  await scheduler.idle()
  return happened
}

test('delivers in the order set by the seed, however long each operation takes', async () => {
  const orders = new Set<string>()
  for (let seed = 0; seed < 8; seed += 1) {
    const slowFirst = await play(seed, [20, 1, 1])
    expect(await play(seed, [1, 1, 20])).toEqual(slowFirst)
    orders.add(slowFirst.join())
  }
  expect(orders.size).toBeGreaterThan(1)
})

test('keeps the order of a channel and runs one operation at a time', async () => {
  const happened = await play(3, [5, 1, 1])
  expect(happened.indexOf('first is delivered')).toBeLessThan(happened.indexOf('second runs'))
  for (let place = 0; place < happened.length; place += 2) {
    expect(happened[place + 1]).toBe(happened[place]?.replace('runs', 'is delivered'))
  }
})

test('discards the operations waiting in a dropped channel', async () => {
  const happened: string[] = []
  const scheduler = createIoScheduler({ random: () => 0, onDelivery: (name) => happened.push(name) })
  const operation = (name: string) => ({ name, run: async () => () => {} })
  scheduler.post('life 1 files', operation('write'))
  scheduler.post('life 2 files', operation('read'))
  scheduler.dropAll('life 1 ')
  await scheduler.idle()
  expect(happened).toEqual(['read'])
})

test('runs a fault right after the delivery it was meant for, before any waiting operation', async () => {
  const happened: string[] = []
  const scheduler = createIoScheduler({ random: () => 0, onDelivery: (name) => happened.push(name) })
  const operation = (name: string) => ({ name, run: async () => () => {} })
  for (const name of ['request', 'answer', 'write']) scheduler.post('all', operation(name))
  await scheduler.deliveryOf('request')
  scheduler.postFirst(operation('kill'))
  await scheduler.idle()
  expect(happened).toEqual(['request', 'kill', 'answer', 'write'])
})
