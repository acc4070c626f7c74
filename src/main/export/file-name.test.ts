import { expect, test } from 'vitest'
import { exportFileName } from './file-name'

const day = new Date(2025, 5, 1, 23, 59)

test.each([
  ['Research', 'Insights', 'Research insights 2025-06-01.csv'],
  ['', 'Goals', 'Goals 2025-06-01.csv'],
  ['../../etc/passwd', 'Goals', 'etc passwd goals 2025-06-01.csv'],
  ['a\\b:c*d?"e<f>g|h', 'Goals', 'a b c d e f g h goals 2025-06-01.csv'],
  ['.hidden', 'Goals', 'hidden goals 2025-06-01.csv'],
  ['evil\u202Evsc\u0000', 'Goals', 'evil vsc goals 2025-06-01.csv'],
  ['😀'.repeat(100), 'Goals', `${'😀'.repeat(50)} goals 2025-06-01.csv`],
])('the file name for workspace %j and list %s is %s', (workspace, what, name) => {
  expect(exportFileName({ workspace, what }, day, 'csv')).toBe(name)
})
