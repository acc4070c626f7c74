import { expect, it } from 'vitest'
import manifest from '../../../../package.json?raw'
import { changes, changesIn } from './changelog'

it('drops the header, joins wrapped lines, and reduces links to their text', () => {
  const changelog = `# Changelog

Everything, as in
[Keep a Changelog](https://keepachangelog.com).

## [0.2.0] - 2027-01-01

### Added

- A thing that takes
  two lines, see [README](README.md#x).
- Another.
`
  const text = '## 0.2.0 - 2027-01-01\n\n### Added\n\n- A thing that takes two lines, see README.\n- Another.'
  expect(changesIn(changelog)).toBe(text)
})

it('includes the changelog of this version, short enough to be formatted', () => {
  expect(changes).toMatch(/^## (Unreleased|\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2})\n/)
  expect(changes).toContain(JSON.parse(manifest).version)
  expect(changes.length).toBeGreaterThan(200)
  expect(changes.length).toBeLessThan(20_000)
})
