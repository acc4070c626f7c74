import { expect, it } from 'vitest'
import { quantile, resultOf, tableOf } from './statistics.mjs'

it('compares each sample with the floor that was measured beside it', () => {
  const result = resultOf({ row: 'start', unit: 'ms', target: 1.25, values: [100, 300, 200], floors: [100, 100, 200] })
  expect(result).toMatchObject({ ratio: 1, value: 200, floor: 100, isMet: true, spread: '1.00–3.00', samples: 3 })
})

it('compares a value without a floor with its target', () => {
  const result = resultOf({ row: 'script', unit: 'KiB', target: 250, values: [287] })
  expect(result).toMatchObject({ ratio: 287, floor: null, isMet: false })
  expect(tableOf([result]).split('\n').at(-1)).toBe('| script | 287 KiB | – | – | 287–287 | ≤ 250 KiB | miss | 1 |')
})

it('neither meets nor misses where there is no target', () => {
  const result = resultOf({ row: 'sync', unit: 's', target: null, values: [41.25] })
  expect(result).toMatchObject({ isMet: null })
  expect(tableOf([result]).split('\n').at(-1)).toBe('| sync | 41.25 s | – | – | 41.25–41.25 | – | – | 1 |')
})

it('picks quantiles from the samples, without interpolation', () => {
  expect(quantile([5, 1, 3], 0.5)).toBe(3)
  expect(quantile([1, 2, 3, 4], 0.95)).toBe(4)
})
