import { describe, expect, it } from 'vitest'
import { renameFile } from './write-file'

/** Fails so many times. */
function renaming(failures: number, code: string) {
  const made: string[] = []
  const once = async (from: string, to: string) => {
    made.push(`${from} ${to}`)
    if (made.length <= failures) throw Object.assign(new Error('refused'), { code })
  }
  return { made, once }
}

describe('renaming a file', () => {
  it.each(['EPERM', 'EACCES', 'EBUSY'])('is tried again on Windows after %s', async (code) => {
    const { made, once } = renaming(3, code)
    await renameFile('a', 'b', { platform: 'win32', once })
    expect(made).toEqual(['a b', 'a b', 'a b', 'a b'])
  })

  it('fails with the last error on Windows after about a second', async () => {
    const { made, once } = renaming(100, 'EBUSY')
    const start = performance.now()
    await expect(renameFile('a', 'b', { platform: 'win32', once })).rejects.toMatchObject({ code: 'EBUSY' })
    expect(made).toHaveLength(8)
    expect(performance.now() - start).toBeGreaterThan(900)
  })

  it.each([
    ['linux', 'EPERM'],
    ['darwin', 'EBUSY'],
    ['win32', 'ENOSPC'],
  ] as const)('fails at once on %s after %s', async (platform, code) => {
    const { made, once } = renaming(1, code)
    await expect(renameFile('a', 'b', { platform, once })).rejects.toMatchObject({ code })
    expect(made).toHaveLength(1)
  })
})
