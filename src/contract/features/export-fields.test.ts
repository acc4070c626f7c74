import { expect, test } from 'vitest'
import { exportFields, exportValues } from './export-fields'

test.each(['opportunities', 'solutions'] as const)('writes the mean sentiment of %s with four decimals', (view) => {
  const shown = exportFields(view, { columns: ['sentiment'], includesLocal: false })
  const written = (sentiment: number | null) => exportValues({ sentiment }, shown, { includesHidden: false })
  expect(written(-0.3277777777777777)).toEqual([-0.3278])
  expect(written(null)).toEqual([null])
})
